import type { AuditRule } from './audit-rule.ts'

/** Snapshots of accounts, against the ledger and against themselves. */
export const SNAPSHOT_AUDIT: readonly AuditRule[] = [
  {
    name: 'snapshot-cash-is-its-ledger',
    promise: 'the cash of a snapshot is the ledger’s cash after the newest entry by then',
    offenders: (sql) => sql`
      select s.account_id, s.epoch, s.slot, s.cash_e4, e.cash_after_e4, s.taken_at, e.at from account_snapshots as s
      left join ledger_entries as e on e.account_id = s.account_id and e.epoch = s.epoch and e.number = s.entries
      where s.cash_e4 is distinct from e.cash_after_e4 or e.at > s.taken_at + interval '1 second'`,
  },
  {
    name: 'snapshot-holds-its-ledger',
    promise: 'a snapshot marks exactly the positions that the lines up to its entry add up to',
    offenders: (sql) => sql`
      select account_id, epoch, slot, instrument, m.quantity, l.quantity as posted from (
        select s.account_id, s.epoch, s.slot, k.value->>'instrument' as instrument,
          (k.value->>'quantity')::bigint as quantity
        from account_snapshots as s cross join lateral jsonb_array_elements(s.marks) as k
      ) as m
      full join (
        select s.account_id, s.epoch, s.slot, p.instrument::text as instrument, sum(p.quantity) as quantity
        from account_snapshots as s
        join ledger_entries as e on e.account_id = s.account_id and e.epoch = s.epoch and e.number <= s.entries
        join ledger_postings as p on p.entry_id = e.id and p.book = 'account' and p.instrument is not null
        where s.positions = jsonb_array_length(s.marks)
        group by s.account_id, s.epoch, s.slot, p.instrument having sum(p.quantity) <> 0
      ) as l using (account_id, epoch, slot, instrument)
      join account_snapshots as s using (account_id, epoch, slot)
      where s.positions = jsonb_array_length(s.marks) and m.quantity is distinct from l.quantity`,
  },
  {
    name: 'snapshot-worth-adds-up',
    promise: 'equity is cash plus the positions at their marks, and null if and only if a position has no mark',
    offenders: (sql) => sql`
      select s.account_id, s.epoch, s.slot, s.cash_e4, s.positions_e4, s.equity_e4, s.unmarked, t.worth_e4
      from account_snapshots as s
      cross join lateral (
        select coalesce(sum((k.value->>'quantity')::bigint * (k.value->>'mark_e4')::bigint), 0) as worth_e4,
          coalesce(sum((k.value->>'value_e4')::bigint), 0) as said_e4,
          count(*) filter (where k.value->>'mark_e4' is null) as unmarked
        from jsonb_array_elements(s.marks) as k
      ) as t
      where s.equity_e4 is distinct from s.cash_e4 + s.positions_e4 or (s.equity_e4 is null) <> (s.unmarked > 0)
        or t.worth_e4 <> t.said_e4
        or (s.positions = jsonb_array_length(s.marks)
          and (s.unmarked <> t.unmarked or (s.unmarked = 0 and s.positions_e4 is distinct from t.worth_e4)))`,
  },
]
