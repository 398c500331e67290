import { appendEvents } from '../events/events.ts'
import type { Db, Pool, Tx } from './db.ts'

/** A difference of this length between Postgres's clock and our monotonic clock is a step; slewing stays far below. */
export const STEP_MIN_MS = 250
/** If a clock is further ahead than this, or has gone back at all, only an operator can accept it. */
export const AHEAD_MS_MAX = 3_600_000

export interface EpochReading {
  epoch: number
  believedEpoch: number
  driftMs: number
  postgresMs: number
}

export interface ClockStep {
  epoch: number
  stepMs: number
  needsOperator: boolean
}

export const needsOperator = (driftMs: number): boolean => driftMs < -STEP_MIN_MS || driftMs > AHEAD_MS_MAX

export async function readEpoch(sql: Db): Promise<EpochReading> {
  const [row] = await sql<[EpochReading]>`
    select coalesce(max(c.epoch), 0)::integer as epoch, coalesce(max(c.believed_epoch), 0)::integer as "believedEpoch",
      coalesce(max(c.drift_ms), 0)::float8 as "driftMs",
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "postgresMs"
    from clock_epoch as c`
  return row
}

/**
 * Raises the epoch from the one that the caller saw and logs the step. The steps since the last accepted clock add up,
 * so that two opposite steps leave nothing to accept. Returns null if another process raised it in the meantime.
 */
export async function raiseClockEpoch(
  tx: Tx,
  { seen, stepMs, driftMs }: { seen: number; stepMs: number; driftMs: number },
): Promise<ClockStep | null> {
  const [row] = await tx<{ epoch: number; driftMs: number; steppedAt: Date }[]>`
    insert into clock_epoch as c (epoch, step_ms, drift_ms, stepped_at)
    values (1, ${stepMs}, ${driftMs}, clock_timestamp())
    on conflict (id) do update set epoch = c.epoch + 1, step_ms = excluded.step_ms, stepped_at = excluded.stepped_at,
      drift_ms = excluded.drift_ms + case when c.believed_epoch = c.epoch then 0 else c.drift_ms end
    where c.epoch = ${seen} returning c.epoch, c.drift_ms as "driftMs", c.stepped_at as "steppedAt"`
  if (!row) return null
  const { epoch, steppedAt } = row
  const step = { epoch, stepMs, needsOperator: needsOperator(row.driftMs) }
  await appendEvents(tx, [
    {
      ...clockEvent(steppedAt, `${stepSentence(stepMs)}.`),
      key: `clock:${epoch}`,
      severity: 'warning',
      data: { epoch, step_seconds: stepMs / 1_000, needs_operator: step.needsOperator },
    },
  ])
  return step
}

/** Believes the clock of this epoch, if that needs no operator. Returns whether this call did it. */
export async function believeEpoch(sql: Pool, epoch: number): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const [row] = await tx<{ at: Date }[]>`
      update clock_epoch as c set believed_epoch = c.epoch, drift_ms = 0
      where c.epoch = ${epoch} and c.believed_epoch <> c.epoch
        and c.drift_ms between ${-STEP_MIN_MS} and ${AHEAD_MS_MAX}
      returning clock_timestamp() as at`
    if (!row) return false
    const title = 'The clock of the database is believed again: it has agreed with this service for a minute.'
    const event = clockEvent(row.at, title)
    await appendEvents(tx, [{ ...event, key: `clock:${epoch}/believed`, severity: 'info', data: { epoch } }])
    return true
  })
}

/** Accepts the clock whatever it did, which only an operator may decide. Returns whether there was a step to accept. */
export async function believeAnyEpoch(tx: Tx): Promise<boolean> {
  const done = await tx`
    update clock_epoch as c set believed_epoch = c.epoch, drift_ms = 0 where c.believed_epoch <> c.epoch`
  return done.count > 0
}

export const clockEvent = (at: Date, title: string) =>
  ({ kind: 'clock', subject: 'clock', title, at, cycleId: null, origin: 'scheduled' }) as const

/** A step for people: how far and in which direction. */
export function stepSentence(stepMs: number): string {
  const seconds = Math.round(Math.abs(stepMs) / 100) / 10
  return `The clock of the database stepped ${seconds} s ${stepMs < 0 ? 'back' : 'ahead'}`
}

export interface RecentStep {
  stepMs: number
  isBelieved: boolean
  needsOperator: boolean
}

/** The newest step, if it was within the last hour of the database's clock or is not believed yet. */
export async function recentClockStep(sql: Db): Promise<RecentStep | null> {
  const [row] = await sql<{ stepMs: number; driftMs: number; isBelieved: boolean }[]>`
    select c.step_ms as "stepMs", c.drift_ms as "driftMs", c.believed_epoch = c.epoch as "isBelieved" from clock_epoch as c
    where c.believed_epoch <> c.epoch
      or c.stepped_at between clock_timestamp() - interval '1 hour' and clock_timestamp()`
  if (!row) return null
  const { stepMs, driftMs, isBelieved } = row
  return { stepMs, isBelieved, needsOperator: !isBelieved && needsOperator(driftMs) }
}
