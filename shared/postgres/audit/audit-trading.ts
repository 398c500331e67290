import { type AuditRule, ROWS_MAX } from './audit-rule.ts'
import { SETTLEMENT_AUDIT } from './audit-settlement.ts'

/** Accounts and their ledger, re-derived from the lines alone: no column that is written for speed is trusted. */
export const TRADING_AUDIT: readonly AuditRule[] = [
  {
    name: 'ledger-entries-sum-to-zero',
    promise: 'cash, and each instrument, sum to zero over the books of an entry, and no entry is without lines',
    offenders: (sql) => sql`
      select e.id, e.account_id, p.instrument, sum(coalesce(p.amount_e4, p.quantity)) as sum
      from ledger_entries as e left join ledger_postings as p on p.entry_id = e.id
      group by e.id, e.account_id, p.instrument
      having sum(coalesce(p.amount_e4, p.quantity)) is distinct from 0
      limit ${ROWS_MAX}`,
  },
  {
    name: 'account-cash-is-its-postings',
    promise: 'the cash of an account is what its epoch began with and every later line of cash in its book',
    offenders: (sql) => sql`
      select a.id, a.epoch, a.cash_e4, a.initial_e4, l.later_e4 from accounts as a
      left join lateral (
        select coalesce(sum(p.amount_e4), 0) as later_e4
        from ledger_entries as e join ledger_postings as p on p.entry_id = e.id and p.book = 'account'
        where e.account_id = a.id and e.epoch = a.epoch and e.kind <> 'opening'
      ) as l on true
      where a.cash_e4 <> a.initial_e4 + l.later_e4
      limit ${ROWS_MAX}`,
  },
  {
    name: 'epochs-open-once',
    promise: 'each epoch of an account up to the present one has one opening, and the present one’s is its beginning',
    offenders: (sql) => sql`
      select a.id, n.epoch, count(e.id) as openings, a.initial_e4, sum(p.amount_e4) as opening_e4
      from accounts as a
      cross join lateral generate_series(1, a.epoch) as n (epoch)
      left join ledger_entries as e on e.account_id = a.id and e.epoch = n.epoch and e.kind = 'opening'
      left join ledger_postings as p on p.entry_id = e.id and p.book = 'account'
      group by a.id, n.epoch, a.epoch, a.initial_e4
      having count(e.id) <> 1 or (n.epoch = a.epoch and sum(p.amount_e4) is distinct from a.initial_e4)
      limit ${ROWS_MAX}`,
  },
  {
    name: 'ledger-balances-run',
    promise: 'entries are numbered 1, 2, 3… in their epoch, and each says the sum of all lines of cash up to it',
    offenders: (sql) => sql`
      select r.account_id, r.epoch, r.number, r.cash_after_e4, r.sum_e4 from (
        select e.account_id, e.epoch, e.number, e.cash_after_e4, e.cash_change_e4, own.amount_e4,
          row_number() over w as place, sum(own.amount_e4) over w as sum_e4
        from ledger_entries as e
        cross join lateral (
          select coalesce(sum(p.amount_e4), 0) as amount_e4
          from ledger_postings as p where p.entry_id = e.id and p.book = 'account'
        ) as own
        window w as (partition by e.account_id, e.epoch order by e.number)
      ) as r
      where r.number <> r.place or r.cash_after_e4 <> r.sum_e4 or r.cash_change_e4 <> r.amount_e4
      limit ${ROWS_MAX}`,
  },
  {
    name: 'positions-are-their-postings',
    promise: 'what an account holds, and its basis, is the sum of the lines of that instrument in its book',
    offenders: (sql) => sql`
      select account_id, epoch, instrument, h.quantity, h.cost_e4, l.quantity as posted, l.cost_e4 as posted_cost_e4
      from positions as h
      full join (
        select e.account_id, e.epoch, p.instrument, sum(p.quantity) as quantity, sum(p.cost_e4) as cost_e4
        from ledger_entries as e join ledger_postings as p on p.entry_id = e.id
        where p.book = 'account' and p.instrument is not null
        group by e.account_id, e.epoch, p.instrument
      ) as l using (account_id, epoch, instrument)
      where (h.quantity = l.quantity and h.cost_e4 = l.cost_e4) is not true
      limit ${ROWS_MAX}`,
  },
  {
    name: 'deficit-is-debt',
    promise: 'an account is in deficit if and only if its cash is below zero, and no trade of an agent took it there',
    offenders: (sql) => sql`
      select a.id, a.cash_e4, a.deficit, e.id as entry from accounts as a
      left join ledger_entries as e on e.account_id = a.id and e.kind = 'trade' and e.cash_after_e4 < 0
        and e.cash_change_e4 < 0
      where a.deficit <> (a.cash_e4 < 0) or e.id is not null
      limit ${ROWS_MAX}`,
  },
  {
    name: 'account-life-is-told',
    promise: 'an account has one event of its making and one of each reset, and one of its end if it was deleted',
    offenders: (sql) => sql`
      select a.id, a.epoch, a.status, t.created, t.resets, t.deleted from accounts as a
      cross join lateral (
        select count(*) filter (where v.kind = 'created') as created, count(*) filter (where v.kind = 'reset') as resets,
          count(*) filter (where v.kind = 'deleted') as deleted
        from account_events as v where v.account_id = a.id
      ) as t
      where t.created <> 1 or t.resets <> a.epoch - 1 or t.deleted <> (a.status = 'deleted')::integer
      limit ${ROWS_MAX}`,
  },
  {
    name: 'deleted-accounts-have-no-token',
    promise: 'every token of a deleted account is revoked',
    offenders: (sql) => sql`
      select t.id, t.account_id from account_tokens as t join accounts as a on a.id = t.account_id
      where a.status = 'deleted' and t.revoked_at is null
      limit ${ROWS_MAX}`,
  },
  ...SETTLEMENT_AUDIT,
]
