import type { AiRead } from '../../shared/postgres/ai/ai-reads.ts'
import { type StoredState, statesOfCycles } from '../../shared/postgres/ai/ai-states.ts'
import { type StoredVerdict, verdictsOfCycles } from '../../shared/postgres/ai/ai-verdicts.ts'
import { type PublicGrades, publicGrades } from '../../shared/postgres/ai/grades.ts'
import type { Db } from '../../shared/postgres/server/db.ts'

export interface HistoryCycle {
  id: string
  scheduledFor: Date
  origin: AiRead['origin']
}

export interface HistoryRows {
  cycles: HistoryCycle[]
  states: StoredState[]
  verdicts: StoredVerdict[]
  /** Cycles that came from the scheduler and from events, and those of the back-fill. */
  recorded: number
  backfilled: number
  since: Date | null
  grades: PublicGrades
}

/** The newest cycles whose AI-1 was read, with what each stage wrote. */
export async function historyRows(db: Db, limit: number): Promise<HistoryRows> {
  const cycles = await db<HistoryCycle[]>`
    select r.cycle_id as id, r.scheduled_for as "scheduledFor", r.origin from ai_reads as r
    where r.stage = 'ai1' and r.state = 'written' order by r.scheduled_for desc limit ${limit}`
  const ids = cycles.map(({ id }) => id)
  const [states, verdicts, counts, grades] = await Promise.all([
    statesOfCycles(db, ids),
    verdictsOfCycles(db, ids),
    countCycles(db),
    publicGrades(db),
  ])
  return { cycles, states, verdicts, ...counts, grades }
}

async function countCycles(db: Db): Promise<Pick<HistoryRows, 'recorded' | 'backfilled' | 'since'>> {
  const [row] = await db<Pick<HistoryRows, 'recorded' | 'backfilled' | 'since'>[]>`
    select count(*) filter (where r.origin <> 'backfill')::int as recorded,
      count(*) filter (where r.origin = 'backfill')::int as backfilled,
      min(r.scheduled_for) filter (where r.origin <> 'backfill') as since
    from ai_reads as r where r.stage = 'ai1' and r.state = 'written'`
  return row!
}
