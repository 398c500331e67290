import { oldestUnsentAgeMs } from '../../shared/postgres/messaging/outbox.ts'
import { readStageDepths, type SeenStage } from '../../shared/postgres/messaging/stage-depths.ts'
import {
  type LiveWorker,
  liveWorkers,
  readStageTotals,
  type StageTotal,
} from '../../shared/postgres/messaging/stage-workers.ts'
import { schedulerSilentSeconds } from '../../shared/postgres/server/data-losses.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { type CycleLatency, cycleLatency } from '../../shared/postgres/signals/cycle-latency.ts'
import { failedCycles } from '../../shared/postgres/signals/cycles.ts'
import { sessionOn } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { type VendorBudgetRow, vendorBudgets } from './source-health-view.ts'

export interface StageFigures {
  /** The depths that the schedulers last saw, on either broker. */
  stages: SeenStage[]
  /** Seconds since a scheduler was alive, whether or not the broker answers it; null if there has been none yet. */
  schedulerSilentSeconds: number | null
  /** 0 when no message waits. */
  outboxOldestSeconds: number
  sources: { source: string; ageSeconds: number }[]
  /** The workers by their own heartbeats. */
  workers: LiveWorker[]
  totals: StageTotal[]
  latency: CycleLatency
  /** Cycles of the last day that could not be computed or reported. */
  failedCycles: number
  /** Seconds since the session's open, by the exchange calendar and service time; 0 while the exchange is closed. */
  sessionSeconds: number
  /** Service time since the quotes worker last renewed any quote; null before its first one. */
  quotesAgeSeconds: number | null
  budgets: VendorBudgetRow[]
}

/** The calendar is read in service time: with fixed UTC times it would be wrong by an hour in one half of the year. */
async function marketFigures(db: Db): Promise<Pick<StageFigures, 'sessionSeconds' | 'quotesAgeSeconds'>> {
  const [row] = await db<{ now: Date; age: number | null }[]>`
    select service_now() as now, extract(epoch from service_now() - max(l.fetched_at))::float8 as age
    from latest_quotes as l`
  const { now, age } = row!
  const session = sessionOn(eastern(now).day)
  const isOpen = session !== null && now >= session.open && now < session.close
  return { sessionSeconds: isOpen ? (now.getTime() - session.open.getTime()) / 1_000 : 0, quotesAgeSeconds: age }
}

/**
 * Service time since each source last delivered by itself, including back-filled runs; a degraded run does not count. A
 * source that never delivered counts from its first run, because a missing figure would look like calm.
 */
async function sourceAges(db: Db): Promise<StageFigures['sources']> {
  return await db<{ source: string; ageSeconds: number }[]>`
    select sr.source, extract(epoch from service_now() - coalesce(
      max(sr.run_at) filter (where sr.ok = 1 and sr.degraded = 0), min(sr.run_at)))::float8 as "ageSeconds"
    from source_runs as sr
    group by sr.source order by sr.source limit 100`
}

export async function stageFigures(db: Db): Promise<StageFigures> {
  const [stages, silentSeconds, unsentMs, sources, workers, totals, latency, failed, market, budgets] =
    await Promise.all([
      readStageDepths(db),
      schedulerSilentSeconds(db),
      oldestUnsentAgeMs(db),
      sourceAges(db),
      liveWorkers(db),
      readStageTotals(db),
      cycleLatency(db),
      failedCycles(db),
      marketFigures(db),
      vendorBudgets(db),
    ])
  return {
    stages,
    schedulerSilentSeconds: silentSeconds,
    outboxOldestSeconds: (unsentMs ?? 0) / 1_000,
    sources,
    workers,
    totals,
    latency,
    failedCycles: failed,
    ...market,
    budgets,
  }
}
