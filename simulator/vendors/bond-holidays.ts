import { type TradingDay, weekday } from '../../shared/time/trading-day.ts'

/** Stocks trade on Columbus Day (second Monday of October) and Veterans Day, but the Fed publishes nothing. */
export const isBondHoliday = (day: TradingDay): boolean => {
  const date = day.slice(5)
  if (date >= '10-08' && date <= '10-14') return weekday(day) === 1
  return date === '11-11' || (date === '11-12' && weekday(day) === 1)
}
