import { addDays, daysBetween, type TradingDay } from '../../shared/time/trading-day.ts'
import { leastSquares } from '../maths/least-squares.ts'
import { atmVolatility } from './expected-move.ts'
import { YEAR_MINUTES } from './time-to-expiry.ts'
import type { Slice } from './volatility-slices.ts'

export interface ReportMove {
  report: TradingDay
  /** One standard deviation of the move on the report, as a share of the price. */
  implied_move: number | null
  /** The volatility that the first expiration after the report would have without it. */
  level_without: number | null
  how: string | null
  reason: string | null
}

const DAY_MINUTES = 24 * 60
/** A company reports every quarter, so expirations this many days after a report may hold the next one too. */
const NEXT_REPORT_DAYS = 85
/**
 * The expirations that a fit uses on each side: so many at least, and all within so many days, whose mean is untouched by
 * weekends. Now, when no variance has gathered, counts as the first before the report.
 */
const NEAREST = { count: 2, days: 10 }
const WIDER = { count: 3, days: 17 }
/** A straight rate of variance and the event are four numbers. */
const POINTS_MIN = 4
/** A constant rate and the event are two unknowns, and the present expiration gives neither of them. */
const POINTS_OF_FLAT = 3
/** Variance of an event of three thousandths of a percent: less is a rounding error. */
const NOTHING = 1e-9

interface Knot {
  expiration: TradingDay | null
  years: number
  variance: number
  isAfter: boolean
  daysAway: number
}

/** One knot a day of expiration: the later settlement of two. */
function knotsOf(slices: readonly Slice[], report: TradingDay): Knot[] {
  const [nearest] = slices
  if (!nearest) return []
  const today = addDays(nearest.expiration, -Math.floor(nearest.minutes / DAY_MINUTES))
  const byDay = new Map<TradingDay, Knot>()
  for (const slice of slices) {
    const volatility = atmVolatility(slice)
    if (volatility === null || slice.expiration > addDays(report, NEXT_REPORT_DAYS)) continue
    const years = slice.minutes / YEAR_MINUTES
    const days = daysBetween(report, slice.expiration)
    const variance = volatility ** 2 * years
    byDay.set(slice.expiration, {
      expiration: slice.expiration,
      years,
      variance,
      isAfter: days > 0,
      daysAway: Math.abs(days),
    })
  }
  const now: Knot = {
    expiration: null,
    years: 0,
    variance: 0,
    isAfter: false,
    daysAway: daysBetween(today, report),
  }
  return [now, ...byDay.values()].sort((a, b) => a.years - b.years)
}

interface Event {
  variance: number
  used: readonly Knot[]
  level: string
}

/** Fits expirations that are too few to show a slope: variance grows at one rate, with a step at the report. */
function eventOnFlat(knots: readonly Knot[]): Event | null {
  if (knots.length < POINTS_OF_FLAT) return null
  const rows = knots.map(({ years, isAfter }) => [years, isAfter ? 1 : 0])
  const found = leastSquares(
    rows,
    knots.map(({ variance }) => variance),
  )
  return found && { variance: found[1]!, used: knots, level: 'a flat level (too few expirations show a slope)' }
}

/** Fits total variance as a quadratic in time, so that its rate is a straight line, with a step at the report. */
function eventOf(knots: readonly Knot[], reach: typeof NEAREST): Event | null {
  const near = (side: readonly Knot[], count: number) =>
    side.filter(({ daysAway }, at) => at < count || daysAway <= reach.days)
  const before = near(knots.filter(({ isAfter }) => !isAfter).toReversed(), reach.count).toReversed()
  // If too few expirations lie before the report, further ones after it are used instead.
  const after = near(
    knots.filter(({ isAfter }) => isAfter),
    Math.max(reach.count, POINTS_MIN - before.length),
  )
  const used = [...before, ...after]
  if (used.length < POINTS_MIN) return null
  const middle = after[0]!.years
  const rows = used.map(({ years, isAfter }) => {
    const time = (years - middle) / middle
    return [1, time, time * time, isAfter ? 1 : 0]
  })
  const found = leastSquares(
    rows,
    used.map(({ variance }) => variance),
  )
  return found && { variance: found[3]!, used, level: 'a level whose rate is straight in time' }
}

/**
 * The variance that a report adds to the first expiration after it. The level without the report is not assumed flat:
 * its rate may rise or fall with time, as the expirations on both sides of the report show. Only where they are too few
 * is it taken as flat, and `how` states so. An expiration on the day of the report is before it. Two fits, of the
 * nearest and of further expirations, show how certain the event is.
 */
export function reportMove(slices: readonly Slice[], report: TradingDay): ReportMove {
  const none = (reason: string): ReportMove => ({
    report,
    implied_move: null,
    level_without: null,
    how: null,
    reason,
  })
  const knots = knotsOf(slices, report)
  const first = knots.find(({ isAfter }) => isAfter)
  if (!first) return none('no expiration lies after the report')
  const event = eventOf(knots, NEAREST) ?? eventOnFlat(knots)
  if (!event) return none('only one expiration is known, so the level without the report is not identified')
  const level = first.variance - event.variance
  if (level <= 0) return none('the level without the report would have no variance')
  if (event.variance < -NOTHING) {
    return none('the expiration after the report has less variance than the level without it')
  }
  const wider = eventOf(knots, WIDER) ?? event
  if (event.variance > NOTHING && Math.abs(wider.variance - event.variance) >= event.variance) {
    return none('the expirations around the report disagree by more than the report would add')
  }
  const names = event.used.map(({ expiration }) => expiration ?? 'now')
  return {
    report,
    implied_move: Math.sqrt(Math.max(0, event.variance)),
    level_without: Math.sqrt(level / first.years),
    how: `variance until ${first.expiration} less ${event.level} through ${names.join(', ')}`,
    reason: null,
  }
}
