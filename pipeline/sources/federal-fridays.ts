import { addDays, type TradingDay, tradingDay, weekday } from '../../shared/time/trading-day.ts'

const FRIDAY = 5
/** Holidays of a Saturday that the exchange does not observe on the Friday before. */
const NOT_OBSERVED: readonly string[] = ['01-01', '11-11']
/** The law that made Juneteenth a holiday was signed the day before. */
const FIRST_JUNETEENTH = tradingDay('2021-06-18')

/**
 * Fridays on which the exchange trades while the federal offices are closed, because they observe New Year or Veterans
 * Day of the Saturday, and the first Juneteenth. Treasuries trade and have yields, but offices publish nothing.
 */
export const isFederalFriday = (day: TradingDay): boolean =>
  day === FIRST_JUNETEENTH || (weekday(day) === FRIDAY && NOT_OBSERVED.includes(addDays(day, 1).slice(5)))
