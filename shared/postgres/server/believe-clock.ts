import { AppError } from '../../errors.ts'
import { appendEvents } from '../events/events.ts'
import { deleteFutureMisses } from '../messaging/slots.ts'
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
 * Sets the service time of a live service to the database's clock, also when it had once been ahead: the way out after a
 * wrong clock. Nothing of money moves; slots that a clock ahead recorded as missed are open again.
 */
export async function believeClock(sql: Pool): Promise<BelievedClock> {
  return await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('service_time'))`
    const before = await readServiceTime(tx)
    if (!before) throw new AppError('conflict', 'this service was never opened, so there is no time to correct')
    if ((await readDataMode(tx)) !== 'live')
      throw new AppError('conflict', 'a simulated service has a time of its own, which does not follow the clock')
    const [row] = await tx<{ now: Date }[]>`
      update service_time set real_origin = t.now, service_origin = t.now, last_seen = t.now
      from (select clock_timestamp() as now) as t returning t.now`
    const { now } = row!
    const forgottenSlots = await deleteFutureMisses(tx, now)
    const event = {
      key: `clock-believed:${now.toISOString()}`,
      kind: 'clock',
      subject: 'clock',
      severity: 'warning',
      title: 'An operator set the service time to the clock of the database.',
      at: now,
      data: { last_seen: before.lastSeen.toISOString(), forgotten_slots: forgottenSlots },
      cycleId: null,
      origin: 'scheduled',
    } as const
    await appendEvents(tx, [event])
    return { now, lastSeen: before.lastSeen, forgottenSlots }
  })
}
