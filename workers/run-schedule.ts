import { setTimeout as sleep } from 'node:timers/promises'
import { sourcesOff } from '../pipeline/reads/availability.ts'
import { sources } from '../pipeline/sources/index.ts'
import type { Broker } from '../shared/broker/port.ts'
import { type Config, sourceSetup } from '../shared/config.ts'
import type { SourceId } from '../shared/domain/market/source-id.ts'
import { errorMessage } from '../shared/errors.ts'
import type { Pool } from '../shared/postgres/server/db.ts'
import type { ServiceClock } from '../shared/postgres/server/service-time.ts'
import { type BackfillDeps, backfillHistory, backfillRest } from './backfill/backfill.ts'
import { driveClock } from './clock/drive-clock.ts'
import { startScheduler } from './schedule/scheduler.ts'

/** A database that is briefly unreachable must not leave a service without a scheduler. */
const RETRY_AFTER_MS = 2_000
/** Vendors whose files hold years of history; option chains exist only for the present instant. */
const HISTORY_SOURCES: readonly SourceId[] = ['companies', 'fred', 'market', 'darkpool', 'bars', 'cot', 'aaii']
/**
 * Sources with hundreds of requests, or that the first snapshot does not read: filled while the service already
 * answers.
 */
const LATER_SOURCES: readonly SourceId[] = ['breadth', 'fedfunds', 'news']

/** Sources fetched company by company, after everything that the market state reads. */
const COMPANY_SOURCES: readonly SourceId[] = ['earnings', 'estimates', 'filings', 'headlines']

export type ScheduleDeps = BackfillDeps & {
  broker: Broker
  /** The database without a pooler: the lock of the process that moves the clock belongs to a session. */
  direct: Pool
  clock: ServiceClock
  sourceRunsKeepDays: number
  pacingSilenceS: number
  isBusy: () => boolean
  /** Registers what to do when the clock has changed. */
  onClockChange: (listener: () => void) => void
}

/** Derives from the configuration which sources have slots, and how far back history is filled. */
export function scheduleSettings(
  config: Config,
): Omit<ScheduleDeps, 'broker' | 'sql' | 'direct' | 'relay' | 'log' | 'clock' | 'isBusy' | 'onClockChange'> {
  const off = sourcesOff(sourceSetup(config))
  const isOn = (id: SourceId): boolean => !off[id]
  return {
    cadences: sources
      .filter(({ id }) => isOn(id))
      .map(({ id, everyCycle, everyMinute, at, againAt, weekdays, restDaysAt, graceMs }) => ({
        source: id,
        everyCycle,
        everyMinute,
        at,
        againAt,
        weekdays,
        restDaysAt,
        graceMs,
      })),
    historySources: HISTORY_SOURCES.filter(isOn),
    laterSources: LATER_SOURCES.filter(isOn),
    companySources: COMPANY_SOURCES.filter(isOn),
    live: config.SOURCES === 'live',
    onlyNow: sources.filter(({ onlyNow }) => onlyNow).map(({ id }) => id),
    sessions: config.BACKFILL_SESSIONS,
    cycleSessions: config.BACKFILL_CYCLE_SESSIONS,
    verdictSessions: config.BACKFILL_VERDICT_SESSIONS,
    sourceRunsKeepDays: config.SOURCE_RUNS_KEEP_DAYS,
    pacingSilenceS: config.PACING_SILENCE_S,
  }
}

/**
 * The life of a scheduler process until the signal. With `fill`, history comes first (a first snapshot without a past
 * could only list what it lacks), then slots, while the rest of the history is still loading. A failed step is retried
 * from where it stopped.
 */
export async function runSchedule(deps: ScheduleDeps, { fill }: { fill: boolean }, signal: AbortSignal): Promise<void> {
  if (fill) await retryUntilDone(deps, signal, () => backfillHistory(deps, signal))
  if (signal.aborted) return
  // Live data follows real time, and it cannot be moved.
  const driver = deps.live ? null : driveClock(deps)
  deps.onClockChange(() => driver?.wake())
  const scheduler = startScheduler(deps)
  if (fill) await retryUntilDone(deps, signal, () => backfillRest(deps, signal))
  if (!signal.aborted) await new Promise((done) => signal.addEventListener('abort', done))
  await driver?.stop()
  await scheduler.stop()
}

async function retryUntilDone({ log }: ScheduleDeps, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    try {
      return await work()
    } catch (error) {
      log.warn({ error: errorMessage(error) }, 'backfill_interrupted')
      await sleep(RETRY_AFTER_MS, undefined, { signal }).catch(() => {})
    }
  }
}
