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
      with moves as materialized (
        select e.account_id, e.epoch, e.number, p.instrument::text as instrument, p.quantity
        from ledger_entries as e
        join ledger_postings as p on p.entry_id = e.id and p.book = 'account' and p.instrument is not null
      ), timeline as (
        select v.account_id, v.epoch, v.instrument, v.number, v.quantity, null as slot from moves as v
        union all
        select s.account_id, s.epoch, i.instrument, s.entries, 0, s.slot from account_snapshots as s
        join (select distinct v.account_id, v.epoch, v.instrument from moves as v) as i using (account_id, epoch)
        where s.positions = jsonb_array_length(s.marks)
      ), posted as (
        select t.account_id, t.epoch, t.slot, t.instrument,
          sum(t.quantity) over (partition by t.account_id, t.epoch, t.instrument order by t.number) as quantity
        from timeline as t
      )
      select account_id, epoch, slot, instrument, m.quantity, l.quantity as posted from (
        select s.account_id, s.epoch, s.slot, k.value->>'instrument' as instrument,
          (k.value->>'quantity')::bigint as quantity
        from account_snapshots as s cross join lateral jsonb_array_elements(s.marks) as k
      ) as m
      full join (
        select d.account_id, d.epoch, d.slot, d.instrument, d.quantity from posted as d
        where d.slot is not null and d.quantity <> 0
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
