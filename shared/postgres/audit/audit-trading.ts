import type { AuditRule } from './audit-rule.ts'
import { SETTLEMENT_AUDIT } from './audit-settlement.ts'

/** Accounts and their ledger, derived again from the lines alone, without the columns that exist for speed. */
export const TRADING_AUDIT: readonly AuditRule[] = [
  {
    name: 'ledger-entries-sum-to-zero',
    promise: 'cash and each instrument sum to zero over the books of an entry, and every entry has lines',
    offenders: (sql) => sql`
      select e.id, e.account_id, p.instrument, sum(coalesce(p.amount_e4, p.quantity)) as sum
      from ledger_entries as e left join ledger_postings as p on p.entry_id = e.id
      group by e.id, e.account_id, p.instrument
      having sum(coalesce(p.amount_e4, p.quantity)) is distinct from 0`,
  },
  {
    name: 'account-cash-is-its-postings',
    promise: 'the cash of an account is its initial balance plus every later line of cash in its book',
    offenders: (sql) => sql`
      select a.id, a.epoch, a.cash_e4, a.initial_e4, l.later_e4 from accounts as a
      left join lateral (
        select coalesce(sum(p.amount_e4), 0) as later_e4
        from ledger_entries as e join ledger_postings as p on p.entry_id = e.id and p.book = 'account'
        where e.account_id = a.id and e.epoch = a.epoch and e.kind <> 'opening'
      ) as l on true
      where a.cash_e4 <> a.initial_e4 + l.later_e4`,
  },
  {
    name: 'epochs-open-once',
    promise:
      'each epoch of an account up to the present one has one opening, and the present one’s is the initial balance',
    offenders: (sql) => sql`
      select a.id, n.epoch, count(e.id) as openings, a.initial_e4, sum(p.amount_e4) as opening_e4
      from accounts as a
      cross join lateral generate_series(1, a.epoch) as n (epoch)
      left join ledger_entries as e on e.account_id = a.id and e.epoch = n.epoch and e.kind = 'opening'
      left join ledger_postings as p on p.entry_id = e.id and p.book = 'account'
      group by a.id, n.epoch, a.epoch, a.initial_e4
      having count(e.id) <> 1 or (n.epoch = a.epoch and sum(p.amount_e4) is distinct from a.initial_e4)`,
  },
  {
    name: 'ledger-balances-run',
    promise:
      'entries are numbered 1, 2, 3… in their epoch, and the cash after each is the sum of all lines of cash so far',
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
      where r.number <> r.place or r.cash_after_e4 <> r.sum_e4 or r.cash_change_e4 <> r.amount_e4`,
  },
  {
    name: 'positions-are-their-postings',
    promise: 'each position and its basis are the sum of the lines of that instrument in the account’s book',
    offenders: (sql) => sql`
      select account_id, epoch, instrument, h.quantity, h.cost_e4, l.quantity as posted, l.cost_e4 as posted_cost_e4
      from positions as h
      full join (
        select e.account_id, e.epoch, p.instrument, sum(p.quantity) as quantity, sum(p.cost_e4) as cost_e4
        from ledger_entries as e join ledger_postings as p on p.entry_id = e.id
        where p.book = 'account' and p.instrument is not null
        group by e.account_id, e.epoch, p.instrument
      ) as l using (account_id, epoch, instrument)
      where (h.quantity = l.quantity and h.cost_e4 = l.cost_e4) is not true`,
  },
  {
    name: 'deficit-is-debt',
    promise: 'an account is in deficit if and only if its cash is below zero, and no agent’s trade caused it',
    offenders: (sql) => sql`
      select a.id, a.cash_e4, a.deficit, e.id as entry from accounts as a
      left join ledger_entries as e on e.account_id = a.id and e.kind = 'trade' and e.cash_after_e4 < 0
        and e.cash_change_e4 < 0
      where a.deficit <> (a.cash_e4 < 0) or e.id is not null`,
  },
  {
    name: 'account-life-is-told',
    promise: 'an account has one event for its creation, one for each reset, and one for its deletion if it is deleted',
    offenders: (sql) => sql`
      select a.id, a.epoch, a.status, t.created, t.resets, t.deleted from accounts as a
      cross join lateral (
        select count(*) filter (where v.kind = 'created') as created, count(*) filter (where v.kind = 'reset') as resets,
          count(*) filter (where v.kind = 'deleted') as deleted
        from account_events as v where v.account_id = a.id
      ) as t
      where t.created <> 1 or t.resets <> a.epoch - 1 or t.deleted <> (a.status = 'deleted')::integer`,
  },
  {
    name: 'deleted-accounts-have-no-token',
    promise: 'every token of a deleted account is revoked',
    offenders: (sql) => sql`
      select t.id, t.account_id from account_tokens as t join accounts as a on a.id = t.account_id
      where a.status = 'deleted' and t.revoked_at is null`,
  },
  ...SETTLEMENT_AUDIT,
]
