import { type TradingDay, weekday } from '../../shared/time/trading-day.ts'

/**
 * Sessions of the stock exchange on which the bond market is closed and FRED's Treasury, credit and dollar series have
 * no value: Columbus Day (second Monday of October) and Veterans Day (11 November, or the Monday after a Sunday).
 */
export function isBondHoliday(day: TradingDay): boolean {
  const [month, date] = [day.slice(5, 7), Number(day.slice(8))]
  if (month === '10') return weekday(day) === 1 && date >= 8 && date <= 14
  if (month === '11') return (date === 11 && weekday(day) <= 5) || (date === 12 && weekday(day) === 1)
  return false
}
