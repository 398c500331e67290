import { type DailyReturn, dailyReturns } from './daily-returns.ts'
import type { EquityPoint, Opening } from './equity-point.ts'
import { type GrowthPoint, growthOf } from './growth.ts'

export interface Drawdown {
  /** The fraction is never positive; it is 0 if the path only rose. */
  fraction: number
  peakAt: Date
  troughAt: Date
  /** When it was back at its peak; null if not yet. */
  recoveredAt: Date | null
}

/** Ratios of fewer daily returns mean nothing. */
export const RATIO_DAYS_MIN = 20
/** The reason for a beta that is null although there are enough days. */
export const SPY_NEVER_MOVED = 'SPY did not move on any of these days, so there is no beta'
const SESSIONS_OF_YEAR = 252
/** A product of returns that cancel out differs from 1 by up to this much. */
const ROUNDING = 1e-12

/** The deepest fall from a peak, and its dates; null without a path. */
export function maximumDrawdown(path: readonly GrowthPoint[]): Drawdown | null {
  const [first] = path
  if (!first) return null
  let peak = first
  let worst: Drawdown & { from: number } = {
    fraction: 0,
    from: first.growth,
    peakAt: first.at,
    troughAt: first.at,
    recoveredAt: first.at,
  }
  for (const point of path) {
    if (worst.recoveredAt === null && point.growth >= worst.from * (1 - ROUNDING)) worst.recoveredAt = point.at
    if (point.growth >= peak.growth * (1 - ROUNDING)) peak = point
    const fraction = peak.growth > 0 ? Math.min(0, point.growth / peak.growth - 1) : 0
    if (fraction < worst.fraction - ROUNDING)
      worst = { fraction, from: peak.growth, peakAt: peak.at, troughAt: point.at, recoveredAt: null }
  }
  const { from: _from, ...drawdown } = worst
  return drawdown
}

export interface DayStatistics {
  days: number
  /** Sessions without a return, because their close or the previous one is unknown. */
  gaps: number
  /** Annualised standard deviation; null with fewer than two returns. */
  volatility: number | null
  /** Mean over standard deviation, annualised, without subtracting an interest rate; null with too few returns. */
  sharpe: number | null
  best: DailyReturn | null
  worst: DailyReturn | null
  /** Sessions with a return of the account and one of SPY. */
  pairedDays: number
  beta: number | null
}

export function dayStatistics(opening: Opening, points: readonly EquityPoint[]): DayStatistics {
  const { returns, gaps } = dailyReturns(opening, points)
  const own = returns.map(({ fraction }) => fraction)
  const deviation = standardDeviation(own)
  const pairs = returns.flatMap(({ fraction, spy }) => (spy === null ? [] : [{ x: spy, y: fraction }]))
  return {
    days: own.length,
    gaps,
    volatility: deviation === null ? null : deviation * Math.sqrt(SESSIONS_OF_YEAR),
    sharpe: deviation && own.length >= RATIO_DAYS_MIN ? (mean(own) / deviation) * Math.sqrt(SESSIONS_OF_YEAR) : null,
    best: extreme(returns, (a, b) => a > b),
    worst: extreme(returns, (a, b) => a < b),
    pairedDays: pairs.length,
    beta: pairs.length >= RATIO_DAYS_MIN ? slope(pairs) : null,
  }
}

export interface AgainstSpy {
  from: Date
  through: Date
  own: number
  spy: number
}

/**
 * Compares both over the same instants, from the opening, or else from the first point at which both are known, to the
 * last; null without two.
 */
export function againstSpy(opening: Opening, points: readonly EquityPoint[]): AgainstSpy | null {
  const growths = new Map(growthOf(opening, points).map(({ at, growth }) => [at.getTime(), growth]))
  const both = points.flatMap(({ at, spyE4, equityE4 }) => {
    const growth = growths.get(at.getTime())
    return growth !== undefined && spyE4 !== null && equityE4 !== null ? [{ at, spyE4, growth }] : []
  })
  const first = opening.spyE4 === null ? both.shift() : { at: opening.at, spyE4: opening.spyE4, growth: 1 }
  const last = both.at(-1)
  if (!first || !last || first.growth <= 0) return null
  return {
    from: first.at,
    through: last.at,
    own: last.growth / first.growth - 1,
    spy: last.spyE4 / first.spyE4 - 1,
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Standard deviation of a sample; null with fewer than two values. */
function standardDeviation(values: readonly number[]): number | null {
  if (values.length < 2) return null
  const middle = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1))
}

function slope(pairs: readonly { x: number; y: number }[]): number | null {
  const x = mean(pairs.map((pair) => pair.x))
  const y = mean(pairs.map((pair) => pair.y))
  const variance = pairs.reduce((sum, pair) => sum + (pair.x - x) ** 2, 0)
  return variance === 0 ? null : pairs.reduce((sum, pair) => sum + (pair.x - x) * (pair.y - y), 0) / variance
}

function extreme(returns: readonly DailyReturn[], beats: (a: number, b: number) => boolean): DailyReturn | null {
  return returns.reduce<DailyReturn | null>(
    (found, each) => (found === null || beats(each.fraction, found.fraction) ? each : found),
    null,
  )
}
