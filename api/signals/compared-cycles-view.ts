import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import {
  type CycleRun,
  cycleDocument,
  cycleKnownBy,
  SNAPSHOT_KEY,
} from '../../shared/postgres/signals/cycle-documents.ts'

export interface ComparedCycles {
  before: CycleRun | null
  after: CycleRun | null
}

/** The cycles known at two instants; without `from`, the later cycle and the one before it. */
export async function comparedCycles(db: Db, { from, to }: { from: Date | null; to: Date }): Promise<ComparedCycles> {
  const after = await cycleKnownBy(db, to)
  if (!after) return { before: null, after: null }
  return { before: from ? await cycleKnownBy(db, from) : await cycleBefore(db, after), after }
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
