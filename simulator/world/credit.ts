import type { Equity } from './equity.ts'
import type { Random } from './random.ts'
import type { Volatility } from './volatility.ts'

/** Option-adjusted spreads in percent, as FRED prints them: 3.45 is 345 basis points. */
export type Credit = {
  hyOas: number
  igOas: number
  baa10y: number
  /** Sums of the log moves of both spreads that nothing foretold and no share explains. */
  hyOwn: number
  igOwn: number
}

export const initialCredit = (): Credit => ({ hyOas: 3.8, igOas: 1.05, baa10y: 1.95, hyOwn: 0, igOwn: 0 })

/** Spreads follow the three-month volatility with a lag of weeks, and the day's equity move at once. */
const REVERSION = 0.045
const EQUITY_BETA = -1.55
export const SPREAD_NOISE = { hy: 0.009, ig: 0.008, baa: 0.006 } as const

export const stepCredit = (previous: Credit, equity: Equity, volatility: Volatility, random: Random): Credit => {
  const level = Math.log(volatility.vix3m / 17.5)
  const hyOwn = SPREAD_NOISE.hy * random.normal()
  const igOwn = SPREAD_NOISE.ig * random.normal()
  const toward = (last: number, target: number, beta: number, own: number): number =>
    last * Math.exp(REVERSION * Math.log(target / last) + beta * equity.surprise + own)
  return {
    hyOas: Math.max(2.3, toward(previous.hyOas, 3.85 * Math.exp(1.25 * level), EQUITY_BETA, hyOwn)),
    igOas: Math.max(0.7, toward(previous.igOas, 1.08 * Math.exp(1.05 * level), EQUITY_BETA * 0.7, igOwn)),
    baa10y: Math.max(
      1.4,
      toward(previous.baa10y, 1.95 * Math.exp(0.7 * level), EQUITY_BETA * 0.4, SPREAD_NOISE.baa * random.normal()),
    ),
    hyOwn: previous.hyOwn + hyOwn,
    igOwn: previous.igOwn + igOwn,
  }
}
