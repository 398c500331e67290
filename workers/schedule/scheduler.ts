import type { Broker } from '../../shared/broker/port.ts'
import { pruneMessaging } from '../../shared/broker/prune.ts'
import { EVENTS_KEPT_DAYS } from '../../shared/domain/event.ts'
import { errorMessage } from '../../shared/errors.ts'
import { pruneAlertEvaluations } from '../../shared/postgres/alerts.ts'
import { pruneChainContracts } from '../../shared/postgres/chains.ts'
import { pruneEvents } from '../../shared/postgres/events.ts'
import { pruneMemberBars } from '../../shared/postgres/members.ts'
import { pruneQuarantine } from '../../shared/postgres/quarantine.ts'
import { markSeen, type ServiceClock } from '../../shared/postgres/service-time.ts'
import { pruneSnapshots } from '../../shared/postgres/snapshots.ts'
import { pruneSourceRuns } from '../../shared/postgres/source-runs.ts'
import { saveStageDepths } from '../../shared/postgres/stage-depths.ts'
import { pruneWorkers } from '../../shared/postgres/stage-workers.ts'
import { DAY_MS } from '../../shared/time/trading-day.ts'
import { sweepCycles } from '../cycles.ts'
import { KEEP_MEMBER_BARS_DAYS } from '../ingest/store-wide.ts'
import { runDueSlots, type SchedulerDeps } from './run-due-slots.ts'

const TICK_MS = 1_000
const LOOK_EVERY_MS = 5_000
const PRUNE_EVERY_MS = 3_600_000
const PRUNE_BATCH = 5_000

const KEEP_CHAIN_CONTRACTS_MS = 30 * DAY_MS
const KEEP_SOURCE_RUNS_MS = 30 * DAY_MS
const KEEP_SNAPSHOTS_MS = 400 * DAY_MS
const KEEP_QUARANTINE_MS = 3 * DAY_MS
const KEEP_MESSAGES_MS = 7 * DAY_MS

export interface Scheduler {
  stop(): Promise<void>
}

/** Ticks every second of real time; what is due is a function of service time. Any number may run. */
export function startScheduler(deps: SchedulerDeps & { clock: ServiceClock; broker: Broker }): Scheduler {
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  let stopped = false
  let prunedAt = 0
  let lookedAt = 0
  const tick = async () => {
    try {
      // Once a second costs nothing, and all schedulers agree on what is due.
      await deps.clock.sync()
      const now = deps.clock.now()
      await runDueSlots(deps, now)
      await sweepCycles(deps, now)
      await markSeen(deps.sql)
      if (performance.now() - lookedAt > LOOK_EVERY_MS || lookedAt === 0) {
        lookedAt = performance.now()
        await pruneWorkers(deps.sql)
        await saveStageDepths(deps.sql, await deps.broker.depths())
      }
      if (performance.now() - prunedAt > PRUNE_EVERY_MS || prunedAt === 0) {
        prunedAt = performance.now()
        await prune(deps, now)
      }
    } catch (error) {
      deps.log.warn({ error: errorMessage(error) }, 'scheduler_tick_failed')
    }
    if (!stopped) timer = setTimeout(() => (current = tick()), TICK_MS)
  }
  current = tick()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}

/** Retention, as architecture and spec set it. Each step is bounded or small; the next hour goes on. */
async function prune({ sql }: SchedulerDeps, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await pruneChainContracts(sql, ago(KEEP_CHAIN_CONTRACTS_MS))
  await pruneSourceRuns(sql, ago(KEEP_SOURCE_RUNS_MS), PRUNE_BATCH)
  await pruneSnapshots(sql, ago(KEEP_SNAPSHOTS_MS))
  await pruneAlertEvaluations(sql, ago(KEEP_SNAPSHOTS_MS))
  await pruneEvents(sql, ago(EVENTS_KEPT_DAYS * DAY_MS), PRUNE_BATCH)
  await pruneQuarantine(sql, ago(KEEP_QUARANTINE_MS))
  await pruneMemberBars(sql, ago(KEEP_MEMBER_BARS_DAYS * DAY_MS), PRUNE_BATCH)
  await pruneMessaging(sql, ago(KEEP_MESSAGES_MS))
}
