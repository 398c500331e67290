import type { Payload } from '../../shared/domain/contract/messages.ts'
import type { Session } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import type { Slot } from './plan-slots.ts'

type Occasion = Payload<'settlement.due'>['occasion']

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** By then a feed that is a quarter of an hour late has quotes of this session and of its bell. */
const AFTER_BELL_MS = 20 * MINUTE_MS
/** Bars of all members are in by then; splits of the day are made before anybody trades. */
const EVENING_AT = '18:00'
/** Each looks for everything that is due, so the next one does the work of one that was missed. */
const MORNING_AT = '08:30'
const OPEN_GRACE_MS = 2 * HOUR_MS
const GRACE_MS = 6 * HOUR_MS

/**
 * A session's settlement slots: before it and at its bell (a service may begin with it), while there is a market to sell
 * in, when options have ended, and when every close is known.
 */
export function settlementSlots({ day, open, close }: Session): Slot[] {
  const slot = (occasion: Occasion, scheduledFor: Date, graceMs: number): Slot => ({
    key: `settlement:${day}/${occasion}`,
    kind: 'settlement',
    day,
    scheduledFor,
    graceMs,
    sources: [],
  })
  return [
    slot('morning', instantAt(day, MORNING_AT), HOUR_MS),
    slot('bell', open, AFTER_BELL_MS),
    slot('open', new Date(open.getTime() + AFTER_BELL_MS), OPEN_GRACE_MS),
    slot('close', new Date(close.getTime() + AFTER_BELL_MS), GRACE_MS),
    slot('evening', instantAt(day, EVENING_AT), GRACE_MS),
  ]
}

export const occasionOf = ({ key }: Pick<Slot, 'key'>): Occasion => key.slice(key.indexOf('/') + 1) as Occasion
