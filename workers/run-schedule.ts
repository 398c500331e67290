import { setTimeout as sleep } from 'node:timers/promises'
import type { Broker } from '../shared/broker/port.ts'
import { errorMessage } from '../shared/errors.ts'
import type { ServiceClock } from '../shared/postgres/server/service-time.ts'
import { type BackfillDeps, backfillBehind, backfillHistory } from './backfill/backfill.ts'
import { startScheduler } from './schedule/scheduler.ts'

/** A database that is away for a moment must not leave a service without a scheduler. */
const AGAIN_AFTER_MS = 2_000

export type ScheduleDeps = BackfillDeps & { broker: Broker; clock: ServiceClock; sourceRunsKeepDays: number }

/**
 * The life of a scheduler process until the signal: history first, if it is to fill any (a first
 * snapshot without its own past would only say what it lacks), then slots, and the rest of the history
 * beside them. Each step goes on where it was, so a failure is tried again.
 */
export async function runSchedule(deps: ScheduleDeps, { fill }: { fill: boolean }, signal: AbortSignal): Promise<void> {
  if (fill) await untilDone(deps, signal, () => backfillHistory(deps, signal))
  if (signal.aborted) return
  const scheduler = startScheduler(deps)
  if (fill) await untilDone(deps, signal, () => backfillBehind(deps, signal))
  if (!signal.aborted) await new Promise((done) => signal.addEventListener('abort', done))
  await scheduler.stop()
}

async function untilDone({ log }: ScheduleDeps, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    try {
      return await work()
    } catch (error) {
      log.warn({ error: errorMessage(error) }, 'backfill_interrupted')
      await sleep(AGAIN_AFTER_MS, undefined, { signal }).catch(() => {})
    }
  }
}
