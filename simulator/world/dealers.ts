import type { Equity } from './equity.ts'
import type { Random } from './random.ts'
import type { Volatility } from './volatility.ts'

export type Dealers = {
  /** Dealers' position from -1 (short gamma) to 1 (long gamma), shared by open interest and the vendor's figure. */
  tilt: number
  /** Twenty-session exponential average of returns. */
  trend: number
  /** The vendor's gamma exposure, dollars per 1 % move. */
  gex: number
  /** Dollar-weighted share of off-exchange volume sold short. */
  dix: number
}

const DIX_LEVEL = 0.431
const DIX_MIN = 0.355
const DIX_MAX = 0.505

export const initialDealers = (): Dealers => ({ tilt: 0.4, trend: 0, gex: 1.2e9, dix: DIX_LEVEL })

export const stepDealers = (previous: Dealers, equity: Equity, volatility: Volatility, random: Random): Dealers => {
  const trend = previous.trend + 0.1 * (equity.return - previous.trend)
  const target = Math.tanh(1.9 * Math.log(21.5 / volatility.vix) + 70 * trend)
  const tilt = Math.max(-1, Math.min(1, previous.tilt + 0.4 * (target - previous.tilt) + 0.07 * random.normal()))
  const spx = Math.exp(equity.logSpx)
  const gex = 1.15e6 * spx * (tilt > 0 ? tilt : 0.6 * tilt) * Math.exp(0.15 * random.normal())
  // Investors buy weakness off exchange, so the share sold short by market makers rises after falls.
  const dixTarget = DIX_LEVEL - 2.4 * trend + 0.006 * Math.log(volatility.vix / 17)
  const dix = previous.dix + 0.12 * (dixTarget - previous.dix) + 0.0075 * random.normal()
  return { tilt, trend, gex, dix: Math.max(DIX_MIN, Math.min(DIX_MAX, dix)) }
}
