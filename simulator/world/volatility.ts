import { ARCH, type Equity, LEVERAGE, SURPRISE_MAX, VARIANCE_PERSISTENCE } from './equity.ts'
import { normalCumulative, normalDensity } from './normal.ts'
import type { Random } from './random.ts'

export type Volatility = {
  /** The log excess of implied over forecast variance that follows the market's falls; `noise` is the rest. */
  fear: number
  noise: number
  /** The noise that lifts the front of the curve and lowers its end. */
  tilt: number
  vix9d: number
  vix: number
  vix3m: number
  /** The close of the session before. */
  vixBefore: number
  vvix: number
  skew: number
}

/** Horizons in sessions, and the sessions over which the fast and the slow variance revert. */
const HORIZON = { vix9d: 6.3, vix: 21, vix3m: 64 } as const
const FAST_SESSIONS = 19
const SLOW_SESSIONS = 75
const LONG_RUN_VARIANCE = 0.158 ** 2 / 252

/** Above 50 the index is damped: no option market has closed above 83, whatever the variance forecast was. */
const KNEE = 50
/** Below 12 it is damped too, towards a level at which volatility is not sold. */
const HEEL = 12
const FLOOR = 8.6
const bounded = (level: number): number => {
  if (level > KNEE) return KNEE + 36 * Math.tanh((level - KNEE) / 60)
  return level < HEEL ? FLOOR + (HEEL - FLOOR) * Math.exp((level - HEEL) / (HEEL - FLOOR)) : level
}

/** Sellers of calm charge relatively more for it: implied volatility moves less than forecast volatility. */
const CENTRE = 16
const COMPRESSION = 0.9
const CENTRE_VARIANCE = (CENTRE / 100) ** 2 / 252

/** The index level of a forecast daily variance and a premium in logs. */
const levelOf = (variance: number, premium: number): number =>
  bounded(CENTRE * Math.exp((COMPRESSION / 2) * Math.log(variance / CENTRE_VARIANCE) + premium))

const averaged = (sessions: number, reversion: number): number =>
  (1 - Math.exp(-sessions / reversion)) / (sessions / reversion)

const WEIGHTS = {
  vix9d: [averaged(HORIZON.vix9d, SLOW_SESSIONS), averaged(HORIZON.vix9d, FAST_SESSIONS)],
  vix: [averaged(HORIZON.vix, SLOW_SESSIONS), averaged(HORIZON.vix, FAST_SESSIONS)],
  vix3m: [averaged(HORIZON.vix3m, SLOW_SESSIONS), averaged(HORIZON.vix3m, FAST_SESSIONS)],
} as const

const forecast = (variance: number, slowVariance: number, [slow, fast]: readonly [number, number]): number =>
  LONG_RUN_VARIANCE + (slowVariance - LONG_RUN_VARIANCE) * slow + (variance - slowVariance) * fast

export const initialVolatility = (): Volatility => ({
  fear: 0,
  noise: 0,
  tilt: 0,
  vix9d: 15,
  vix: 16,
  vix3m: 17.5,
  vixBefore: 16,
  vvix: 85,
  skew: 122,
})

/** The market since the last close: the share of the session's variance that has passed, and each walk so far. */
export type SoFar = { elapsed: number; surprise: number; noise: number; tilt: number }
export type Curve = { vix9d: number; vix: number; vix3m: number }

/** Total variance must grow with the horizon, or the chain priced from these levels would allow arbitrage. */
const withinCalendar = (vix9d: number, vix: number, vix3m: number): Curve => ({
  vix9d: Math.min(vix9d, vix * 1.6),
  vix,
  vix3m: Math.max(vix3m, vix * 0.68),
})

/** The variance that the session's surprise is expected to add, when part of it is known and the rest is normal. */
const expectedArrival = (surprise: number, variance: number, elapsed: number): number => {
  const cap = Math.sqrt(SURPRISE_MAX * variance)
  const known = Math.max(-cap, Math.min(cap, surprise))
  const left = Math.sqrt(Math.max(0, 1 - elapsed) * variance)
  if (left < 1e-9) return (ARCH + (surprise < 0 ? LEVERAGE : 0)) * known ** 2
  const square = known ** 2 + left ** 2
  const falling = square * normalCumulative(-known / left) - known * left * normalDensity(known / left)
  return ARCH * square + LEVERAGE * falling
}

const FEAR = { kept: 0.92, perShock: -0.036, shock_max: 4.5 } as const
const NOISE = { kept: 0.96, deviation: 0.018 } as const
const TILT = { kept: 0.9, deviation: 0.009, vix3m: -0.3 } as const

/** A component that returns towards zero evenly over the session, while its noise arrives. */
const decayed = (previous: number, kept: number, elapsed: number): number => previous * (1 - (1 - kept) * elapsed)

const fearAt = (previous: Volatility, before: Equity, { elapsed, surprise }: SoFar): number => {
  const shock = Math.max(-FEAR.shock_max, Math.min(FEAR.shock_max, surprise / Math.sqrt(before.variance)))
  return decayed(previous.fear, FEAR.kept, elapsed) + FEAR.perShock * shock
}
const noiseAt = (previous: Volatility, { elapsed, noise }: SoFar): number =>
  decayed(previous.noise, NOISE.kept, elapsed) + NOISE.deviation * noise
const tiltAt = (previous: Volatility, { elapsed, tilt }: SoFar): number =>
  decayed(previous.tilt, TILT.kept, elapsed) + TILT.deviation * tilt

/**
 * The curve at any time of a session is a function of what has happened so far, by the rule that gives its close: no
 * index knows where the day will end. Only its slow return to the mean can be foreseen, as in the real indices.
 */
export const curveAt = (previous: Volatility, before: Equity, slowVariance: number, now: SoFar): Curve => {
  const excess = fearAt(previous, before, now) + noiseAt(previous, now)
  const tilt = tiltAt(previous, now)
  const reverting = now.elapsed * (1 - VARIANCE_PERSISTENCE) * (slowVariance - before.variance)
  const arrived = expectedArrival(now.surprise, before.variance, now.elapsed) - (ARCH + LEVERAGE / 2) * before.variance
  const variance = before.variance + reverting + arrived
  return withinCalendar(
    levelOf(forecast(variance, slowVariance, WEIGHTS.vix9d), 0.15 + 1.45 * excess + tilt),
    levelOf(forecast(variance, slowVariance, WEIGHTS.vix), 0.195 + excess),
    levelOf(forecast(variance, slowVariance, WEIGHTS.vix3m), 0.26 + 0.6 * excess + TILT.vix3m * tilt),
  )
}

/** The session's draws of the curve's own walks. */
export type VolatilityDraws = { noise: number; tilt: number }

export const stepVolatility = (
  previous: Volatility,
  before: Equity,
  equity: Equity,
  random: Random,
): { volatility: Volatility; draws: VolatilityDraws } => {
  const draws = { noise: random.normal(), tilt: random.normal() }
  const closing = { elapsed: 1, surprise: equity.surprise, ...draws }
  const state = {
    fear: fearAt(previous, before, closing),
    noise: noiseAt(previous, closing),
    tilt: tiltAt(previous, closing),
  }
  const curve = curveAt(previous, before, equity.slowVariance, closing)
  const skewTarget = 133 - 14 * Math.log(curve.vix / 16)
  const volatility = {
    ...state,
    ...curve,
    vixBefore: previous.vix,
    vvix: Math.max(
      65,
      92 * (curve.vix / 17) ** 0.42 * Math.exp(0.8 * (state.fear + state.noise) + 0.03 * random.normal()),
    ),
    skew: Math.max(112, Math.min(168, previous.skew + 0.06 * (skewTarget - previous.skew) + 2.1 * random.normal())),
  }
  return { volatility, draws }
}
