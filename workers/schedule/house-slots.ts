import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Session } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import type { FireContext } from './fire-slot.ts'
import type { Slot } from './plan-slots.ts'

const MINUTE_MS = 60_000
/** After the entries of the screener; the later ones repeat what could not be filled. The last one only reports. */
const TIMES = '09:31 09:33 09:36 09:45 10:00 10:32 10:36 10:45 11:00 12:00 12:45 14:00 15:00 15:45 17:45'.split(' ')
/** If it is later than this, the next one does its work. */
const GRACE_MS = 20 * MINUTE_MS

/** The moments of a session at which the house accounts act: while it is open, and once in the evening. */
export const houseSlots = ({ day, close }: Session): Slot[] =>
  TIMES.filter((time) => time === TIMES.at(-1) || instantAt(day, time) < close).map((time) => ({
    key: `house:${day}T${time}`,
    kind: 'house',
    day,
    scheduledFor: instantAt(day, time),
    graceMs: GRACE_MS,
    sources: [],
  }))

export const houseMessage = ({ key, day }: Slot, { now }: FireContext): NewMessage<'house.due'> => ({
  id: `schedule:${key}#1`,
  type: 'house.due',
  occurredAt: now,
  cycleId: null,
  payload: { slot: key, day },
})
