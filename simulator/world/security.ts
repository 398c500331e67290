import { type Ohlc, ohlcUpTo, varianceClock } from './intraday.ts'
import { randomWalk } from './random-walk.ts'
import type { Moment, World } from './world.ts'

/** A traded price beside the indices: a fund, a member of the index, the dollar. */
export type Security = {
  /** In Yahoo's spelling: class shares with a dash. */
  symbol: string
  name: string
  kind: 'EQUITY' | 'ETF' | 'INDEX'
  /** Dividends of a year as a fraction of the price, and how often they are paid. */
  dividends: { yield: number; perYear: number }
  /** The log price without the security's own move. */
  log(world: World, index: number): number
  /** The daily standard deviation of its own move. */
  noise: number
  /** Its share of the index's swings within a session; at 0 the price goes straight to its close. */
  swing: number
  /** Shares traded in a whole session. */
  shares(world: World, index: number): number
}

const logClose = (world: World, security: Security, index: number): number =>
  security.log(world, index) + randomWalk(world, security.symbol, security.noise, index)

export const securityClose = (world: World, security: Security, index: number): number =>
  Math.exp(logClose(world, security, index))

/** From close to close by the day's own clock, plus the security's share of the index's deviation from its own line. */
const pathOf = (world: World, security: Security, { index, minutes }: Moment): ((minute: number) => number) => {
  const last = Math.max(0, index - 1)
  const clock = varianceClock(minutes)
  const before = logClose(world, security, last)
  const move = logClose(world, security, index) - before
  const { swing } = security
  if (swing === 0) return (minute) => before + move * clock[minute]!
  const { spx } = world.intraday(index)
  const spxBefore = world.daily(last).equity.logSpx
  const spxMove = world.daily(index).equity.logSpx - spxBefore
  return (minute) => before + move * clock[minute]! + swing * (spx[minute]! - spxBefore - spxMove * clock[minute]!)
}

export const securityPrice = (world: World, security: Security, moment: Moment): number =>
  Math.exp(pathOf(world, security, moment)(moment.minute))

/** The session so far. */
export const securityRange = (world: World, security: Security, moment: Moment): Ohlc => {
  const logOf = pathOf(world, security, moment)
  return ohlcUpTo(
    Float64Array.from({ length: moment.minute + 1 }, (_, minute) => logOf(minute)),
    moment.minute,
  )
}

/** Shares traded since the open. */
export const securityVolume = (world: World, security: Security, { index, minute, minutes }: Moment): number =>
  Math.round(security.shares(world, index) * varianceClock(minutes)[minute]!)

const months = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** The factor that dividends paid after a day, up to another, leave of that day's close in the adjusted column. */
export const adjustment = (dividends: Security['dividends'], day: string, through: string): number => {
  const every = 12 / dividends.perYear
  const payments = Math.floor(months(through) / every) - Math.floor(months(day) / every)
  return (1 - dividends.yield / dividends.perYear) ** payments
}
