import { sessionOn, sessionOnOrBefore, sessionsBetween } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { buildChain, type Chain } from './chain.ts'
import { type Daily, extendPath } from './daily-path.ts'
import {
  exponential,
  type Intraday,
  intradayPath,
  type MarketExtremes,
  type Ohlc,
  ohlcUpTo,
  type Series,
} from './intraday.ts'
import { MEMBERS } from './members.ts'
import { memo } from './memo.ts'
import { plausibleSeed } from './plausible-seed.ts'
import type { Script } from './script.ts'
import { momentKey, STEP_SECONDS, STEPS_PER_MINUTE } from './session-clock.ts'

export const FIRST_DAY = tradingDay('2004-01-02')
/** A single request must not grow the path without bound, so the world ends here. */
export const LAST_DAY = tradingDay('2060-12-31')

/** The place of an instant: in a session at a minute and the step within it, or after the close of the last one. */
export type Moment = {
  /** Position of the session on the path. */
  index: number
  day: TradingDay
  minute: number
  /** The second of the minute at which prices last changed. */
  second: number
  minutes: number
  open: boolean
}

export type World = {
  seed: number
  /** The number of members on the list of the index. The prices of the other shares exist as well, and are the same. */
  members: number
  /** The scenario of the world, if any. */
  script: Script | null
  /** Position of the last session on or before a day; -1 before the world begins. */
  indexOf(day: TradingDay): number
  daily(index: number): Daily
  intraday(index: number): Intraday
  /** Kept for every session of a chart, 1.3 KB each: the charts of all securities read them over and over. */
  extremes(index: number): MarketExtremes
  ohlc(index: number, series: Series): Ohlc
  momentAt(instant: Date): Moment
  /** The close of a session; early closes have their own hour. */
  closeOf(index: number): Moment
  chain(moment: Moment): Chain
}

/** Up to 13 KB each; the charts of the members read the same sessions one after another. */
const INTRADAY_KEPT = 800
/** A chain is about 2 MB of objects. */
const CHAINS_KEPT = 6

export const createWorld = (
  seedText: number | string,
  members = MEMBERS.length,
  script: Script | null = null,
): World => {
  const seed = plausibleSeed(seedText)
  const path: Daily[] = []
  const positions = new Map<string, number>()
  let through = addDays(FIRST_DAY, -1)

  /** Grows by whole years: the calendar is kept by year, and the path depends only on its days. */
  const grow = (day: TradingDay): void => {
    if (day <= through) return
    const last = tradingDay(`${day > LAST_DAY ? LAST_DAY.slice(0, 4) : day.slice(0, 4)}-12-31`)
    if (last <= through) return
    extendPath(path, seed, sessionsBetween(addDays(through, 1), last), script)
    for (let i = positions.size; i < path.length; i++) positions.set(path[i]!.day, i)
    through = last
  }

  const indexOf = (day: TradingDay): number => {
    if (day < FIRST_DAY) return -1
    grow(day)
    return positions.get(sessionOnOrBefore(day > LAST_DAY ? LAST_DAY : day).day) ?? -1
  }

  const sessionMinutes = (day: string): number => (sessionOn(tradingDay(day))?.earlyClose ? 210 : 390)
  const daily = (index: number): Daily => path[index]!

  const pathOf = (index: number): Intraday =>
    intradayPath(seed, path[Math.max(0, index - 1)]!, daily(index), closeOf(index).minutes)
  const intraday = memo(INTRADAY_KEPT, Number, pathOf)
  const sessionExtremes: MarketExtremes[] = []
  const extremes = (index: number): MarketExtremes => (sessionExtremes[index] ??= intraday(index).extremes())

  const ranges: Record<Series, Ohlc[]> = { spx: [], vix: [], vix9d: [], vix3m: [] }
  /** The three of the curve at once, because their minutes are computed together. */
  const ohlc = (index: number, series: Series): Ohlc => {
    const known = ranges[series][index]
    if (known) return known
    const day = intraday(index)
    if (series === 'spx') ranges.spx[index] = exponential(ohlcUpTo(day.spx, day.spx.length - 1))
    else {
      const curves = day.curves()
      for (const name of ['vix', 'vix9d', 'vix3m'] as const) {
        ranges[name][index] = ohlcUpTo(curves[name], day.minutes)
      }
    }
    return ranges[series][index]!
  }

  const momentAt = (instant: Date): Moment => {
    const { day } = eastern(instant)
    const session = sessionOnOrBefore(day)
    const begun = instant >= session.open ? session : sessionOnOrBefore(addDays(session.day, -1))
    // Before its first open the world has no earlier close, so it is at that open.
    if (begun.day < FIRST_DAY)
      return { index: indexOf(FIRST_DAY), day: FIRST_DAY, minute: 0, second: 0, minutes: 390, open: false }
    const minutes = sessionMinutes(begun.day)
    const steps = Math.floor((instant.getTime() - begun.open.getTime()) / (STEP_SECONDS * 1_000))
    const minute = Math.min(minutes, Math.floor(steps / STEPS_PER_MINUTE))
    const open = minute < minutes
    const second = open ? (steps % STEPS_PER_MINUTE) * STEP_SECONDS : 0
    return { index: indexOf(begun.day), day: begun.day, minute, second, minutes, open }
  }

  const closes: Moment[] = []
  const closeOf = (index: number): Moment => {
    const known = closes[index]
    if (known) return known
    const { day } = daily(index)
    const minutes = sessionMinutes(day)
    const close = { index, day: tradingDay(day), minute: minutes, second: 0, minutes, open: false }
    closes[index] = close
    return close
  }

  const chain = (moment: Moment): Chain => chainOf(moment)
  const world: World = { seed, members, script, indexOf, daily, intraday, extremes, ohlc, momentAt, closeOf, chain }
  const chainOf = memo(CHAINS_KEPT, momentKey, (moment: Moment) => buildChain(world, moment))
  return world
}
