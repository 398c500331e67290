import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Session } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import type { FireContext } from './fire-slot.ts'
import type { Slot } from './plan-slots.ts'

const MINUTE_MS = 60_000
/** Both happen on half-days too. */
const RUNS = { am: '10:30', pm: '17:30' } as const
/** A morning run later than this would read prices of the afternoon; the run itself states how late it was. */
const RUN_GRACE_MS = { am: 60 * MINUTE_MS, pm: 6 * 60 * MINUTE_MS } as const
/** The time after the open is for the locks of the evening, the time after the morning run for its own. */
const ENTRIES = ['09:31', '09:33', '09:36', '09:45', '10:00', '10:32', '10:36', '10:45', '11:00'] as const
/** A later price is no longer the first one after the run, but is still acceptable. */
const ENTRY_GRACE_MS = 20 * MINUTE_MS

/** The two runs of a session, and the moments at which their picks take a price. */
export function screenerSlots({ day }: Session): Slot[] {
  const runs = (['am', 'pm'] as const).map(
    (slot): Slot => ({
      key: `screener:${day}-${slot}`,
      kind: 'screener',
      day,
      scheduledFor: instantAt(day, RUNS[slot]),
      graceMs: RUN_GRACE_MS[slot],
      sources: [],
    }),
  )
  const entries = ENTRIES.map(
    (time): Slot => ({
      key: `screener-entry:${day}T${time}`,
      kind: 'screener_entry',
      day,
      scheduledFor: instantAt(day, time),
      graceMs: ENTRY_GRACE_MS,
      sources: [],
    }),
  )
  return [...runs, ...entries]
}

/** The message of a run or of an entry. */
export function screenerMessage({ key, kind, day }: Slot, { now, origin }: FireContext): NewMessage {
  const basics = { id: `schedule:${key}#1`, occurredAt: now, cycleId: null }
  if (kind === 'screener_entry') return { ...basics, type: 'screener.entries', payload: { slot: key, day } }
  return { ...basics, type: 'screener.due', payload: { day, slot: key.endsWith('am') ? 'am' : 'pm', origin } }
}
