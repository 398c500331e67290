import { appendEvents } from '../events/events.ts'
import type { Db, Pool, Tx } from './db.ts'

/** A difference of this length between Postgres's clock and our monotonic clock is a step; slewing stays far below. */
export const STEP_MIN_MS = 250
/** Clocks that agreed for this long since the last step are believed again. */
export const SETTLED_AFTER_MS = 60_000
const WATCH_EVERY_MS = 1_000

interface ClockReading {
  epoch: number
  postgresMs: number
  /** This process's monotonic clock when Postgres answered, and how long the answer took. */
  monotonicMs: number
  roundTripMs: number
}

export interface ClockStep {
  epoch: number
  stepMs: number
}

export interface ClockWatch {
  compare(): Promise<void>
  /** Whether the clocks have agreed since this process started to watch, or for a minute since the last step. */
  isSettled(): boolean
}

interface ClockWatchDeps {
  sql: () => Pool | null
  monotonicMs?: () => number
  onStep: (step: ClockStep) => void
}

/**
 * Compares Postgres's clock with this process's monotonic clock and raises the clock epoch when they differ by a step.
 * A suspended machine is a step too, because the monotonic clock stands still meanwhile.
 */
export function clockWatch({ sql, monotonicMs = () => performance.now(), onStep }: ClockWatchDeps): ClockWatch {
  let before: ClockReading | null = null
  let steppedAt = Number.NEGATIVE_INFINITY
  const compare = async (): Promise<void> => {
    const pool = sql()
    if (!pool) return
    const asked = monotonicMs()
    const [row] = await pool<[{ epoch: number; postgresMs: number }]>`
      select current_clock_epoch() as epoch, (extract(epoch from clock_timestamp()) * 1000)::float8 as "postgresMs"`
    const answered = monotonicMs()
    const reading = { ...row, monotonicMs: answered, roundTripMs: answered - asked }
    const last = before
    before = reading
    if (!last) return
    const stepMs = stepBetween(last, reading)
    const hasStepped = Math.abs(stepMs) > STEP_MIN_MS
    if (hasStepped || reading.epoch !== last.epoch) steppedAt = answered
    // Another process may have raised the epoch for the same step already.
    if (!hasStepped || reading.epoch !== last.epoch) return
    const epoch = await pool.begin((tx) => raiseClockEpoch(tx, last.epoch, stepMs))
    if (epoch === null) return
    before = { ...reading, epoch }
    onStep({ epoch, stepMs })
  }
  return { compare, isSettled: () => monotonicMs() - steppedAt >= SETTLED_AFTER_MS }
}

/** The part of the difference between two readings that slow answers cannot explain. */
export function stepBetween(last: ClockReading, next: ClockReading): number {
  const difference = next.postgresMs - last.postgresMs - (next.monotonicMs - last.monotonicMs)
  const explained = Math.max(last.roundTripMs, next.roundTripMs)
  return Math.sign(difference) * Math.max(0, Math.abs(difference) - explained)
}

/** Returns the new epoch and logs the step; null if another process raised it meanwhile. */
async function raiseClockEpoch(tx: Tx, seen: number, stepMs: number): Promise<number | null> {
  const [row] = await tx<{ epoch: number; steppedAt: Date }[]>`
    insert into clock_epoch as c (epoch, step_ms, stepped_at) values (1, ${stepMs}, clock_timestamp())
    on conflict (id) do update set epoch = c.epoch + 1, step_ms = excluded.step_ms, stepped_at = excluded.stepped_at
    where c.epoch = ${seen} returning c.epoch, c.stepped_at as "steppedAt"`
  if (!row) return null
  const { epoch, steppedAt } = row
  const event = {
    key: `clock:${epoch}`,
    kind: 'clock',
    subject: 'clock',
    severity: 'warning',
    title: `${stepSentence(stepMs)}.`,
    at: steppedAt,
    data: { epoch, step_seconds: stepMs / 1_000 },
    cycleId: null,
    origin: 'scheduled',
  } as const
  await appendEvents(tx, [event])
  return epoch
}

/** A step for people: how far and in which direction. */
export function stepSentence(stepMs: number): string {
  const seconds = Math.round(Math.abs(stepMs) / 100) / 10
  return `The clock of the database stepped ${seconds} s ${stepMs < 0 ? 'back' : 'ahead'}`
}

/** The newest step, if it was within the last hour of the database's clock. */
export async function recentClockStep(sql: Db): Promise<number | null> {
  const [row] = await sql<{ stepMs: number }[]>`
    select c.step_ms as "stepMs" from clock_epoch as c
    where c.stepped_at between clock_timestamp() - interval '1 hour' and clock_timestamp()`
  return row?.stepMs ?? null
}

/** Compares the clocks every second until `stop` is called. */
export function keepWatchingClock({
  onFailure,
  ...deps
}: ClockWatchDeps & { onFailure: (error: unknown) => void }): ClockWatch & { stop(): void } {
  const watch = clockWatch(deps)
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    watch
      .compare()
      .catch(onFailure)
      .finally(() => {
        isRunning = false
      })
  }, WATCH_EVERY_MS).unref()
  return { ...watch, stop: () => clearInterval(timer) }
}
