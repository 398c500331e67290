import { nextSession } from '../../time/calendar.ts'
import { daysBetween, type TradingDay } from '../../time/trading-day.ts'

const DAYS_OF_A_YEAR = 360
/** Rates are in hundredths of a per cent, so that they are whole numbers. */
const BASIS_POINTS = 10_000

/** Nights from the close of a session to the next session: three over a weekend. */
export const nightsAfter = (day: TradingDay): number => daysBetween(day, nextSession(day).day)

/** The fee for borrowing stock of this worth for some nights, at a rate per year; rounded down. */
export function borrowFeeE4(worthE4: number, rateBps: number, nights: number): number {
  return Number((BigInt(worthE4) * BigInt(rateBps) * BigInt(nights)) / BigInt(BASIS_POINTS * DAYS_OF_A_YEAR))
}
