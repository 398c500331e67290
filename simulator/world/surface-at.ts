import { sessionOn } from '../../shared/time/calendar.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { levelsAt } from './levels.ts'
import { memo } from './memo.ts'
import { perWorld } from './per-world.ts'
import { elapsedAt, momentKey, OVERNIGHT, stepOf } from './session-clock.ts'
import { type Surface, surfaceOf, type TimeTo } from './surface.ts'
import type { Moment, World } from './world.ts'

const YEAR_MS = 365 * 86_400_000

export const instantOf = (moment: Moment): Date =>
  new Date(sessionOn(moment.day)!.open.getTime() + moment.minute * 60_000 + moment.second * 1_000)

/** Prices stand still within a step, but in a session each quote is renewed all the time; after it, the last one stays. */
export const quotedAt = (moment: Moment, instant: Date): Date => (moment.open ? instant : instantOf(moment))

export const yearsBetween = (from: Date, to: Date): number => Math.max(0, (to.getTime() - from.getTime()) / YEAR_MS)

/** Calendar years from a moment to the close of an expiration; zero once it has expired. */
export const yearsTo = (moment: Moment, expiration: TradingDay): number =>
  yearsBetween(instantOf(moment), sessionOn(expiration)!.close)

const SESSIONS_YEAR = 252

/** The variance still to come before a session's close, in sessions: nights count little and weekends no more. */
const sessionsTo = (world: World, moment: Moment, day: TradingDay): number =>
  world.indexOf(day) - moment.index + (1 - OVERNIGHT) * (1 - elapsedAt(moment))

/** Trading time is what variance grows with: with calendar time, a straddle bought at each open would always gain. */
export const timeTo = (world: World, moment: Moment, expiration: TradingDay): TimeTo => ({
  years: yearsTo(moment, expiration),
  tradingYears: Math.max(0, sessionsTo(world, moment, expiration)) / SESSIONS_YEAR,
})

/** The chains of all names at a moment are built on the same surface. */
const SURFACES_KEPT = 32

const surfaces = perWorld((world) =>
  memo(
    SURFACES_KEPT,
    // Within a session other inputs are known than at its close.
    (moment: Moment) => 2 * momentKey(moment) + Number(moment.open),
    (moment: Moment): Surface => {
      const { spy } = levelsAt(world, moment)
      const { vix9d, vix, vix3m } = world.intraday(moment.index).curveAt(stepOf(moment))
      // Skew and rates are published once a day; within a session the market uses the last ones.
      const known = world.daily(moment.open ? Math.max(0, moment.index - 1) : moment.index)
      return surfaceOf({
        spot: spy,
        vix9d,
        vix,
        vix3m,
        skew: known.volatility.skew,
        rate3m: known.rates.dgs3mo,
        rate2y: known.rates.dgs2,
      })
    },
  ),
)

/** SPY's surface: the index's implied variance, around the fund's price. */
export const surfaceAt = (world: World, moment: Moment): Surface => surfaces(world)(moment)
