import type { Daily } from './daily-path.ts'
import { OVERNIGHT, STEPS_PER_MINUTE, STEPS_PER_NEWS, sessionClock } from './session-clock.ts'
import { openOf, pathFrom } from './session-path.ts'
import { type Curve, curveAt, type SoFar } from './volatility.ts'

/** The range of a finished session of any security is computed from these, in logarithms. */
export type MarketExtremes = {
  open: number
  /** The extremes of the index between two times of news. */
  newsHighs: Float64Array
  newsLows: Float64Array
}

/** One session of the indices, step by step from the open (index 0) to the close (the last index). */
export type Intraday = {
  minutes: number
  /** In logarithms. */
  spx: Float64Array
  extremes(): MarketExtremes
  /** The volatility curve at one step, which prices options. */
  curveAt(step: number): Curve
  /** The indices as they are published, minute by minute. */
  curves(): Record<keyof Curve, Float64Array>
}
export type Series = 'spx' | keyof Curve

const STREAM = { open: 20, market: 22, noise: 23, tilt: 24 } as const

/** A standard walk over the session from its draw: nothing at the last close, the draw at this one. */
const ownWalk = (draw: number, minutes: number, ...address: number[]): Float64Array => {
  const move = { before: 0, close: draw, deviation: 1 }
  return pathFrom(openOf(move, ...address, STREAM.open), move, { minutes, perMinute: 1 }, ...address)
}

const extremesBetweenNews = (path: Float64Array): MarketExtremes => {
  const count = (path.length - 1) / STEPS_PER_NEWS
  const newsHighs = new Float64Array(count)
  const newsLows = new Float64Array(count)
  for (let at = 0, step = 0; at < count; at++) {
    let high = Number.NEGATIVE_INFINITY
    let low = Number.POSITIVE_INFINITY
    for (const end = step + STEPS_PER_NEWS; step < end; step++) {
      const value = path[step]!
      if (value > high) high = value
      if (value < low) low = value
    }
    newsHighs[at] = high
    newsLows[at] = low
  }
  return { open: path[0]!, newsHighs, newsLows }
}

export const intradayPath = (seed: number, previous: Daily, daily: Daily, minutes: number): Intraday => {
  const { date, equity, volatility } = daily
  const before = previous.equity
  const move = { before: before.logSpx, close: equity.logSpx, deviation: equity.deviation, night: equity.night }
  const grid = { minutes, perMinute: STEPS_PER_MINUTE }
  const spx = pathFrom(openOf(move, seed, date, STREAM.open), move, grid, seed, date, STREAM.market)
  const { elapsed } = sessionClock(minutes)
  const last = elapsed.length - 1

  let walks: { noise: Float64Array; tilt: Float64Array } | undefined
  const ownWalks = () => {
    const { noise, tilt } = daily.volatilityDraws
    walks ??= {
      noise: ownWalk(noise, minutes, seed, date, STREAM.noise),
      tilt: ownWalk(tilt, minutes, seed, date, STREAM.tilt),
    }
    return walks
  }
  const soFar = (step: number): SoFar => {
    const { noise, tilt } = ownWalks()
    const minute = Math.floor(step / STEPS_PER_MINUTE)
    const passed = OVERNIGHT + (1 - OVERNIGHT) * elapsed[step]!
    return {
      elapsed: passed,
      surprise: spx[step]! - before.logSpx - equity.drift * passed,
      noise: noise[minute]!,
      tilt: tilt[minute]!,
    }
  }
  /** The close is the daily path's own, to the last digit. */
  const curve = (step: number): Curve =>
    step === last ? volatility : curveAt(previous.volatility, before, equity.slowVariance, soFar(step))

  return {
    minutes,
    spx,
    extremes: () => extremesBetweenNews(spx),
    curveAt: curve,
    curves() {
      const [vix9d, vix, vix3m] = [0, 0, 0].map(() => new Float64Array(minutes + 1)) as [
        Float64Array,
        Float64Array,
        Float64Array,
      ]
      for (let minute = 0; minute <= minutes; minute++) {
        const now = curve(minute * STEPS_PER_MINUTE)
        vix9d[minute] = now.vix9d
        vix[minute] = now.vix
        vix3m[minute] = now.vix3m
      }
      return { vix9d, vix, vix3m }
    },
  }
}

export type Ohlc = { open: number; high: number; low: number; close: number }

/** The range of the day up to and including a step. */
export const ohlcUpTo = (path: Float64Array, step: number): Ohlc => {
  let high = path[0]!
  let low = path[0]!
  for (let i = 1; i <= step; i++) {
    const value = path[i]!
    if (value > high) high = value
    if (value < low) low = value
  }
  return { open: path[0]!, high, low, close: path[step]! }
}

export const exponential = ({ open, high, low, close }: Ohlc): Ohlc => ({
  open: Math.exp(open),
  high: Math.exp(high),
  low: Math.exp(low),
  close: Math.exp(close),
})
