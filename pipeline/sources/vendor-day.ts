import { AppError } from '../../shared/errors.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'

const US_DATE = /^(\d{2})\/(\d{2})\/(\d{4})$/
const COMPACT_DATE = /^(\d{4})(\d{2})(\d{2})$/

export const isoDay = (text: string): TradingDay => tradingDay(text)

/** Cboe's index files write MM/DD/YYYY. */
export function usDay(text: string): TradingDay {
  const match = US_DATE.exec(text)
  if (!match) throw new AppError('invalid', 'a date is not written MM/DD/YYYY')
  return tradingDay(`${match[3]}-${match[1]}-${match[2]}`)
}

/** FINRA writes YYYYMMDD. */
export function compactDay(text: string): TradingDay {
  const match = COMPACT_DATE.exec(text)
  if (!match) throw new AppError('invalid', 'a date is not written YYYYMMDD')
  return tradingDay(`${match[1]}-${match[2]}-${match[3]}`)
}
