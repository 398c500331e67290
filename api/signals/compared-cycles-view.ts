import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import {
  type CycleRun,
  cycleDocument,
  cycleKnownBy,
  SNAPSHOT_KEY,
} from '../../shared/postgres/signals/cycle-documents.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'

export interface ComparedCycles {
  before: CycleRun | null
  after: CycleRun | null
}

/**
 * The cycles known at two instants; without `from`, the later cycle and the one before it. If two instants mean one
 * cycle, as on a weekend, they would show no change, so the earlier side is then the last cycle of the session before.
 */
export async function comparedCycles(db: Db, { from, to }: { from: Date | null; to: Date }): Promise<ComparedCycles> {
  const after = await cycleKnownBy(db, to)
  if (!after) return { before: null, after: null }
  if (!from) return { before: await cycleBefore(db, after), after }
  const before = await cycleKnownBy(db, from)
  const isSame = before?.cycleId === after.cycleId && before.run === after.run
  return { before: isSame ? ((await lastOfSessionBefore(db, after)) ?? (await cycleBefore(db, after))) : before, after }
}

/** The newest cycle of the days before that of a cycle; null if there is none. */
async function lastOfSessionBefore(db: Db, { cycleId, run }: CycleRun): Promise<CycleRun | null> {
  const [row] = await db<{ asOf: Date }[]>`
    select s.as_of as "asOf" from signal_snapshots as s where s.cycle_id = ${cycleId} and s.run = ${run} limit 1`
  return row ? await cycleKnownBy(db, instantAt(eastern(row.asOf).day, '00:00')) : null
}

/** The previous cycle in its newest run; null if there is none. */
async function cycleBefore(db: Db, { cycleId, run }: CycleRun): Promise<CycleRun | null> {
  const [row] = await db<CycleRun[]>`
    select s.cycle_id as "cycleId", s.run from signal_snapshots as s
    where s.as_of < (
      select n.as_of from signal_snapshots as n where n.cycle_id = ${cycleId} and n.run = ${run})
    order by s.as_of desc, s.run desc limit 1`
  return row ?? null
}

export async function storedCycle(db: Db, cycle: CycleRun, key: string = SNAPSHOT_KEY): Promise<string | null> {
  return (await cycleDocument(db, cycle, key))?.body ?? null
}

export interface UsualScoreMove {
  usual: number | null
  n: number
}

/** Standard deviation of the score's changes between final sessions, over the last year before a session. */
export async function usualScoreMove(db: Db, upTo: SignalsSnapshot['trade_date']): Promise<UsualScoreMove> {
  const [row] = await db<UsualScoreMove[]>`
    select stddev_samp(c.change)::double precision as usual, count(c.change)::int as n
    from (
      select d.health_score - lag(d.health_score) over (order by d.trade_date) as change
      from (
        select sd.trade_date, sd.health_score from signals_daily as sd
        where sd.state = 'final' and sd.trade_date < ${upTo}::text::date order by sd.trade_date desc limit 253
      ) as d
    ) as c`
  return row ?? { usual: null, n: 0 }
}
