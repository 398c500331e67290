import { LOG_FIRST } from './equity.ts'
import { addPath, type Exposure, factorOpen, newsTimes } from './factor.ts'
import { exponential, type Ohlc, ohlcUpTo } from './intraday.ts'
import { elapsedAt, NEWS_TIMES_MAX, STEPS_PER_NEWS, stepOf } from './session-clock.ts'
import type { Moment, World } from './world.ts'

/** A traded price other than the indices: a fund, a member of the index, the dollar. */
export type Security = {
  /** In Yahoo's spelling: class shares with a dash. */
  symbol: string
  name: string
  kind: 'EQUITY' | 'ETF' | 'INDEX'
  /** Dividends of a year as a fraction of the price, and how often they are paid. */
  dividends: { yield: number; perYear: number }
  /** The price when the world begins. */
  price: number
  /** Its move for a move of the index, at once and at every time of the day. */
  beta: number
  /** Its parts in other walks, its own news among them. */
  exposures: readonly Exposure[]
  /** Shares traded in a whole session. */
  shares(world: World, index: number): number
}

/**
 * Removes what the mean of a price gains over the mean of its log: otherwise a rebalanced basket of shares would beat
 * the index with certainty.
 */
const convexity = (world: World, { beta, exposures }: Security, index: number): number => {
  let sum = ((beta * beta - beta) / 2) * world.daily(index).equity.varianceSum
  for (const { factor, weight } of exposures) sum += (weight * weight * factor.variance(world, index)) / 2
  return sum
}

const logClose = (world: World, security: Security, index: number): number => {
  const { price, beta, exposures } = security
  let log = Math.log(price) + beta * (world.daily(index).equity.logSpx - LOG_FIRST) - convexity(world, security, index)
  for (const { factor, weight } of exposures) log += weight * factor.close(world, index)
  return log
}

export const securityClose = (world: World, security: Security, index: number): number =>
  Math.exp(logClose(world, security, index))

/** The log at the open: a night of its own for the market and for every walk. */
const logOpen = (world: World, security: Security, index: number): number => {
  const last = Math.max(0, index - 1)
  const marketGap = world.extremes(index).open - world.daily(last).equity.logSpx
  let log = logClose(world, security, last) + security.beta * marketGap
  log += convexity(world, security, last) - convexity(world, security, index)
  for (const { factor, weight } of security.exposures) {
    log += weight * (factorOpen(world, factor, index) - factor.close(world, last))
  }
  return log
}

/** Sums of walks are read before the next one is made: charts make hundreds of thousands. */
const scratch = new Float64Array(NEWS_TIMES_MAX)

/** The sum of all walks of a security since the open, step by step, up to the latest step requested. */
const ownPath = (world: World, { exposures }: Security, index: number): Float64Array => {
  const sum = scratch.subarray(0, newsTimes(world, index)).fill(0)
  for (const { factor, weight } of exposures) addPath(sum, weight, world, factor, index)
  return sum
}

/** The logs of a session up to a step: the open and what the market and every walk have done since. */
export const securityPath = (world: World, security: Security, index: number, through: number): Float64Array => {
  const { spx } = world.intraday(index)
  const own = ownPath(world, security, index)
  const { beta } = security
  const path = new Float64Array(through + 1)
  const start = logOpen(world, security, index) - beta * spx[0]!
  for (let news = 0, step = 0; step <= through; news++) {
    const base = start + own[news]!
    for (let left = STEPS_PER_NEWS; left > 0 && step <= through; left--, step++) path[step] = base + beta * spx[step]!
  }
  // The sum of the parts may miss the close by a rounding error.
  if (through === spx.length - 1) path[through] = logClose(world, security, index)
  return path
}

export const securityPrice = (world: World, security: Security, moment: Moment): number => {
  if (moment.minute === moment.minutes) return securityClose(world, security, moment.index)
  const step = stepOf(moment)
  return Math.exp(securityPath(world, security, moment.index, step)[step]!)
}

/** The session so far. A finished one needs only the market's extremes between its news. */
export const securityRange = (world: World, security: Security, moment: Moment): Ohlc => {
  const { index, minute, minutes } = moment
  if (minute < minutes || security.beta < 0) {
    const step = stepOf(moment)
    return exponential(ohlcUpTo(securityPath(world, security, index, step), step))
  }
  const { open: marketOpen, newsHighs, newsLows } = world.extremes(index)
  const own = ownPath(world, security, index)
  const open = logOpen(world, security, index)
  const close = logClose(world, security, index)
  const start = open - security.beta * marketOpen
  let high = Math.max(open, close)
  let low = Math.min(open, close)
  for (let at = 0; at < newsHighs.length; at++) {
    const base = start + own[at]!
    const top = base + security.beta * newsHighs[at]!
    const bottom = base + security.beta * newsLows[at]!
    if (top > high) high = top
    if (bottom < low) low = bottom
  }
  return exponential({ open, high, low, close })
}

/** Shares traded since the open. */
export const securityVolume = (world: World, security: Security, moment: Moment): number =>
  Math.round(security.shares(world, moment.index) * elapsedAt(moment))

const months = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** The factor that dividends paid after a day, up to another, leave of that day's close in the adjusted column. */
export const adjustment = (dividends: Security['dividends'], day: string, through: string): number => {
  const every = 12 / dividends.perYear
  const payments = Math.floor(months(through) / every) - Math.floor(months(day) / every)
  return (1 - dividends.yield / dividends.perYear) ** payments
}
