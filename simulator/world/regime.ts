import type { Random } from './random.ts'

export const REGIMES = ['calm', 'normal', 'stressed', 'crisis'] as const
export type Regime = (typeof REGIMES)[number]

/** Daily transition probabilities. Mean durations: calm 3 months, normal 2, stressed 5 weeks, crisis 5. */
const TRANSITIONS: Record<Regime, readonly [number, number, number, number]> = {
  calm: [0.984, 0.0148, 0.0012, 0],
  normal: [0.0155, 0.9745, 0.0096, 0.0004],
  stressed: [0, 0.031, 0.96, 0.009],
  crisis: [0, 0, 0.045, 0.955],
}

/** The annual volatility that a regime pulls towards. Its expected return is that of all others. */
const VOLATILITY: Record<Regime, number> = { calm: 0.088, normal: 0.13, stressed: 0.255, crisis: 0.4 }

export const regimeVariance = (regime: Regime): number => VOLATILITY[regime] ** 2 / 252
export const regimeRank = (regime: Regime): number => REGIMES.indexOf(regime)

/**
 * A worse regime begins with a fall, otherwise the volatility indices would rise on days without news, and a better one
 * with a small rise. The size of the jump is exponential, bounded below.
 */
const ONSET = { least: 0.006, mean: 0.0096, most: 0.06, relief: 0.004 } as const

export const onsetJump = (from: Regime, to: Regime, random: Random): number => {
  const steps = regimeRank(to) - regimeRank(from)
  if (steps < 0) return ONSET.relief * -Math.log(random.uniform())
  if (steps === 0 || regimeRank(to) < 2) return 0
  return -Math.min(ONSET.most, ONSET.least + ONSET.mean * steps * -Math.log(random.uniform()))
}

/** The mean of the jump above over all regimes that may follow, which the drift gives back: news is fair on average. */
export const expectedOnset = (from: Regime): number => {
  let sum = 0
  for (const [rank, probability] of TRANSITIONS[from].entries()) {
    const steps = rank - regimeRank(from)
    const size = ONSET.mean * steps
    if (steps < 0) sum += probability * ONSET.relief
    else if (steps > 0 && rank >= 2)
      sum -= probability * (ONSET.least + size * (1 - Math.exp(-(ONSET.most - ONSET.least) / size)))
  }
  return sum
}

export const nextRegime = (regime: Regime, random: Random): Regime => {
  let draw = random.uniform()
  for (const [index, probability] of TRANSITIONS[regime].entries()) {
    draw -= probability
    if (draw < 0) return REGIMES[index]!
  }
  return regime
}
