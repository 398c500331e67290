import { z } from 'zod'
import { halfDaysBetween, holidaysBetween, sessionOnOrAfter, sessionsBetween } from '../../../shared/time/calendar.ts'
import { easternIso } from '../../../shared/time/eastern.ts'
import { ANNOUNCED_THROUGH } from '../../../shared/time/nyse-holidays.ts'
import { TradingDay, weekday } from '../../../shared/time/trading-day.ts'

const MINUTE_MS = 60_000
const instant = (words: string) => z.iso.datetime({ offset: true }).describe(`${words}, Eastern offset`)

const CalendarSession = z
  .object({
    date: TradingDay.describe('the Eastern date of the session'),
    open: instant('its open'),
    close: instant('its close: the market is open up to, but not including, this instant'),
    kind: z.enum(['regular', 'half_day']).describe('half_day: the exchange closes at 13:00'),
    minutes: z.int().describe('minutes from the open to the close: 390, or 210 on a half-day'),
    name: z.string().nullable().describe('why it is a half-day; null for a regular session'),
  })
  .meta({ id: 'CalendarSession', description: 'One session of the exchange' })

const CalendarHoliday = z
  .object({
    date: TradingDay.describe('a weekday without a session'),
    name: z.string().describe('the holiday, or why the exchange was closed that day'),
  })
  .meta({ id: 'CalendarHoliday', description: 'One weekday on which the exchange is closed' })

export const MarketCalendar = z
  .object({
    from: TradingDay.nullable().describe('first Eastern date of the range; null while service time is unknown'),
    to: TradingDay.nullable().describe('last Eastern date of the range; null while service time is unknown'),
    timezone: z.literal('America/New_York').describe('the time zone of all dates and offsets'),
    count: z.int().describe('number of sessions in the range'),
    sessions: z.array(CalendarSession).describe('oldest first'),
    holidays: z.array(CalendarHoliday).describe('weekdays of the range without a session, oldest first'),
    announced_through: TradingDay.describe(
      'the exchange has announced its sessions up to this date; later ones follow its rules and may still change',
    ),
    reason: z.string().nullable().describe('why there is no session in the range; null otherwise'),
  })
  .meta({ id: 'MarketCalendar', description: 'Sessions of the exchange between two dates' })
export type MarketCalendar = z.infer<typeof MarketCalendar>

const headOf = (from: TradingDay | null, to: TradingDay | null) =>
  ({ from, to, timezone: 'America/New_York', announced_through: ANNOUNCED_THROUGH }) as const

export const emptyCalendar = (reason: string): MarketCalendar =>
  Object.assign(headOf(null, null), { count: 0, sessions: [], holidays: [], reason })

/** Both ends are included. */
export function marketCalendar(from: TradingDay, to: TradingDay): MarketCalendar {
  const names = new Map(halfDaysBetween(from, to).map(({ day, name }) => [day, name]))
  const sessions = sessionsBetween(from, to).map((date) => {
    const { open, close, earlyClose } = sessionOnOrAfter(date)
    const kind = earlyClose ? ('half_day' as const) : ('regular' as const)
    const minutes = (close.getTime() - open.getTime()) / MINUTE_MS
    return { date, open: easternIso(open), close: easternIso(close), kind, minutes, name: names.get(date) ?? null }
  })
  // Some holidays of the rules fall on a weekend, when nothing would be open anyway.
  const holidays = holidaysBetween(from, to)
    .filter(({ day }) => weekday(day) <= 5)
    .map(({ day: date, name }) => ({ date, name }))
  const reason = sessions.length > 0 ? null : 'the exchange is closed on every day of this range'
  return Object.assign(headOf(from, to), { count: sessions.length, sessions, holidays, reason })
}
