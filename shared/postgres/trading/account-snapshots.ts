import type { AccountSnapshotKind, AccountSnapshotMark } from '../../domain/trading/account-snapshot.ts'
import type { Db } from '../server/db.ts'
import type { Position } from './ledger.ts'

/** Ranges of ids, both ends included, with `size` open accounts in each. */
export async function accountRanges(sql: Db, size: number): Promise<{ from: number; through: number }[]> {
  return await sql<{ from: number; through: number }[]>`
    select min(n.id) as from, max(n.id) as through from (
      select a.id, (row_number() over (order by a.id) - 1) / ${size}::integer as part
      from accounts as a where a.status <> 'deleted'
    ) as n
    group by n.part order by n.part`
}

export interface HeldAccount {
  accountId: number
  epoch: number
  /** Number of its newest ledger entry. */
  entries: number
  cashE4: number
  takenAt: Date
  positions: Position[]
}

/** Cash and positions of open accounts in one statement, so that both are as of the same ledger entry. */
export async function heldByAccounts(
  sql: Db,
  { fromAccount, throughAccount, at }: { fromAccount: number; throughAccount: number; at: string },
): Promise<HeldAccount[]> {
  return await sql<HeldAccount[]>`
    select a.id as "accountId", a.epoch, a.entries, a.cash_e4 as "cashE4", service_now() as "takenAt",
      coalesce((
        select jsonb_agg(jsonb_build_object('instrument', p.instrument, 'quantity', p.quantity, 'costE4', p.cost_e4)
          order by p.instrument)
        from positions as p where p.account_id = a.id and p.epoch = a.epoch and p.quantity <> 0
      ), '[]') as positions
    from accounts as a
    where a.id between ${fromAccount} and ${throughAccount} and a.status <> 'deleted' and exists (
      select from ledger_entries as e
      where e.account_id = a.id and e.epoch = a.epoch and e.number = 1 and e.at <= ${at}
    )
    order by a.id`
}

export interface AccountSnapshot {
  accountId: number
  epoch: number
  slot: string
  kind: AccountSnapshotKind
  at: Date
  takenAt: Date
  entries: number
  cashE4: number
  positions: number
  unmarked: number
  positionsE4: number | null
  equityE4: number | null
  marks: AccountSnapshotMark[]
  spyE4: number | null
}

/** The first snapshot of a slot stays, so that doing the work again changes nothing. */
export async function saveAccountSnapshots(sql: Db, snapshots: readonly AccountSnapshot[]): Promise<void> {
  if (snapshots.length === 0) return
  const rows = snapshots.map((one) => ({
    account_id: one.accountId,
    epoch: one.epoch,
    slot: one.slot,
    kind: one.kind,
    at: one.at,
    taken_at: one.takenAt,
    entries: one.entries,
    cash_e4: one.cashE4,
    positions: one.positions,
    unmarked: one.unmarked,
    positions_e4: one.positionsE4,
    equity_e4: one.equityE4,
    marks: one.marks,
    spy_e4: one.spyE4,
  }))
  await sql`
    insert into account_snapshots (account_id, epoch, slot, kind, at, taken_at, entries, cash_e4, positions, unmarked,
      positions_e4, equity_e4, marks, spy_e4)
    select r.account_id, r.epoch, r.slot, r.kind, r.at, r.taken_at, r.entries, r.cash_e4, r.positions, r.unmarked,
      r.positions_e4, r.equity_e4, r.marks, r.spy_e4
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (account_id integer, epoch integer, slot text,
      kind text, at timestamptz, taken_at timestamptz, entries integer, cash_e4 bigint, positions integer,
      unmarked integer, positions_e4 bigint, equity_e4 bigint, marks jsonb, spy_e4 bigint)
    on conflict (account_id, epoch, slot) do nothing`
}

/** Deletes one batch. Snapshots at closes are kept forever, since an account's statistics are computed from them. */
export async function pruneHourlySnapshots(sql: Db, before: Date, limit: number): Promise<number> {
  const gone = await sql`
    delete from account_snapshots as s where (s.account_id, s.epoch, s.slot) in (
      select old.account_id, old.epoch, old.slot from account_snapshots as old
      where old.kind = 'hourly' and old.at < ${before} order by old.at limit ${limit})`
  return gone.count
}
