import type { AuditRule } from './audit-rule.ts'
import { actionKey, isOption, openPositions, optionDay, optionRoot, sharesOfRecord } from './audit-sql.ts'

/** Entries that the service itself posts: settlements, dividends, splits and liquidations. */
export const SETTLEMENT_AUDIT: readonly AuditRule[] = [
  {
    name: 'settled-options-are-told',
    promise: 'the account’s events name exactly the options that each settlement removed',
    offenders: (sql) => sql`
      select account_id, epoch, number, instrument, l.quantity, t.quantity as told from (
        select e.account_id, e.epoch, e.number, p.instrument::text as instrument, -sum(p.quantity) as quantity
        from ledger_entries as e join ledger_postings as p on p.entry_id = e.id
        where e.kind = 'settlement' and p.book = 'account' and ${isOption(sql)}
        group by e.account_id, e.epoch, e.number, p.instrument
      ) as l
      full join (
        select v.account_id, v.epoch, (v.data->>'entry')::integer as number, v.data->>'contract' as instrument,
          sum((v.data->>'quantity')::bigint) as quantity
        from account_events as v where v.kind in ('option_exercised', 'option_assigned', 'option_expired')
        group by v.account_id, v.epoch, v.data->>'entry', v.data->>'contract'
      ) as t using (account_id, epoch, number, instrument)
      where l.quantity is distinct from t.quantity`,
  },
  {
    name: 'settlements-conserve-value',
    promise: 'a settlement has a frozen price, at which its cash and shares equal the value of its options',
    offenders: (sql) => sql`
      select e.id, e.account_id, e.key, s.price_e4, l.gained_e4 from ledger_entries as e
      left join settlement_prices as s on e.key = 'settlement:' || s.underlying || ':' || s.expiration::text
      left join lateral (
        select sum(case
          when p.instrument is null then p.amount_e4::numeric
          when not ${isOption(sql)} then p.quantity::numeric * s.price_e4
          else p.quantity::numeric * 100 * case when o.inside_e4 >= 100 then o.inside_e4 else 0 end
        end) as gained_e4
        from ledger_postings as p
        cross join lateral (
          select case substring(p.instrument from '([CP])\\d{8}$') when 'C' then 1 else -1 end
            * (s.price_e4 - substring(p.instrument from '[CP](\\d{8})$')::bigint * 10) as inside_e4
        ) as o
        where p.entry_id = e.id and p.book = 'account'
      ) as l on true
      where e.kind = 'settlement' and (s.price_e4 is null or l.gained_e4 is distinct from 0)`,
  },
  {
    name: 'expired-options-are-settled',
    promise: 'a day after the price of an expiration was frozen, no account holds an option of it',
    offenders: (sql) => sql`
      select p.account_id, p.instrument, p.quantity, s.frozen_at from ${openPositions(sql)}
      join settlement_prices as s on ${optionRoot(sql)}
          = replace(s.underlying, '.', '')
        and ${optionDay(sql)} = to_char(s.expiration, 'YYMMDD')
      where p.quantity <> 0 and s.frozen_at < service_now() - interval '1 day'`,
  },
  {
    name: 'dividends-are-of-record',
    promise:
      'a dividend pays its amount for each share held before the first open on or after its day; short shares owe it',
    offenders: (sql) => sql`
      select e.id, e.account_id, e.key, e.cash_change_e4, c.amount_e4, h.shares from ledger_entries as e
      left join corporate_actions as c on c.kind = 'dividend' and e.key = ${actionKey(sql)}
      ${sharesOfRecord(sql)}
      where e.kind = 'dividend' and (c.id is null or e.cash_change_e4 is distinct from c.amount_e4 * h.shares)`,
  },
  {
    name: 'splits-are-told',
    promise: 'each split entry has its announcement and events, and moves shares of its symbol only by its ratio',
    offenders: (sql) => sql`
      select e.id, e.account_id, e.key, c.new_shares, c.old_shares, h.shares, m.moved, t.told from ledger_entries as e
      left join corporate_actions as c on c.kind = 'split' and e.key = ${actionKey(sql)}
      ${sharesOfRecord(sql)}
      left join lateral (
        select coalesce(sum(p.quantity), 0)::bigint as moved
        from ledger_postings as p where p.entry_id = e.id and p.book = 'account' and p.instrument = c.symbol
      ) as m on true
      left join lateral (
        select count(*) as told from account_events as v
        where v.account_id = e.account_id and v.epoch = e.epoch and v.kind = 'split' and v.data->>'subject' = e.key
      ) as t on true
      where e.kind = 'split'
        and (c.id is null or t.told = 0 or h.shares + m.moved <> h.shares * c.new_shares / c.old_shares)`,
  },
  {
    name: 'liquidations-have-a-cause',
    promise: 'a liquidation adds to cash below zero, or follows an unmet maintenance call and buys back short stock',
    offenders: (sql) => sql`
      select e.id, e.account_id, e.cash_change_e4, e.cash_after_e4, t.call from ledger_entries as e
      left join lateral (
        select max(v.data->>'call') as call from account_events as v
        where v.account_id = e.account_id and v.epoch = e.epoch and v.kind = 'liquidated' and v.data->>'subject' = e.key
      ) as t on true
      where e.kind = 'liquidation' and case
        when t.call is null then e.cash_change_e4 <= 0 or e.cash_after_e4 - e.cash_change_e4 >= 0
        else not exists (
          select 1 from account_events as v
          where v.account_id = e.account_id and v.epoch = e.epoch and v.kind = 'maintenance_call'
            and v.data->>'subject' = t.call and v.at < e.at
            and not exists (
              select 1 from account_events as m
              where m.account_id = v.account_id and m.epoch = v.epoch and m.kind = 'maintenance_met'
                and m.id > v.id and m.at < e.at)
        ) or not exists (
          select 1 from ledger_postings as p
          where p.entry_id = e.id and p.book = 'account' and p.quantity > 0 and not ${isOption(sql)}
            and p.quantity <= (
              select -coalesce(sum(q.quantity), 0) from ledger_entries as b join ledger_postings as q on q.entry_id = b.id
              where b.account_id = e.account_id and b.epoch = e.epoch and b.number < e.number
                and q.book = 'account' and q.instrument = p.instrument)
        )
      end`,
  },
]
