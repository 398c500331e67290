import type { Db } from '../../shared/postgres/db.ts'
import { oldestUnsentAgeMs } from '../../shared/postgres/outbox.ts'
import { readStageDepths, type SeenStage } from '../../shared/postgres/stage-depths.ts'

export interface StageFigures {
  /** As the schedulers last saw them, on either broker. */
  stages: SeenStage[]
  /** 0 when nothing waits. */
  outboxOldestSeconds: number
  sources: { source: string; ageSeconds: number }[]
  /** Null before the first cycle that a slot opened. */
  marketEventToServedSeconds: number | null
}

/** Since each source last delivered, in service time; what a back-fill asked for counts too. */
async function sourceAges(db: Db): Promise<StageFigures['sources']> {
  return await db<{ source: string; ageSeconds: number }[]>`
    select sr.source, extract(epoch from service_now() - max(sr.run_at))::float8 as "ageSeconds"
    from source_runs as sr where sr.ok = 1
    group by sr.source order by sr.source limit 100`
}

async function newestCycleSeconds(db: Db): Promise<number | null> {
  const [row] = await db<{ seconds: number }[]>`
    select extract(epoch from r.written_at - r.at)::float8 as seconds
    from reports as r where r.origin = 'scheduled' order by r.date desc, r.time desc limit 1`
  return row?.seconds ?? null
}

export async function stageFigures(db: Db): Promise<StageFigures> {
  const [stages, unsentMs, sources, marketEventToServedSeconds] = await Promise.all([
    readStageDepths(db),
    oldestUnsentAgeMs(db),
    sourceAges(db),
    newestCycleSeconds(db),
  ])
  return { stages, outboxOldestSeconds: (unsentMs ?? 0) / 1_000, sources, marketEventToServedSeconds }
}
