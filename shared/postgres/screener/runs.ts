import type { Origin } from '../../domain/market/observation.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import type { Db, Tx } from '../server/db.ts'

export interface ScreenerRun {
  id: string
  day: TradingDay
  slot: 'am' | 'pm'
  dueAt: Date
  startedAt: Date
  origin: Origin
  rulesVersion: string
  batches: number
  state: 'scanning' | 'decided' | 'superseded'
  decidedAt: Date | null
}

/** Returns whether the run is new: a run happens once, however often its slot is delivered. */
export async function planRun(tx: Tx, run: Omit<ScreenerRun, 'state' | 'decidedAt'>): Promise<boolean> {
  const planned = await tx`
    insert into screener_runs (id, day, slot, due_at, started_at, origin, rules_version, batches)
    values (${run.id}, ${run.day}, ${run.slot}, ${run.dueAt}, ${run.startedAt}, ${run.origin}, ${run.rulesVersion},
      ${run.batches})
    on conflict do nothing returning 1`
  return planned.count === 1
}

const columns = (db: Db) => db`
  r.id, r.day, r.slot, r.due_at as "dueAt", r.started_at as "startedAt", r.origin,
  r.rules_version as "rulesVersion", r.batches, r.state, r.decided_at as "decidedAt"`

export async function readRun(db: Db, id: string): Promise<ScreenerRun | null> {
  const rows = await db<ScreenerRun[]>`
    select ${columns(db)} from screener_runs as r where r.id = ${id} limit 1`
  return rows[0] ?? null
}

export async function lockRun(tx: Tx, id: string): Promise<ScreenerRun | null> {
  const rows = await tx<ScreenerRun[]>`
    select ${columns(tx)} from screener_runs as r where r.id = ${id} for update limit 1`
  return rows[0] ?? null
}

/** Stores the scans of a batch once; returns how many batches of the run there are now. The caller holds the run. */
export async function addScans(
  tx: Tx,
  { run, batch, scans }: { run: string; batch: number; scans: unknown },
): Promise<number> {
  await tx`
    insert into screener_scans (run, batch, scans) values (${run}, ${batch}, ${tx.json(scans as never)})
    on conflict do nothing`
  const [row] = await tx<[{ count: number }]>`
    select count(*)::integer as count from screener_scans as s where s.run = ${run}`
  return row.count
}

export async function scansOf<T>(db: Db, run: string): Promise<T[]> {
  const rows = await db<{ scans: T[] }[]>`
    select s.scans from screener_scans as s where s.run = ${run} order by s.batch limit 1000`
  return rows.flatMap(({ scans }) => scans)
}

/** A run that was due before this one and is still being read; a later run must wait for it. */
export async function unfinishedBefore(db: Db, { dueAt }: Pick<ScreenerRun, 'dueAt'>): Promise<string | null> {
  const rows = await db<{ id: string }[]>`
    select r.id from screener_runs as r
    where r.state = 'scanning' and r.due_at < ${dueAt} order by r.due_at limit 1`
  return rows[0]?.id ?? null
}

/** Returns whether a run that was due later has decided already. */
export async function isOvertaken(db: Db, { dueAt }: Pick<ScreenerRun, 'dueAt'>): Promise<boolean> {
  const rows = await db`
    select 1 from screener_runs as r where r.state = 'decided' and r.due_at > ${dueAt} limit 1`
  return rows.length > 0
}

export async function finishRun(
  tx: Tx,
  { id, state, at, summary }: { id: string; state: 'decided' | 'superseded'; at: Date; summary: object | null },
): Promise<void> {
  await tx`
    update screener_runs set state = ${state}, decided_at = ${at}, summary = ${summary && tx.json(summary as never)}
    where id = ${id}`
  await tx`delete from screener_scans as s where s.run = ${id}`
}

/** The number of flags that all decided runs saw, by archetype. */
export async function flagCounts(db: Db): Promise<Map<string, number>> {
  const rows = await db<{ archetype: string; count: number }[]>`
    select f.key as archetype, sum(f.value::integer)::integer as count
    from screener_runs as r, jsonb_each_text(r.summary->'flags') as f
    where r.state = 'decided' group by f.key limit 100`
  return new Map(rows.map(({ archetype, count }) => [archetype, count]))
}

/** Gives up runs that were due before an instant and are still being read, so that later ones need not wait. */
export async function abandonRuns(tx: Tx, { before, at }: { before: Date; at: Date }): Promise<void> {
  await tx`
    update screener_runs set state = 'superseded', decided_at = ${at}
    where state = 'scanning' and due_at < ${before}`
}

export async function runOf(db: Db, id: string): Promise<ScreenerRun | null> {
  const rows = await db<ScreenerRun[]>`select ${columns(db)} from screener_runs as r where r.id = ${id} limit 1`
  return rows[0] ?? null
}
