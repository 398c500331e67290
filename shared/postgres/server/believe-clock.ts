import { AppError } from '../../errors.ts'
import { appendEvents } from '../events/events.ts'
import { deleteFutureMisses } from '../messaging/slots.ts'
import { believeAnyEpoch, clockEvent } from './clock-epoch.ts'
import { readDataMode } from './data-mode.ts'
import type { Pool } from './db.ts'
import { readServiceTime } from './service-time.ts'

export interface BelievedClock {
  now: Date
  /** The latest instant that the service had seen before. */
  lastSeen: Date
  /** Slots that were recorded as missed although their time is still to come. */
  forgottenSlots: number
}

/**
 * Accepts the database's clock after it stepped back or far ahead. The time of a live service is set to it, even if
 * that time was once ahead; a simulated one continues from the latest time it has seen. No money moves; slots that a
 * clock ahead of time recorded as missed are open again. It may run while the service runs.
 */
export async function believeClock(sql: Pool): Promise<BelievedClock> {
  return await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('service_time'))`
    const before = await readServiceTime(tx)
    if (!before) throw new AppError('conflict', 'this service was never opened, so there is no time to correct')
    const isLive = (await readDataMode(tx)) === 'live'
    const hadStepped = await believeAnyEpoch(tx)
    if (!isLive && !hadStepped)
      throw new AppError(
        'conflict',
        'a simulated service has a time of its own, which does not follow the clock, and the clock is believed',
      )
    const [row] = await tx<{ now: Date }[]>`
      update service_time as st set real_origin = t.real, service_origin = t.now, last_seen = t.now
      from (select r.real, case when ${isLive} then r.real else greatest(s.last_seen, service_now()) end as now
        from (select clock_timestamp() as real) as r, service_time as s) as t
      returning t.now`
    const { now } = row!
    const forgottenSlots = await deleteFutureMisses(tx, now)
    const event = {
      ...clockEvent(now, 'An operator believed the clock of the database.'),
      key: `clock-believed:${now.toISOString()}`,
      severity: 'warning',
      data: { last_seen: before.lastSeen.toISOString(), forgotten_slots: forgottenSlots },
    } as const
    await appendEvents(tx, [event])
    return { now, lastSeen: before.lastSeen, forgottenSlots }
  })
}
