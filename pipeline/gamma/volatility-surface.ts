import type { TradingDay } from '../../shared/time/trading-day.ts'
import { normalCdf } from '../maths/normal.ts'
import { atmVolatility, straddleOf } from './expected-move.ts'
import { YEAR_MINUTES } from './time-to-expiry.ts'
import type { Slice, StrikeVolatility } from './volatility-slices.ts'

const IV_DAYS = 30
const DAY_MINUTES = 24 * 60
const WING_DELTA = 0.25
/** A straddle at the money is worth about 0.8 standard deviations. */
const STRADDLE_SHARE = 0.8

export type Reading = { value: number; how: string; reason: null } | { value: null; how: null; reason: string }

const reading = (value: number, how: string): Reading => ({ value, how, reason: null })
const missing = (reason: string): Reading => ({ value: null, how: null, reason })

interface Point {
  expiration: TradingDay
  minutes: number
  volatility: number
}

/** Total variance grows with time where nothing happens, so it is what is linear between two expirations. */
const varianceOf = ({ minutes, volatility }: Point): number => volatility ** 2 * (minutes / YEAR_MINUTES)

/** A volatility at so many days, by total variance linear between the expirations around them. */
function atDays(slices: readonly Slice[], volatility: (slice: Slice) => number | null, days: number): Reading {
  const minutes = days * DAY_MINUTES
  const points = pointsOf(slices, volatility)
  const before = points.filter((point) => point.minutes <= minutes).at(-1)
  const after = points.find((point) => point.minutes >= minutes)
  if (!after) {
    const isListed = slices.some((slice) => slice.minutes >= minutes)
    return missing(
      isListed
        ? `no expiration ${days} days ahead or more has a known volatility`
        : `no expiration lies ${days} days ahead or more`,
    )
  }
  if (after.minutes === minutes) return reading(after.volatility, `of the expiration ${after.expiration}`)
  // If the first expiration lies beyond, the line starts now, when no variance has gathered.
  if (!before) return reading(after.volatility, `total variance, linear between now and ${after.expiration}`)
  const share = (minutes - before.minutes) / (after.minutes - before.minutes)
  const variance = varianceOf(before) + share * (varianceOf(after) - varianceOf(before))
  return reading(
    Math.sqrt(variance / (minutes / YEAR_MINUTES)),
    `total variance, linear between ${before.expiration} and ${after.expiration}`,
  )
}

const pointsOf = (slices: readonly Slice[], volatility: (slice: Slice) => number | null): Point[] =>
  slices.flatMap((slice) => {
    const found = volatility(slice)
    return found === null ? [] : [{ expiration: slice.expiration, minutes: slice.minutes, volatility: found }]
  })

/** At-the-money volatility at 30 calendar days. */
export const iv30 = (slices: readonly Slice[]): Reading => atDays(slices, atmVolatility, IV_DAYS)

/** Volatility where the forward delta of an option out of the money is 0.25, linear in delta between two strikes. */
export function wingVolatility(slice: Slice, right: 'call' | 'put'): number | null {
  const { forward, years } = slice
  const isOutside = ({ strike }: StrikeVolatility) =>
    right === 'call' ? strike >= forward.price : strike <= forward.price
  const wing = slice.strikes.flatMap(({ strike, volatility, ...pair }) => {
    if (volatility === null || volatility <= 0 || !isOutside({ strike, volatility, ...pair })) return []
    const d1 = (Math.log(forward.price / strike) + 0.5 * volatility ** 2 * years) / (volatility * Math.sqrt(years))
    return [{ delta: right === 'call' ? normalCdf(d1) : normalCdf(-d1), volatility }]
  })
  // From the money outwards, deltas fall.
  const outwards = right === 'call' ? wing : wing.toReversed()
  for (const [at, outer] of outwards.entries()) {
    const inner = outwards[at - 1]
    if (!inner || inner.delta < WING_DELTA || outer.delta > WING_DELTA) continue
    if (inner.delta === outer.delta) return inner.volatility
    const share = (inner.delta - WING_DELTA) / (inner.delta - outer.delta)
    return inner.volatility + share * (outer.volatility - inner.volatility)
  }
  return null
}

/** The 25-delta put's volatility less the 25-delta call's, at 30 days. */
export function skew25(slices: readonly Slice[]): Reading {
  const [put, call] = (['put', 'call'] as const).map((right) =>
    atDays(slices, (slice) => wingVolatility(slice, right), IV_DAYS),
  )
  if (put!.value === null) return missing(`25-delta put: ${put!.reason}`)
  if (call!.value === null) return missing(`25-delta call: ${call!.reason}`)
  return reading(put!.value - call!.value, `linear in delta within an expiration; ${put!.how}`)
}

export interface TermPoint {
  expiration: TradingDay
  settlement: Slice['settlement']
  days: number
  atm_iv: number | null
  total_variance: number | null
  straddle: number | null
  /** One standard deviation until the expiration, in dollars. */
  implied_move: number | null
}

export const termStructure = (slices: readonly Slice[]): TermPoint[] =>
  slices.map((slice) => {
    const [volatility, straddle] = [atmVolatility(slice), straddleOf(slice)]
    return {
      expiration: slice.expiration,
      settlement: slice.settlement,
      days: slice.minutes / DAY_MINUTES,
      atm_iv: volatility,
      total_variance: volatility === null ? null : volatility ** 2 * slice.years,
      straddle,
      implied_move: straddle === null ? null : straddle / STRADDLE_SHARE,
    }
  })
