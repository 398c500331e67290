import type { Equity } from './equity.ts'
import type { Random } from './random.ts'

export type Volatility = {
  /** The log excess of implied over forecast variance that follows the market's falls; `noise` is the rest. */
  fear: number
  noise: number
  vix9d: number
  vix: number
  vix3m: number
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
const compressed = (level: number): number => CENTRE * (level / CENTRE) ** 0.9

const averaged = (sessions: number, reversion: number): number =>
  (1 - Math.exp(-sessions / reversion)) / (sessions / reversion)

const forecast = (equity: Equity, sessions: number): number =>
  LONG_RUN_VARIANCE +
  (equity.slowVariance - LONG_RUN_VARIANCE) * averaged(sessions, SLOW_SESSIONS) +
  (equity.variance - equity.slowVariance) * averaged(sessions, FAST_SESSIONS)

export const initialVolatility = (): Volatility => ({
  fear: 0,
  noise: 0,
  vix9d: 15,
  vix: 16,
  vix3m: 17.5,
  vvix: 85,
  skew: 122,
})

/** Total variance must grow with the horizon, or the chain priced from these levels would allow arbitrage. */
const withinCalendar = (vix9d: number, vix: number, vix3m: number) => ({
  vix9d: Math.min(vix9d, vix * 1.6),
  vix,
  vix3m: Math.max(vix3m, vix * 0.68),
})

export const stepVolatility = (previous: Volatility, equity: Equity, random: Random): Volatility => {
  const shock = Math.max(-4.5, Math.min(4.5, equity.shock))
  const fear = 0.87 * previous.fear - 0.043 * shock
  const noise = 0.93 * previous.noise + 0.021 * random.normal()
  const level = (sessions: number, premium: number, weight: number, own: number): number =>
    bounded(
      compressed(100 * Math.sqrt(252 * forecast(equity, sessions))) * Math.exp(premium + weight * (fear + noise) + own),
    )
  const curve = withinCalendar(
    level(HORIZON.vix9d, 0.15, 1.45, 0.02 * random.normal()),
    level(HORIZON.vix, 0.195, 1, 0),
    level(HORIZON.vix3m, 0.26, 0.6, 0.006 * random.normal()),
  )
  const skewTarget = 133 - 14 * Math.log(curve.vix / 16)
  return {
    fear,
    noise,
    ...curve,
    vvix: Math.max(65, 92 * (curve.vix / 17) ** 0.42 * Math.exp(0.8 * (fear + noise) + 0.03 * random.normal())),
    skew: Math.max(112, Math.min(168, previous.skew + 0.06 * (skewTarget - previous.skew) + 2.1 * random.normal())),
  }
}
