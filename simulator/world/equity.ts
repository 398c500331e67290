import type { Random } from './random.ts'
import { nextRegime, type Regime, regimeDrift, regimeRank, regimeVariance } from './regime.ts'

export type Equity = {
  regime: Regime
  /** Log level of the long-run trend around which the market moves. */
  logTrend: number
  /** Log return of the session and the part of it that happened before the open. */
  return: number
  overnight: number
  /** The session's surprise in units of its own conditional volatility. */
  shock: number
  logSpx: number
  /** SPY in tenths of the index, off by tracking noise and accrued dividends. */
  spyBasis: number
  /** Conditional daily variance of the next session, and the slower level it reverts to. */
  variance: number
  slowVariance: number
}

/** GJR-GARCH: falls raise variance about ten times more than rises do. Persistence is 0.015 + 0.13 / 2 + 0.87 = 0.95. */
const ARCH = 0.015
const LEVERAGE = 0.13
const GARCH = 0.87
export const VARIANCE_PERSISTENCE = ARCH + LEVERAGE / 2 + GARCH

/** One extreme day must not multiply variance without bound: its square counts for at most this many variances. */
const SURPRISE_MAX = 16
const DEGREES = 5
/** Price growth of 7.9 % a year, and the pull back to it: a half-life of two years keeps every seed's level plausible. */
const TREND_DAILY = 0.079 / 252
const TREND_PULL = 0.0013
const JUMP_PROBABILITY = 0.004

export const initialEquity = (): Equity => ({
  regime: 'normal',
  logTrend: Math.log(1108),
  return: 0,
  overnight: 0,
  shock: 0,
  logSpx: Math.log(1108),
  spyBasis: 1,
  variance: regimeVariance('normal'),
  slowVariance: regimeVariance('normal'),
})

/** A worse regime begins with a fall, else the volatility indices would rise on days without news. */
const onsetJump = (from: Regime, to: Regime, random: Random): number => {
  const steps = regimeRank(to) - regimeRank(from)
  if (steps > 0 && regimeRank(to) >= 2) return -(0.006 + 0.012 * steps * -Math.log(random.uniform()) * 0.8)
  return steps < 0 ? 0.004 * -Math.log(random.uniform()) : 0
}

export const stepEquity = (previous: Equity, random: Random): Equity => {
  const regime = nextRegime(previous.regime, random)
  const sigma = Math.sqrt(previous.variance)
  const innovation = sigma * random.studentT(DEGREES)
  const jumps = random.uniform() < JUMP_PROBABILITY
  const jump = jumps ? sigma * (-1.4 + 2.6 * random.normal()) : 0
  const onset = Math.max(-0.06, onsetJump(previous.regime, regime, random))
  const surprise = Math.max(-0.13, Math.min(0.11, innovation + jump + onset))
  const logTrend = previous.logTrend + TREND_DAILY
  const total = regimeDrift(regime) + TREND_PULL * (logTrend - previous.logSpx) + surprise
  const counted = Math.min(surprise ** 2, SURPRISE_MAX * previous.variance)
  const level = regimeVariance(regime)
  const slowVariance = previous.slowVariance + 0.12 * (level - previous.slowVariance)
  const variance =
    (1 - VARIANCE_PERSISTENCE) * slowVariance +
    (ARCH + (surprise < 0 ? LEVERAGE : 0)) * counted +
    GARCH * previous.variance
  return {
    regime,
    logTrend,
    return: total,
    overnight: 0.3 * total + 0.3 * sigma * random.normal(),
    shock: surprise / sigma,
    logSpx: previous.logSpx + total,
    spyBasis: 1 + 0.7 * (previous.spyBasis - 1) + 0.00015 * random.normal(),
    variance,
    slowVariance,
  }
}
