import type { AuditRule } from './audit-rule.ts'
import { actionKey, closeInstant, isOption, optionDay, optionRoot, recordInstant } from './audit-sql.ts'

/** Every entry has its cause, and every cause moved what its events state; amounts are derived from events alone. */
export const POSTINGS_AUDIT: readonly AuditRule[] = [
  {
    name: 'entries-have-a-cause',
    promise: 'there is no adjustment, and no fee apart from its trade',
    offenders: (sql) => sql`
      select e.id, e.account_id, e.epoch, e.kind, e.key, e.cash_change_e4 from ledger_entries as e
      where e.kind in ('adjustment', 'fee')`,
  },
  {
    name: 'borrow-fees-are-told',
    promise: 'a borrow fee follows short stock at a close and equals the value, rate and nights of its event',
    offenders: (sql) => sql`
      select e.id, e.account_id, e.key, e.cash_change_e4, t.fee_e4, h.short from ledger_entries as e
      left join lateral (
        select sum(-div(round((v.data->>'short_value')::numeric * 10000) * round((v.data->>'rate_pct')::numeric * 100)
          * (v.data->>'nights')::numeric, 3600000)) as fee_e4
        from account_events as v
        where v.account_id = e.account_id and v.epoch = e.epoch and v.kind = 'borrow_fee' and v.data->>'subject' = e.key
      ) as t on true
      left join lateral (
        select count(*) as short from (
          select p.instrument from ledger_entries as b join ledger_postings as p on p.entry_id = b.id
          where b.account_id = e.account_id and b.epoch = e.epoch and p.book = 'account'
            and not ${isOption(sql)}
            and b.at < ${closeInstant(sql, sql`substring(e.key from '^borrow_fee:(\\d{4}-\\d{2}-\\d{2})$')::date`)}
          group by p.instrument having sum(p.quantity) < 0
        ) as s
      ) as h on true
      where e.kind = 'borrow_fee'
        and (e.cash_change_e4 < 0 and e.cash_change_e4 = t.fee_e4 and h.short > 0) is not true`,
  },
  {
    name: 'liquidations-are-told',
    promise: 'a liquidation has an event for each fill, at prices that add up to its cash',
    offenders: (sql) => sql`
      select account_id, epoch, number, instrument, l.quantity, t.quantity as told, l.cash_e4, t.entry_cash_e4 from (
        select e.account_id, e.epoch, e.number, coalesce(p.instrument::text, 'nothing') as instrument,
          sum(p.quantity) as quantity, e.cash_change_e4 as cash_e4
        from ledger_entries as e
        left join ledger_postings as p on p.entry_id = e.id and p.book = 'account' and p.instrument is not null
        where e.kind = 'liquidation'
        group by e.id, p.instrument
      ) as l
      full join (
        select f.account_id, f.epoch, f.number, f.instrument, sum(f.quantity) as quantity,
          sum(sum(-f.quantity * f.unit_e4)) over (partition by f.account_id, f.epoch, f.number) as entry_cash_e4
        from (
          select v.account_id, v.epoch, (v.data->>'entry')::integer as number, v.data->>'instrument' as instrument,
            (v.data->>'quantity')::numeric as quantity, (v.data->>'price')::numeric * 10000
              * case when char_length(v.data->>'instrument') > 15 then 100 else 1 end as unit_e4
          from account_events as v where v.kind = 'liquidated'
        ) as f group by f.account_id, f.epoch, f.number, f.instrument
      ) as t using (account_id, epoch, number, instrument)
      where (l.quantity = t.quantity and l.cash_e4 = t.entry_cash_e4) is not true`,
  },
  {
    name: 'holders-of-record-have-their-part',
    promise: 'every holder when a closed dividend or split began, also of options that outlive a split, has its part',
    offenders: (sql) => sql`
      select c.id, c.kind, c.symbol, c.ex_date, p.account_id, p.instrument, h.quantity from corporate_actions as c
      join positions as p on p.instrument = c.symbol or (c.kind = 'split' and ${isOption(sql)}
        and ${optionRoot(sql)} = replace(c.symbol, '.', '')
        and '20' || ${optionDay(sql)} >= to_char(c.ex_date, 'YYYYMMDD'))
      join accounts as a on a.id = p.account_id and a.epoch = p.epoch and a.status <> 'deleted'
      cross join lateral (
        select coalesce(sum(l.quantity), 0) as quantity
        from ledger_entries as e join ledger_postings as l on l.entry_id = e.id
        where e.account_id = p.account_id and e.epoch = p.epoch and l.book = 'account' and l.instrument = p.instrument
          and e.at < ${recordInstant(sql)}
      ) as h
      where c.closed_at is not null and h.quantity <> 0
        and not exists (
          select 1 from ledger_entries as e
          where e.account_id = p.account_id and e.epoch = p.epoch
            and e.key = ${actionKey(sql)})
        and not exists (
          select 1 from account_events as v
          where c.kind = 'split' and v.account_id = p.account_id and v.epoch = p.epoch and v.kind = 'split'
            and v.data->>'subject' = ${actionKey(sql)})`,
  },
  {
    name: 'split-events-follow-the-ratio',
    promise: 'the shares, contracts and cash in a split’s events follow from its ratio and price',
    offenders: (sql) => sql`
      select v.id, v.account_id, v.data from account_events as v
      left join corporate_actions as c
        on c.kind = 'split' and v.data->>'subject' = ${actionKey(sql)}
      cross join lateral (
        select v.data->>'instrument' as name, v.data->>'became' as became, (v.data->>'quantity')::numeric as quantity,
          (v.data->>'became_quantity')::numeric as became_quantity, (v.data->>'cash')::numeric * 10000 as cash_e4,
          substring(v.data->>'instrument' from '([CP])\\d{8}$') as side,
          substring(v.data->>'instrument' from '[CP](\\d{8})$')::numeric as strike,
          substring(v.data->>'became' from '[CP](\\d{8})$')::numeric as became_strike
      ) as h
      cross join lateral (
        select case h.side when 'C' then 1 else -1 end
          * (round(coalesce(c.fraction_price_e4, 0)::numeric * c.new_shares / c.old_shares) - h.strike * 10) as inside_e4
      ) as o
      where v.kind = 'split' and case
        when h.side is null then h.name = c.symbol and h.became_quantity = div(h.quantity * c.new_shares, c.old_shares)
          and h.became is not distinct from case when h.became_quantity <> 0 then h.name end
          and h.cash_e4 = div((h.quantity * c.new_shares - h.became_quantity * c.old_shares)
            * coalesce(c.fraction_price_e4, 0), c.old_shares)
        when h.quantity = 0 then h.became is null and h.became_quantity = 0 and h.cash_e4 = 0
        when c.old_shares = 1 then h.became_quantity = h.quantity * c.new_shares and h.cash_e4 = 0
          and left(h.became, -8) = left(h.name, -8) and 2 * abs(h.became_strike * c.new_shares - h.strike) <= c.new_shares
        else h.became is null and h.became_quantity = 0
          and h.cash_e4 = h.quantity * 100 * case when o.inside_e4 >= 100 then o.inside_e4 else 0 end
      end is not true`,
  },
  {
    name: 'split-entries-are-their-events',
    promise: 'a split entry moves exactly the cash, shares and contracts of its events',
    offenders: (sql) => sql`
      select account_id, epoch, number, instrument, l.moved, t.moved as told from (
        select e.account_id, e.epoch, e.number, coalesce(p.instrument::text, 'cash') as instrument,
          sum(coalesce(p.quantity, p.amount_e4)) as moved
        from ledger_entries as e join ledger_postings as p on p.entry_id = e.id
        where e.kind = 'split' and p.book = 'account'
        group by e.account_id, e.epoch, e.number, coalesce(p.instrument::text, 'cash')
      ) as l
      full join (
        select v.account_id, v.epoch, (v.data->>'entry')::integer as number, m.instrument, sum(m.moved) as moved
        from account_events as v
        cross join lateral (values (v.data->>'instrument', -(v.data->>'quantity')::numeric),
          (v.data->>'became', (v.data->>'became_quantity')::numeric), ('cash', (v.data->>'cash')::numeric * 10000)
        ) as m (instrument, moved)
        where v.kind = 'split' and m.instrument is not null
        group by v.account_id, v.epoch, v.data->>'entry', m.instrument
      ) as t using (account_id, epoch, number, instrument)
      where coalesce(l.moved, 0) <> coalesce(t.moved, 0)`,
  },
]
