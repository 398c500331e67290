import { oldestUnsentAgeMs } from '../../shared/postgres/messaging/outbox.ts'
import { readStageDepths, type SeenStage } from '../../shared/postgres/messaging/stage-depths.ts'
import {
  type LiveWorker,
  liveWorkers,
  readStageTotals,
  type StageTotal,
} from '../../shared/postgres/messaging/stage-workers.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { type CycleLatency, cycleLatency } from '../../shared/postgres/signals/cycle-latency.ts'
import { failedCycles } from '../../shared/postgres/signals/cycles.ts'

export interface StageFigures {
  /** As the schedulers last saw them, on either broker. */
  stages: SeenStage[]
  /** 0 when nothing waits. */
  outboxOldestSeconds: number
  sources: { source: string; ageSeconds: number }[]
  /** As the workers themselves say. */
  workers: LiveWorker[]
  totals: StageTotal[]
  latency: CycleLatency
  /** Cycles of the last day nobody could compute or report. */
  failedCycles: number
}

/** Since each source last delivered, in service time; what a back-fill asked for counts too. */
async function sourceAges(db: Db): Promise<StageFigures['sources']> {
  return await db<{ source: string; ageSeconds: number }[]>`
    select sr.source, extract(epoch from service_now() - max(sr.run_at))::float8 as "ageSeconds"
    from source_runs as sr where sr.ok = 1
    group by sr.source order by sr.source limit 100`
}

export async function stageFigures(db: Db): Promise<StageFigures> {
  const [stages, unsentMs, sources, workers, totals, latency, failed] = await Promise.all([
    readStageDepths(db),
    oldestUnsentAgeMs(db),
    sourceAges(db),
    liveWorkers(db),
    readStageTotals(db),
    cycleLatency(db),
    failedCycles(db),
  ])
  return {
    stages,
    outboxOldestSeconds: (unsentMs ?? 0) / 1_000,
    sources,
    workers,
    totals,
    latency,
    failedCycles: failed,
  }
}
