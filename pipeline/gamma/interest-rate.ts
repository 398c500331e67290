import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { KnownRate } from './analyse-chain.ts'

const DAYS_OF_MONEY_MARKET = 360
const DAYS_OF_YEAR = 365

/**
 * Federal funds (percent, simple, actual/360, compounded daily) as a continuous rate. Listed options are funded
 * overnight, and the forward comes from parity, so a longer bill rate would not change volatilities visibly.
 */
export function rateFromFedFunds(latest: { day: TradingDay; value: number } | null): KnownRate {
  if (!latest) return { rate: 0, source: 'none known, zero assumed' }
  const rate = DAYS_OF_YEAR * Math.log(1 + latest.value / 100 / DAYS_OF_MONEY_MARKET)
  return { rate, source: `dff of ${latest.day}` }
}
