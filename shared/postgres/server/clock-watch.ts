import { uptime } from 'node:os'
import { within } from '../../deadline.ts'
import { errorMessage } from '../../errors.ts'
import type { Log } from '../../log.ts'
import {
  believeEpoch,
  type ClockStep,
  type EpochReading,
  needsOperator,
  raiseClockEpoch,
  readEpoch,
  STEP_MIN_MS,
} from './clock-epoch.ts'
import type { Pool } from './db.ts'

/** Clocks that have agreed for this long since the last step are accepted again. */
export const SETTLED_AFTER_MS = 60_000
const WATCH_EVERY_MS = 1_000
/** A link that never answers must not end the watch. */
const COMPARE_WITHIN_MS = 5_000
/** The kernel counts its uptime in hundredths of a second, and two clocks are not read at one instant. */
const SUSPENSION_ERROR_MS = 2_000

interface ClockReading extends EpochReading {
  /** This process's monotonic clock when Postgres answered, and how long the answer took. */
  monotonicMs: number
  roundTripMs: number
  uptimeMs: number
}

export interface ClockWatch {
  compare(): Promise<void>
  /** Returns whether Postgres's clock is believed, as of the last comparison; false before the first one. */
  isBelieved(): boolean
}

interface ClockWatchDeps {
  sql: () => Pool | null
  monotonicMs?: () => number
  /** The machine's time since its start, which continues while the machine is suspended. */
  uptimeMs?: () => number
  onStep: (step: ClockStep) => void
}

/**
 * Compares Postgres's clock with this process's monotonic clock and raises the clock epoch when they differ by a step.
 * A suspended machine is a step too, because the monotonic clock stands still meanwhile; its uptime explains that step,
 * however long it was. After a minute of agreeing rates the clock is believed, unless it went back or far ahead.
 */
export function clockWatch({
  sql,
  monotonicMs = () => performance.now(),
  uptimeMs = () => uptime() * 1_000,
  onStep,
}: ClockWatchDeps): ClockWatch {
  let before: ClockReading | null = null
  let agreeingSince = monotonicMs()
  const compare = async (): Promise<void> => {
    const pool = sql()
    if (!pool) return
    const asked = monotonicMs()
    const row = await readEpoch(pool)
    const answered = monotonicMs()
    const reading = { ...row, monotonicMs: answered, roundTripMs: answered - asked, uptimeMs: uptimeMs() }
    const last = before
    before = reading
    const stepMs = last ? stepBetween(last, reading) : 0
    const hasStepped = Math.abs(stepMs) > STEP_MIN_MS
    const isOther = last !== null && last.epoch !== reading.epoch
    if (hasStepped || isOther) agreeingSince = answered
    // Another process may have raised the epoch for the same step already.
    if (hasStepped && !isOther) {
      const driftMs = wasSuspended(last!, reading, stepMs) ? 0 : stepMs
      const step = await pool.begin((tx) => raiseClockEpoch(tx, { seen: reading.epoch, stepMs, driftMs }))
      if (step) {
        before = { ...reading, epoch: step.epoch }
        onStep(step)
      }
      return
    }
    if (isBelieved(reading) || needsOperator(reading.driftMs) || answered - agreeingSince < SETTLED_AFTER_MS) return
    if (await believeEpoch(pool, reading.epoch)) before = { ...reading, believedEpoch: reading.epoch, driftMs: 0 }
  }
  return { compare, isBelieved: () => before !== null && isBelieved(before) }
}

const isBelieved = ({ epoch, believedEpoch }: EpochReading): boolean => epoch === believedEpoch

/** The part of the difference between two readings that slow answers cannot explain. */
function stepBetween(
  last: Pick<ClockReading, 'postgresMs' | 'monotonicMs' | 'roundTripMs'>,
  next: Pick<ClockReading, 'postgresMs' | 'monotonicMs' | 'roundTripMs'>,
): number {
  const difference = next.postgresMs - last.postgresMs - (next.monotonicMs - last.monotonicMs)
  const explained = Math.max(last.roundTripMs, next.roundTripMs)
  return Math.sign(difference) * Math.max(0, Math.abs(difference) - explained)
}

function wasSuspended(last: ClockReading, next: ClockReading, stepMs: number): boolean {
  const suspendedMs = next.uptimeMs - last.uptimeMs - (next.monotonicMs - last.monotonicMs)
  return stepMs > 0 && Math.abs(stepMs - suspendedMs) <= SUSPENSION_ERROR_MS
}

/** Compares the clocks every second until `stop` is called. */
export function keepWatchingClock(sql: () => Pool | null, log: Log): ClockWatch & { stop(): void } {
  const watch = clockWatch({
    sql,
    // A clock that waits for an operator stops the schedule, so a person must act.
    onStep: (step) => log[step.needsOperator ? 'error' : 'warn'](step, 'clock_stepped'),
  })
  let isRunning = false
  let hasFailed = false
  const look = async (): Promise<void> => {
    try {
      await within(COMPARE_WITHIN_MS, 'the comparison of clocks', watch.compare())
      hasFailed = false
    } catch (error) {
      if (!hasFailed) log.warn({ error: errorMessage(error) }, 'clock_not_compared')
      hasFailed = true
    }
  }
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    void look().finally(() => {
      isRunning = false
    })
  }, WATCH_EVERY_MS).unref()
  return { ...watch, stop: () => clearInterval(timer) }
}
