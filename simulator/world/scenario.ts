import type { Daily } from './daily-path.ts'
import { randomOf } from './random.ts'
import { YIELD_NOISE, type YieldPush } from './rates.ts'
import type { Regime } from './regime.ts'
import type { Script } from './script.ts'

/** The point that a scenario has reached at a session's close, and what it counts from. */
export type Progress = {
  /** The number of the session within the scenario, from 0. */
  session: number
  /** The closes before the first session. */
  logSpx: number
  dgs10: number
  /** The close at the bottom of a crash. */
  low: number
}

/** The decisions of a scenario for the shares of one session. */
export type EquityPush = {
  /** The mean of the log move that comes as a surprise. */
  mean: number
  /** The deviation of the session's own move around it. */
  deviation: number
  /** The share of that move that is left at the close: less than all where the scenario's figure must be met. */
  left: number
  regime: Regime
  /** The level that variance returns to; null: as the regime moves it. */
  slowVariance: number | null
}

export type Push = {
  equity: EquityPush | null
  tenYear: YieldPush | null
}

const STREAM = 7
const NOTHING: Push = { equity: null, tenYear: null }

/** The share of a path that a session covers when the rest is spread evenly over the remaining sessions. */
const step = (goal: number, at: number, left: number): number => (goal - at) / Math.max(1, left)

/**
 * In its last sessions a path keeps little of each session's own move, so that it ends where the scenario requires,
 * even in a wild market: `deviation` is the largest that is left at the close.
 */
const LANDING = { sessions: 3, left: 0.35, deviation: 0.0075 } as const
const isLanding = (left: number): boolean => left <= LANDING.sessions
const ownOf = (previous: Daily, scale: number, left: number) => {
  const deviation = scale * Math.sqrt(previous.equity.variance)
  return { deviation, left: isLanding(left) ? Math.min(LANDING.left, LANDING.deviation / deviation) : 1 }
}

const CORRECTION = { sessions: 20, log: Math.log(1 - 0.12), scale: 0.9 } as const

const correction = (previous: Daily, { session, logSpx }: Progress): Push => {
  const { sessions, log, scale } = CORRECTION
  const left = sessions - session
  if (left <= 0) return NOTHING
  const mean = step(logSpx + log, previous.equity.logSpx, left)
  const own = ownOf(previous, scale, left)
  return {
    equity: { mean, deviation: own.deviation, left: own.left, regime: 'stressed', slowVariance: null },
    tenYear: null,
  }
}

/**
 * Two falls, then a recovery. The falls are simple returns. The recovery aims beyond half of the fall and arrives
 * early, so that the noise of its last sessions cannot miss half.
 */
const CRASH = {
  falls: 2,
  least: 0.055,
  most: 0.075,
  /**
   * Within a session of the fall prices move by this much around their downward path, and little of it is left at the
   * close.
   */
  deviation: 0.015,
  left: 0.07,
  /** The daily variance that the market fears after a fall, of which what it feared before is a part. */
  variance: 0.7 ** 2 / 252,
  /** How much more variance is feared where implied volatility was below its forecast: the index ends past 50 anyway. */
  catchUp: -2,
  crisisUntil: 6,
  back: 0.62,
  arrives: 20,
  sessions: 22,
  scale: 0.45,
} as const

const fall = (previous: Daily, seed: number, date: number): Push => {
  const { least, most, deviation, left, variance: usual, catchUp } = CRASH
  const { fear, noise } = previous.volatility
  const variance = usual * Math.exp(catchUp * Math.min(0, fear + noise))
  const size = least + (most - least) * randomOf(seed, date, STREAM).uniform()
  const slowVariance = Math.max(variance / 2, variance - previous.equity.variance)
  const equity = { mean: Math.log(1 - size), deviation, left, regime: 'crisis', slowVariance } as const
  return { equity, tenYear: null }
}

const crash = (previous: Daily, { session, logSpx, low }: Progress, seed: number, date: number): Push => {
  const { falls, crisisUntil, back, arrives, sessions, scale } = CRASH
  if (session >= sessions) return NOTHING
  if (session < falls) return fall(previous, seed, date)
  const mean = step(low + back * (logSpx - low), previous.equity.logSpx, arrives - session)
  const own = ownOf(previous, scale, arrives - session)
  const regime = session < crisisUntil ? 'crisis' : 'stressed'
  return { equity: { mean, deviation: own.deviation, left: own.left, regime, slowVariance: null }, tenYear: null }
}

const RATES = { sessions: 30, points: 1.2 } as const

const rates = (previous: Daily, { session, dgs10 }: Progress): Push => {
  const { sessions, points } = RATES
  if (session >= sessions) return NOTHING
  const left = sessions - session
  const surpriseMost = isLanding(left) ? LANDING.left * YIELD_NOISE.dgs10 : null
  return { equity: null, tenYear: { move: step(dgs10 + points, previous.rates.dgs10, left), surpriseMost } }
}

/** In a dark week only the vendors differ: see dark-week.ts. */
const PUSHES = { correction, crash, rates, dark: (): Push => NOTHING } as const

const progressOf = ({ scenario, equity, rates: { dgs10 } }: Daily, script: Script, day: string): Progress | null => {
  if (day < script.first) return null
  if (scenario === null) return { session: 0, logSpx: equity.logSpx, dgs10, low: equity.logSpx }
  const session = scenario.session + 1
  const { logSpx, dgs10: before } = scenario
  return { session, logSpx, dgs10: before, low: session <= CRASH.falls ? equity.logSpx : scenario.low }
}

/** Returns what the scenario of a world, if it has one, decides for the session after a close. */
export const pushOf = (
  previous: Daily,
  script: Script | null,
  { seed, day, date }: { seed: number; day: string; date: number },
): { push: Push; progress: Progress | null } => {
  const progress = script && progressOf(previous, script, day)
  if (!script || !progress) return { push: NOTHING, progress: null }
  return { push: PUSHES[script.name](previous, progress, seed, date), progress }
}
