import { type Session, sessionOnOrAfter, sessionsBetween } from './calendar.ts'
import { eastern } from './eastern.ts'
import type { TradingDay } from './trading-day.ts'

const wallTime = (instant: Date): string => eastern(instant).time.slice(0, 5)

const line = ({ day, open, close, earlyClose }: Session): string =>
  `${day},${wallTime(open)},${wallTime(close)},${earlyClose ? 1 : 0}\n`

/** One line per session in Eastern Time, both ends included, for comparison with the exchange's own list. */
export const calendarCsv = (from: TradingDay, to: TradingDay): string =>
  `date,open,close,early_close\n${sessionsBetween(from, to)
    .map((day) => line(sessionOnOrAfter(day)))
    .join('')}`
