import { nextSession } from '../../time/calendar.ts'
import { daysBetween, type TradingDay } from '../../time/trading-day.ts'

const DAYS_OF_A_YEAR = 360
/** Of a per cent, in hundredths of it, so that a rate is a whole number. */
const BASIS_POINTS = 10_000

/** Nights from the close of a session to the next one: three over a weekend. */
export const nightsAfter = (day: TradingDay): number => daysBetween(day, nextSession(day).day)

/** For borrowing what is short over so many nights, at a yearly rate of its worth; rounded down. */
export function borrowFeeE4(worthE4: number, rateBps: number, nights: number): number {
  return Number((BigInt(worthE4) * BigInt(rateBps) * BigInt(nights)) / BigInt(BASIS_POINTS * DAYS_OF_A_YEAR))
}
