import type { Random } from './random.ts'

export const REGIMES = ['calm', 'normal', 'stressed', 'crisis'] as const
export type Regime = (typeof REGIMES)[number]

/** Daily transition probabilities. Mean stays: calm 3 months, normal 2, stressed 5 weeks, crisis 5. */
const TRANSITIONS: Record<Regime, readonly [number, number, number, number]> = {
  calm: [0.984, 0.0148, 0.0012, 0],
  normal: [0.0155, 0.9745, 0.0096, 0.0004],
  stressed: [0, 0.031, 0.96, 0.009],
  crisis: [0, 0, 0.045, 0.955],
}

/** The annual volatility that a regime pulls towards, and its daily drift (of prices, so without dividends). */
const VOLATILITY: Record<Regime, number> = { calm: 0.088, normal: 0.13, stressed: 0.255, crisis: 0.4 }
const DRIFT: Record<Regime, number> = { calm: 0.00052, normal: 0.00046, stressed: 0.0001, crisis: -0.0004 }

export const regimeVariance = (regime: Regime): number => VOLATILITY[regime] ** 2 / 252
export const regimeDrift = (regime: Regime): number => DRIFT[regime]
export const regimeRank = (regime: Regime): number => REGIMES.indexOf(regime)

export const nextRegime = (regime: Regime, random: Random): Regime => {
  let draw = random.uniform()
  for (const [index, probability] of TRANSITIONS[regime].entries()) {
    draw -= probability
    if (draw < 0) return REGIMES[index]!
  }
  return regime
}
