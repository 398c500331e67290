import type { AccountSnapshotKind, AccountSnapshotMark } from '../../../shared/domain/trading/account-snapshot.ts'
import type { EquityPoint, Opening } from '../../../shared/domain/trading/equity-point.ts'
import type { Db } from '../../../shared/postgres/server/db.ts'
import { spyAt } from '../../../shared/postgres/trading/spy-at.ts'

/** About four years of hourly points; a longer curve keeps the newest. */
export const POINTS_MAX = 7_000

interface AccountPoint extends EquityPoint {
  kind: AccountSnapshotKind
  takenAt: Date
  cashE4: number
  positionsE4: number | null
  positions: number
  unmarked: number
}

export interface Curve {
  epoch: number
  opening: Opening
  points: AccountPoint[]
}

/**
 * The opening of an epoch, 0 being the current one, with the live mark of SPY that was taken then; null when the account
 * has no such epoch.
 */
export async function readOpening(
  sql: Db,
  accountId: number,
  epoch: number,
): Promise<(Opening & { epoch: number }) | null> {
  const [row] = await sql<(Opening & { epoch: number })[]>`
    select e.epoch, e.at, e.cash_after_e4 as "equityE4", e.spy_e4 as "spyE4"
    from accounts as a
    join ledger_entries as e on e.account_id = a.id and e.number = 1
      and e.epoch = case when ${epoch}::integer = 0 then a.epoch else ${epoch}::integer end
    where a.id = ${accountId}`
  return row ?? null
}

/**
 * The snapshots of an epoch, oldest first, each with the adjustments since the previous one: besides the opening, they
 * are the only money that was not earned by trading.
 */
export async function readCurve(sql: Db, accountId: number, epoch: number): Promise<Curve | null> {
  const begun = await readOpening(sql, accountId, epoch)
  if (!begun) return null
  const opening = { ...begun, spyE4: begun.spyE4 ?? (await spyAt(sql, begun.at)) }
  const points = await sql<(Omit<AccountPoint, 'isClose'> & { kind: AccountSnapshotKind })[]>`
    select n.at, n.kind, n.taken_at as "takenAt", n.cash_e4 as "cashE4", n.positions_e4 as "positionsE4",
      n.equity_e4 as "equityE4", n.positions, n.unmarked, n.spy_e4 as "spyE4", (
        select coalesce(sum(e.cash_change_e4), 0)::bigint from ledger_entries as e
        where e.account_id = ${accountId} and e.epoch = ${opening.epoch} and e.kind = 'adjustment'
          and e.number > n.entries_before and e.number <= n.entries
      ) as "flowE4"
    from (
      select s.at, s.kind, s.taken_at, s.cash_e4, s.positions_e4, s.equity_e4, s.positions, s.unmarked, s.spy_e4,
        s.entries, lag(s.entries, 1, 1) over (order by s.at) as entries_before
      from account_snapshots as s
      where s.account_id = ${accountId} and s.epoch = ${opening.epoch}
      order by s.at desc limit ${POINTS_MAX}
    ) as n
    order by n.at`
  return { epoch: opening.epoch, opening, points: points.map((row) => ({ ...row, isClose: row.kind === 'close' })) }
}

export interface StoredSnapshot extends Omit<AccountPoint, 'flowE4' | 'isClose'> {
  epoch: number
  entries: number
  marks: AccountSnapshotMark[]
}

/** A page of the snapshots of all epochs, newest first, and their total number. */
export async function listSnapshots(
  sql: Db,
  accountId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ snapshots: StoredSnapshot[]; total: number }> {
  const [count] = await sql<{ total: number }[]>`
    select count(*)::integer as total from account_snapshots as s where s.account_id = ${accountId}`
  const snapshots = await sql<StoredSnapshot[]>`
    select s.epoch, s.at, s.kind, s.taken_at as "takenAt", s.entries, s.cash_e4 as "cashE4",
      s.positions_e4 as "positionsE4", s.equity_e4 as "equityE4", s.positions, s.unmarked, s.spy_e4 as "spyE4", s.marks
    from account_snapshots as s where s.account_id = ${accountId}
    order by s.at desc, s.epoch desc limit ${limit} offset ${offset}`
  return { snapshots, total: count?.total ?? 0 }
}

/** The newest snapshot of an epoch with its marks; null before the first. */
export async function newestMarks(
  sql: Db,
  accountId: number,
  epoch: number,
): Promise<Pick<StoredSnapshot, 'at' | 'equityE4' | 'positions' | 'marks'> | null> {
  const [row] = await sql<Pick<StoredSnapshot, 'at' | 'equityE4' | 'positions' | 'marks'>[]>`
    select s.at, s.equity_e4 as "equityE4", s.positions, s.marks from account_snapshots as s
    where s.account_id = ${accountId} and s.epoch = ${epoch} order by s.at desc limit 1`
  return row ?? null
}

/** The snapshot of the close at this instant; null when there is none. */
export async function closeOf(
  sql: Db,
  accountId: number,
  epoch: number,
  at: Date,
): Promise<{ equityE4: number | null; entries: number } | null> {
  const [row] = await sql<{ equityE4: number | null; entries: number }[]>`
    select s.equity_e4 as "equityE4", s.entries from account_snapshots as s
    where s.account_id = ${accountId} and s.epoch = ${epoch} and s.at = ${at} and s.kind = 'close'`
  return row ?? null
}

/** The sum of adjustments after a ledger entry. */
export async function outsideSince(sql: Db, accountId: number, epoch: number, number: number): Promise<number> {
  const [row] = await sql<[{ sum: number }]>`
    select coalesce(sum(e.cash_change_e4), 0)::bigint as sum from ledger_entries as e
    where e.account_id = ${accountId} and e.epoch = ${epoch} and e.kind = 'adjustment' and e.number > ${number}`
  return row.sum
}

interface FleetPoint {
  accountId: number
  name: string
  epoch: number
  at: Date
  kind: AccountSnapshotKind
  equityE4: number | null
  cashE4: number
  unmarked: number
  spyE4: number | null
}

/** Snapshots of all accounts since an instant, by account and time; beyond the limit only the newest. */
export async function fleetPoints(sql: Db, since: Date, limit: number): Promise<FleetPoint[]> {
  return await sql<FleetPoint[]>`
    select n.account_id as "accountId", a.name, n.epoch, n.at, n.kind, n.equity_e4 as "equityE4", n.cash_e4 as "cashE4",
      n.unmarked, n.spy_e4 as "spyE4"
    from (
      select s.account_id, s.epoch, s.at, s.kind, s.equity_e4, s.cash_e4, s.unmarked, s.spy_e4
      from account_snapshots as s where s.at >= ${since} order by s.at desc limit ${limit}
    ) as n
    join accounts as a on a.id = n.account_id
    order by n.account_id, n.at, n.epoch`
}
