import { createOutageLines } from '../../shared/broker/outage-lines.ts'
import type { Broker } from '../../shared/broker/port.ts'
import { redriveOutages } from '../../shared/broker/redrive-outages.ts'
import { createLostWatch } from '../../shared/broker/resend-lost.ts'
import { errorMessage } from '../../shared/errors.ts'
import { settleMessages } from '../../shared/postgres/messaging/settled.ts'
import { saveStageDepths } from '../../shared/postgres/messaging/stage-depths.ts'
import { pruneWorkers } from '../../shared/postgres/messaging/stage-workers.ts'
import { markSeen, type ServiceClock } from '../../shared/postgres/server/service-time.ts'
import { sweepOverdueTrades } from '../../shared/postgres/trading/trades.ts'
import { sweepReads } from './ai-reads.ts'
import { sweepCycles } from './cycles.ts'
import { prune } from './prune.ts'
import { redriveRequested } from './redrive-requested.ts'
import { renewEvening } from './renew-evening.ts'
import { runDueMinutes, runDueSlots, type SchedulerDeps } from './run-due-slots.ts'

const TICK_MS = 1_000
const LOOK_EVERY_MS = 5_000
const PRUNE_EVERY_MS = 3_600_000
const REDRIVE_EVERY_MS = 60_000
/** After an upgrade the stages may be replaced later than the scheduler, and write the old form once more. */
const RENEW_EVERY_MS = 3_600_000
/** The most overdue trades per tick; the rest waits for the next second. */
const TRADES_SWEPT_MAX = 1_000

export interface Scheduler {
  stop(): Promise<void>
}

/** Ticks every second of real time; what is due is a function of service time. Any number may run. */
export function startScheduler(
  deps: SchedulerDeps & {
    clock: Pick<ServiceClock, 'now' | 'sync' | 'isGoverned'>
    broker: Broker
    sourceRunsKeepDays: number
  },
): Scheduler {
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  let stopped = false
  let prunedAt = 0
  let redrivenAt = 0
  let renewedAt = 0
  let lookedAt = 0
  const resendLost = createLostWatch(deps)
  // Only ticks that look at the broker fail while it is unreachable, so a single good tick does not mean that the
  // outage is over.
  const lines = createOutageLines()
  const tick = async () => {
    try {
      // A step of the clock is seen before slots are judged by the time after it.
      await deps.clockWatch?.compare()
      // A sync once a second costs nothing and makes all schedulers agree on what is due.
      await deps.clock.sync()
      const now = deps.clock.now()
      // Decisions made at a wrong time cannot be taken back: slots, cycles given up, rows pruned, the latest time seen.
      const isBelieved = deps.clockWatch?.isBelieved() !== false
      // The mover of a governed clock decides what falls due by it, one slot after the other.
      const decides = isBelieved && !deps.clock.isGoverned()
      if (decides) {
        await runDueSlots(deps, now)
        await runDueMinutes(deps, now)
        await sweepCycles(deps, now)
        await sweepReads(deps, now)
      }
      if (isBelieved) await markSeen(deps.sql)
      await settleMessages(deps.sql)
      await sweepOverdueTrades(deps.sql, TRADES_SWEPT_MAX)
      await redriveRequested(deps)
      if (performance.now() - lookedAt > LOOK_EVERY_MS || lookedAt === 0) {
        lookedAt = performance.now()
        await pruneWorkers(deps.sql)
        const depths = await deps.broker.depths()
        await saveStageDepths(deps.sql, deps.broker.kind, depths, deps.broker.alarm())
        await resendLost(depths)
      }
      if (performance.now() - redrivenAt > REDRIVE_EVERY_MS || redrivenAt === 0) {
        redrivenAt = performance.now()
        await redriveOutages(deps)
      }
      if (isBelieved && (performance.now() - renewedAt > RENEW_EVERY_MS || renewedAt === 0)) {
        renewedAt = performance.now()
        await renewEvening(deps, now)
      }
      if (decides && (performance.now() - prunedAt > PRUNE_EVERY_MS || prunedAt === 0)) {
        prunedAt = performance.now()
        await prune(deps.sql, now, deps.sourceRunsKeepDays)
      }
    } catch (error) {
      const failures = lines.failed(performance.now())
      if (failures !== null) deps.log.warn({ error: errorMessage(error), failures }, 'scheduler_tick_failed')
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
