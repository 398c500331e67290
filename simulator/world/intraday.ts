import { type Daily, dayNumber } from './daily-path.ts'
import { randomOf } from './random.ts'

/** One session minute by minute, from the open (index 0) to the close (the last index), in logarithms. */
export type Intraday = {
  minutes: number
  spx: Float64Array
  vix: Float64Array
  vix9d: Float64Array
  vix3m: Float64Array
}
export type Series = 'spx' | 'vix' | 'vix9d' | 'vix3m'

const STREAM = 20
/** Log change of the index for a log change of the market: the front of the curve moves most. */
const ELASTICITY = { vix: -5.2, vix9d: -7.4, vix3m: -3.1 } as const
/** The share of a session's standard deviation that falls into its hours; the night has the rest. */
const SESSION_SHARE = 0.82
/** Noise of the volatility indices per session that no market move explains. */
const OWN_NOISE = 0.022

const clocks = new Map<number, Float64Array>()

/** Variance time: trading is busiest at both ends of the day, so minutes there count for more. */
export const varianceClock = (minutes: number): Float64Array => {
  const known = clocks.get(minutes)
  if (known) return known
  const clock = new Float64Array(minutes + 1)
  for (let i = 1; i <= minutes; i++) {
    const place = (i - 0.5) / minutes
    clock[i] = clock[i - 1]! + 0.65 + 2.1 * (2 * place - 1) ** 2 + (place < 0.08 ? 1 : 0)
  }
  const total = clock[minutes]!
  for (let i = 0; i <= minutes; i++) clock[i] = clock[i]! / total
  clocks.set(minutes, clock)
  return clock
}

/** A Brownian bridge over the variance clock: zero at both ends. */
const bridge = (clock: Float64Array, normal: () => number): Float64Array => {
  const walk = new Float64Array(clock.length)
  for (let i = 1; i < clock.length; i++) walk[i] = walk[i - 1]! + Math.sqrt(clock[i]! - clock[i - 1]!) * normal()
  const end = walk[walk.length - 1]!
  for (let i = 0; i < clock.length; i++) walk[i] = walk[i]! - end * clock[i]!
  return walk
}

export const intradayPath = (seed: number, previous: Daily, daily: Daily, minutes: number): Intraday => {
  const random = randomOf(seed, dayNumber(daily.day), STREAM)
  const clock = varianceClock(minutes)
  const market = bridge(clock, random.normal)
  const own = bridge(clock, random.normal)
  const spread = SESSION_SHARE * Math.sqrt(previous.equity.variance)
  const shape = (open: number, close: number, market_weight: number, own_weight: number): Float64Array => {
    const path = new Float64Array(minutes + 1)
    for (let i = 0; i <= minutes; i++) {
      path[i] = open + (close - open) * clock[i]! + market_weight * market[i]! + own_weight * own[i]!
    }
    // The sum above may miss the close by a rounding error, and printed closes must agree to the last digit.
    path[minutes] = close
    return path
  }
  const openNoise = 0.012 * random.normal()
  const volatility = (name: 'vix' | 'vix9d' | 'vix3m'): Float64Array => {
    const elasticity = ELASTICITY[name]
    const last = Math.log(previous.volatility[name])
    const close = Math.log(daily.volatility[name])
    const scale = elasticity / ELASTICITY.vix
    // The open follows the night's move, pulled slightly towards the day's close.
    const open = last + 0.8 * elasticity * daily.equity.overnight + 0.15 * (close - last) + scale * openNoise
    return shape(open, close, elasticity * spread, scale * OWN_NOISE)
  }
  return {
    minutes,
    spx: shape(previous.equity.logSpx + daily.equity.overnight, daily.equity.logSpx, spread, 0),
    vix: volatility('vix'),
    vix9d: volatility('vix9d'),
    vix3m: volatility('vix3m'),
  }
}

export type Ohlc = { open: number; high: number; low: number; close: number }

/** The range of the day up to and including a minute. */
export const ohlcUpTo = (path: Float64Array, minute: number): Ohlc => {
  let high = path[0]!
  let low = path[0]!
  for (let i = 1; i <= minute; i++) {
    const value = path[i]!
    if (value > high) high = value
    if (value < low) low = value
  }
  return { open: Math.exp(path[0]!), high: Math.exp(high), low: Math.exp(low), close: Math.exp(path[minute]!) }
}
