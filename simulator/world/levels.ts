import { dayNumber } from './daily-path.ts'
import { type Ohlc, ohlcUpTo, type Series, varianceClock } from './intraday.ts'
import { randomOf } from './random.ts'
import type { Moment, World } from './world.ts'

/** The market's main numbers at a moment, before any vendor rounds them. */
export type Levels = {
  spx: number
  spy: number
  vix: number
  vix9d: number
  vix3m: number
}

/** One basis for a whole session: if it drifted within, the day's high could fall. */
const spyBasis = (world: World, moment: Moment): number => world.daily(moment.index).equity.spyBasis

export const levelsAt = (world: World, moment: Moment): Levels => {
  const day = world.intraday(moment.index)
  const at = (series: Series): number => Math.exp(day[series][moment.minute]!)
  const spx = at('spx')
  return { spx, spy: (spx / 10) * spyBasis(world, moment), vix: at('vix'), vix9d: at('vix9d'), vix3m: at('vix3m') }
}

/** SPY's close without the minutes of the session, which are costly to draw. */
export const spyClose = (world: World, index: number): number => {
  const { equity } = world.daily(index)
  return (Math.exp(equity.logSpx) / 10) * equity.spyBasis
}

/** The range of the day so far; SPY's is the index's, scaled by its own basis. */
export const rangeAt = (world: World, moment: Moment, symbol: Series | 'spy'): Ohlc => {
  if (symbol !== 'spy') return ohlcUpTo(world.intraday(moment.index)[symbol], moment.minute)
  const done = moment.minute === moment.minutes
  const range = done ? world.ohlc(moment.index, 'spx') : ohlcUpTo(world.intraday(moment.index).spx, moment.minute)
  const scale = spyBasis(world, moment) / 10
  return { open: range.open * scale, high: range.high * scale, low: range.low * scale, close: range.close * scale }
}

const SPY_SHARES = 68e6
const STREAM = 21

/** Shares of SPY traded since the open: fear multiplies the day's total, the variance clock spreads it. */
export const spyVolume = (world: World, moment: Moment): number => {
  const { day, volatility } = world.daily(moment.index)
  const noise = Math.exp(0.18 * randomOf(world.seed, dayNumber(day), STREAM).normal())
  const total = SPY_SHARES * (volatility.vix / 16) ** 0.75 * noise * (moment.minutes / 390) ** 0.7
  return Math.round(total * varianceClock(moment.minutes)[moment.minute]!)
}

/** The close of the session before the moment's. */
export const previousClose = (world: World, moment: Moment): Moment => world.closeOf(Math.max(0, moment.index - 1))
