import { z } from 'zod'
import { marketAt, sessionOn } from '../../../shared/time/calendar.ts'
import { eastern, easternIso } from '../../../shared/time/eastern.ts'
import { weekday } from '../../../shared/time/trading-day.ts'

const instant = z.iso.datetime({ offset: true }).nullable()
const MINUTE_MS = 60_000

export const MarketStatus = z.object({
  current_time: instant.describe('service time in New York, Eastern offset; null while it is unknown'),
  date: z.iso.date().nullable().describe('the Eastern date'),
  is_open: z.boolean().nullable().describe('true from the open up to, but not including, the close'),
  state: z.enum(['open', 'closed']).nullable().describe('the state of the market in one word'),
  closed_because: z
    .enum(['before_open', 'after_close', 'weekend', 'holiday'])
    .nullable()
    .describe('null while the market is open'),
  session: z
    .enum(['regular', 'half_day', 'none'])
    .nullable()
    .describe('the kind of session on this Eastern date: half_day closes at 13:00'),
  session_open: instant.describe('the open of this date; null without a session'),
  session_close: instant.describe('the close of this date; null without a session'),
  minutes_to_change: z
    .int()
    .min(0)
    .nullable()
    .describe('minutes until state changes, rounded up: 1 within the last minute'),
  next_change: instant.describe('when state changes next'),
  next_open: instant.describe('the first open after now'),
  next_close: instant.describe('the first close after now'),
  reason: z.string().nullable().describe('why every field is null; null when the status is known'),
})
export type MarketStatus = z.infer<typeof MarketStatus>

const UNKNOWN: Omit<MarketStatus, 'reason'> = {
  current_time: null,
  date: null,
  is_open: null,
  state: null,
  closed_because: null,
  session: null,
  session_open: null,
  session_close: null,
  minutes_to_change: null,
  next_change: null,
  next_open: null,
  next_close: null,
}

/** `now` is null while service time is unknown. */
export function marketStatus(now: Date | null, reason: string | null): MarketStatus {
  if (!now) return { ...UNKNOWN, reason }
  const { day } = eastern(now)
  const { phase, session, nextChange, nextOpen } = marketAt(now)
  const open = phase === 'open'
  const closes = session && now < session.close ? session : sessionOn(eastern(nextOpen).day)
  const closedBecause = session
    ? now < session.open
      ? 'before_open'
      : 'after_close'
    : weekday(day) > 5
      ? 'weekend'
      : 'holiday'
  return {
    current_time: easternIso(now),
    date: day,
    is_open: open,
    state: phase,
    closed_because: open ? null : closedBecause,
    session: session ? (session.earlyClose ? 'half_day' : 'regular') : 'none',
    session_open: session && easternIso(session.open),
    session_close: session && easternIso(session.close),
    minutes_to_change: Math.ceil((nextChange.getTime() - now.getTime()) / MINUTE_MS),
    next_change: easternIso(nextChange),
    next_open: easternIso(nextOpen),
    next_close: closes && easternIso(closes.close),
    reason,
  }
}
