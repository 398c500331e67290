import { clamp } from './clamp.ts'
import type { Random } from './random.ts'
import { expectedOnset, nextRegime, onsetJump, type Regime, regimeVariance } from './regime.ts'
import type { EquityPush } from './scenario.ts'

export type Equity = {
  regime: Regime
  /** Log return of the session, from close to close. */
  return: number
  /** The return without the expected part: its mean is zero whatever happened before. */
  surprise: number
  /** The surprise in units of its own conditional volatility. */
  shock: number
  /** Log move of the night that is news, and the deviation of the rest, which night and day share. */
  night: number
  deviation: number
  /** The expected part of the return. */
  drift: number
  logSpx: number
  /** Log of SPY over a tenth of the index: tracking noise, a random walk so that nothing pulls the two together. */
  spyBasis: number
  /** Conditional daily variance of the next session, and the slower level it reverts to. */
  variance: number
  slowVariance: number
  /** The sum of all conditional variances so far, which makes prices with another beta fair too. */
  varianceSum: number
}

/** GJR-GARCH: falls raise variance about ten times more than rises do. Persistence is 0.015 + 0.13 / 2 + 0.87 = 0.95. */
export const ARCH = 0.015
export const LEVERAGE = 0.13
const GARCH = 0.87
export const VARIANCE_PERSISTENCE = ARCH + LEVERAGE / 2 + GARCH
const SLOW_SPEED = 0.12

/** One extreme day must not multiply variance without bound: its square counts as at most this many variances. */
export const SURPRISE_MAX = 16
const DEGREES = 5
/** The largest move of a session without news. */
const MOVE_MAX = 0.11
/** The equity premium, 8 % a year in every regime: the one edge that holders of shares have. */
const PREMIUM_DAILY = 0.08 / 252
const JUMP_PROBABILITY = 0.004
const JUMP_MEAN = -1.4
const SPY_NOISE = 0.000005

export const LOG_FIRST = Math.log(1108)

export const initialEquity = (): Equity => ({
  regime: 'normal',
  return: 0,
  surprise: 0,
  shock: 0,
  night: 0,
  deviation: 0,
  drift: 0,
  logSpx: LOG_FIRST,
  spyBasis: 0,
  variance: regimeVariance('normal'),
  slowVariance: regimeVariance('normal'),
  varianceSum: 0,
})

/** A session's own move in a scenario counts for at most this many deviations, so that the scenario's figures hold. */
const PUSHED_DEVIATIONS_MAX = 2

type Move = { deviation: number; move: number; news: number }

/** The move that a scenario decides, and its own noise: no jumps, and no news that the scenario does not bring. */
const pushedMove = ({ mean, deviation, left }: EquityPush, random: Random): Move => {
  const own = clamp(random.normal(), -PUSHED_DEVIATIONS_MAX, PUSHED_DEVIATIONS_MAX)
  return { deviation, move: mean + left * deviation * own, news: 0 }
}

const freeMove = (previous: Equity, regime: Regime, random: Random): Move => {
  const sigma = Math.sqrt(previous.variance)
  // Student's t as a normal of random deviation: given that, night and day are parts of one Brownian motion.
  const deviation = Math.min(MOVE_MAX / 2.5, sigma * random.studentDeviation(DEGREES))
  const move = clamp(deviation * random.normal(), -MOVE_MAX, MOVE_MAX)
  const jump = random.uniform() < JUMP_PROBABILITY ? sigma * (JUMP_MEAN + 2.6 * random.normal()) : 0
  const onset = onsetJump(previous.regime, regime, random)
  return { deviation, move, news: jump + onset - JUMP_PROBABILITY * JUMP_MEAN * sigma - expectedOnset(previous.regime) }
}

export const stepEquity = (previous: Equity, random: Random, push: EquityPush | null = null): Equity => {
  const regime = push?.regime ?? nextRegime(previous.regime, random)
  const { deviation, move, news } = push ? pushedMove(push, random) : freeMove(previous, regime, random)
  const surprise = move + news
  // Half a variance less in logs is what makes the price itself, not its log, earn the premium.
  const drift = PREMIUM_DAILY - previous.variance / 2
  const level = regimeVariance(regime)
  const slowVariance = push?.slowVariance ?? previous.slowVariance + SLOW_SPEED * (level - previous.slowVariance)
  const counted = Math.min(surprise ** 2, SURPRISE_MAX * previous.variance)
  const variance =
    (1 - VARIANCE_PERSISTENCE) * slowVariance +
    (ARCH + (surprise < 0 ? LEVERAGE : 0)) * counted +
    GARCH * previous.variance
  return {
    regime,
    return: drift + surprise,
    surprise,
    shock: surprise / Math.sqrt(previous.variance),
    night: news,
    deviation,
    drift,
    logSpx: previous.logSpx + drift + surprise,
    spyBasis: previous.spyBasis + SPY_NOISE * random.normal(),
    variance,
    slowVariance,
    varianceSum: previous.varianceSum + previous.variance,
  }
}
