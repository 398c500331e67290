import { sessionOn } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { addDays, DAY_MS } from '../../shared/time/trading-day.ts'
import type { Cadence, Slot } from './plan-slots.ts'

const MINUTE_MS = 60_000
/** The delayed feed shows the last minute of a session a quarter of an hour after the close. */
const SHOWN_AFTER_MS = 16 * MINUTE_MS
/** A price fetched later than this would belong to another minute. */
const MINUTE_GRACE_MS = 90_000
/** Older minutes are not decided one by one; a gap in them shows a longer stop. */
const LOOKBACK_MS = DAY_MS

/**
 * The minutes of regular sessions in (after, now], ascending: from the one that ends at 09:31 until the feed has shown
 * the close, 406 for a full session. They are kept apart from a day's other slots, because no minute is back-filled,
 * awaited or run again.
 */
export function minutesDue(after: Date, now: Date, cadences: readonly Cadence[]): Slot[] {
  const sources = cadences.filter(({ everyMinute }) => everyMinute).map(({ source }) => source)
  if (sources.length === 0) return []
  const since = Math.max(after.getTime(), now.getTime() - LOOKBACK_MS)
  const last = eastern(now).day
  const slots: Slot[] = []
  for (let day = eastern(new Date(since)).day; day <= last; day = addDays(day, 1)) {
    const session = sessionOn(day)
    if (!session) continue
    const first = Math.max(session.open.getTime(), Math.floor(since / MINUTE_MS) * MINUTE_MS) + MINUTE_MS
    const end = Math.min(session.close.getTime() + SHOWN_AFTER_MS, now.getTime())
    for (let at = first; at <= end; at += MINUTE_MS) {
      const scheduledFor = new Date(at)
      const key = `minute:${day}T${eastern(scheduledFor).time.slice(0, 5)}`
      slots.push({ key, kind: 'minute', day, scheduledFor, graceMs: MINUTE_GRACE_MS, sources })
    }
  }
  return slots
}
