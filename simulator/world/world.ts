import { sessionOn, sessionOnOrBefore, sessionsBetween } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { buildChain, type Chain } from './chain.ts'
import { type Daily, extendPath } from './daily-path.ts'
import { type Intraday, intradayPath, type Ohlc, ohlcUpTo, type Series } from './intraday.ts'
import { memo } from './memo.ts'
import { plausibleSeed } from './plausible-seed.ts'

export const FIRST_DAY = tradingDay('2004-01-02')
/** A single request must not grow the path without bound, so the world ends here. */
export const LAST_DAY = tradingDay('2060-12-31')

/** The place of an instant: in a session at a minute, or after the close of the last one. */
export type Moment = {
  /** Position of the session on the path. */
  index: number
  day: TradingDay
  minute: number
  minutes: number
  open: boolean
}

export type World = {
  seed: number
  /** Position of the last session on or before a day; -1 before the world begins. */
  indexOf(day: TradingDay): number
  daily(index: number): Daily
  intraday(index: number): Intraday
  ohlc(index: number, series: Series): Ohlc
  momentAt(instant: Date): Moment
  /** The close of a session; early closes have their own hour. */
  closeOf(index: number): Moment
  chain(moment: Moment): Chain
}

const INTRADAY_KEPT = 12
/** A chain is about 2 MB of objects. */
const CHAINS_KEPT = 6
const MINUTES_OF_DAY = 1440

export const momentKey = ({ index, minute }: Moment): number => index * MINUTES_OF_DAY + minute

export const createWorld = (seedText: number | string): World => {
  const seed = plausibleSeed(seedText)
  const path: Daily[] = []
  const positions = new Map<string, number>()
  let through = addDays(FIRST_DAY, -1)

  /** Grows by whole years: the calendar is kept by year, and the path depends only on its days. */
  const grow = (day: TradingDay): void => {
    if (day <= through) return
    const last = tradingDay(`${day > LAST_DAY ? LAST_DAY.slice(0, 4) : day.slice(0, 4)}-12-31`)
    if (last <= through) return
    extendPath(path, seed, sessionsBetween(addDays(through, 1), last))
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

  const intraday = memo(INTRADAY_KEPT, String, (index: number): Intraday => {
    const now = daily(index)
    return intradayPath(seed, path[Math.max(0, index - 1)]!, now, sessionMinutes(now.day))
  })

  const ranges: Record<Series, Ohlc[]> = { spx: [], vix: [], vix9d: [], vix3m: [] }
  /** All four series at once, because their minutes are drawn together. */
  const ohlc = (index: number, series: Series): Ohlc => {
    const known = ranges[series][index]
    if (known) return known
    const day = intraday(index)
    for (const name of ['spx', 'vix', 'vix9d', 'vix3m'] as const) {
      ranges[name][index] = ohlcUpTo(day[name], day.minutes)
    }
    return ranges[series][index]!
  }

  const momentAt = (instant: Date): Moment => {
    const { day } = eastern(instant)
    const session = sessionOnOrBefore(day)
    const begun = instant >= session.open ? session : sessionOnOrBefore(addDays(session.day, -1))
    // Before its first open the world has no earlier close, so it is at that open.
    if (begun.day < FIRST_DAY)
      return { index: indexOf(FIRST_DAY), day: FIRST_DAY, minute: 0, minutes: 390, open: false }
    const minutes = sessionMinutes(begun.day)
    const minute = Math.min(minutes, Math.floor((instant.getTime() - begun.open.getTime()) / 60_000))
    return { index: indexOf(begun.day), day: begun.day, minute, minutes, open: minute < minutes }
  }

  const closeOf = (index: number): Moment => {
    const { day } = daily(index)
    const minutes = sessionMinutes(day)
    return { index, day: tradingDay(day), minute: minutes, minutes, open: false }
  }

  const world: World = { seed, indexOf, daily, intraday, ohlc, momentAt, closeOf, chain: (moment) => chainOf(moment) }
  const chainOf = memo(CHAINS_KEPT, momentKey, (moment: Moment) => buildChain(world, moment))
  return world
}
