import { dayNumber } from './daily-path.ts'
import { exponential, type Ohlc, ohlcUpTo, type Series } from './intraday.ts'
import { randomOf } from './random.ts'
import { elapsedAt, stepOf } from './session-clock.ts'
import type { Moment, World } from './world.ts'

/** The market's main numbers at a moment, before any vendor rounds them. The indices of volatility have one a minute. */
export type Levels = {
  spx: number
  spy: number
  vix: number
  vix9d: number
  vix3m: number
}

/** One basis for a whole session: if it drifted within the session, the day's high could fall. */
const spyScale = (world: World, index: number): number => Math.exp(world.daily(index).equity.spyBasis) / 10

export const levelsAt = (world: World, moment: Moment): Levels => {
  const day = world.intraday(moment.index)
  const spx = Math.exp(day.spx[stepOf(moment)]!)
  const { vix9d, vix, vix3m } = day.curveAt(stepOf({ ...moment, second: 0 }))
  return { spx, spy: spx * spyScale(world, moment.index), vix, vix9d, vix3m }
}

/** SPY's close without the steps of the session, which are costly to draw. */
export const spyClose = (world: World, index: number): number =>
  Math.exp(world.daily(index).equity.logSpx) * spyScale(world, index)

/** The range of the day so far; SPY's is the index's, scaled by its own basis. */
export const rangeAt = (world: World, moment: Moment, symbol: Series | 'spy'): Ohlc => {
  if (symbol !== 'spy') return seriesRange(world, moment, symbol)
  const { open, high, low, close } = seriesRange(world, moment, 'spx')
  const scale = spyScale(world, moment.index)
  return { open: open * scale, high: high * scale, low: low * scale, close: close * scale }
}

const seriesRange = (world: World, moment: Moment, series: Series): Ohlc => {
  if (moment.minute === moment.minutes) return world.ohlc(moment.index, series)
  const day = world.intraday(moment.index)
  return series === 'spx'
    ? exponential(ohlcUpTo(day.spx, stepOf(moment)))
    : ohlcUpTo(day.curves()[series], moment.minute)
}

const SPY_SHARES = 68e6
const STREAM = 21

/** Shares of SPY traded since the open: last evening's fear multiplies the day's total, the clock spreads it. */
export const spyVolume = (world: World, moment: Moment): number => {
  const { day, volatility } = world.daily(moment.index)
  const noise = Math.exp(0.18 * randomOf(world.seed, dayNumber(day), STREAM).normal())
  const total = SPY_SHARES * (volatility.vixBefore / 16) ** 0.75 * noise * (moment.minutes / 390) ** 0.7
  return Math.round(total * elapsedAt(moment))
}

/** The close of the session before the moment's. */
export const previousClose = (world: World, moment: Moment): Moment => world.closeOf(Math.max(0, moment.index - 1))
