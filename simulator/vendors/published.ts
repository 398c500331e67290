import { sessionOnOrBefore } from '../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay } from '../../shared/time/trading-day.ts'

/** The newest session whose daily file is out, for files that are published on the day itself at a wall time. */
export const lastPublished = (instant: Date, time: string): { day: TradingDay; at: Date } => {
  const { day } = sessionOnOrBefore(eastern(instant).day)
  const at = instantAt(day, time)
  if (at <= instant) return { day, at }
  const before = sessionOnOrBefore(addDays(day, -1)).day
  return { day: before, at: instantAt(before, time) }
}
