import type { CorrelationClass } from '../../shared/domain/contract/correlations.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { PERCENTILE_SESSIONS, PERCENTILE_SESSIONS_MIN } from '../inputs/own-percentile.ts'
import { pearson } from '../maths/pearson.ts'
import { percentileRank } from '../maths/percentile-rank.ts'
import { quantile } from '../maths/quantile.ts'
import type { PairedChanges } from './paired-changes.ts'

export const WINDOW_SESSIONS = 20
export const RANGE_SESSIONS = PERCENTILE_SESSIONS

export interface RollingValue {
  day: TradingDay
  value: number
}

/** The correlation of each window of the trailing range, oldest first, without windows in which a side did not move. */
export function rollingCorrelation({ days, left, right }: PairedChanges): RollingValue[] {
  const values: RollingValue[] = []
  for (let end = Math.max(WINDOW_SESSIONS, days.length - RANGE_SESSIONS + 1); end <= days.length; end++) {
    const start = end - WINDOW_SESSIONS
    const value = pearson(left.slice(start, end), right.slice(start, end))
    if (value !== null) values.push({ day: days[end - 1]!, value })
  }
  return values
}

export interface JudgedCorrelation {
  classification: CorrelationClass
  percentile: number
  usualSign: 'positive' | 'negative' | null
  range: { low: number; high: number; warningLow: number; warningHigh: number; n: number; from: TradingDay }
}

/**
 * The newest value against its own trailing windows; null while those are too few. A sign counts as flipped only if the
 * whole normal range lies on the other side of zero. Around zero a change of sign means nothing.
 */
export function judgeCorrelation(windows: readonly RollingValue[]): JudgedCorrelation | null {
  const [first] = windows
  const newest = windows.at(-1)
  if (!first || !newest || windows.length < PERCENTILE_SESSIONS_MIN) return null
  const values = windows.map(({ value }) => value)
  const sorted = Float64Array.from(values).sort()
  const at = (share: number): number => quantile(sorted, share)!
  const [warningLow, low, high, warningHigh] = [at(0.01), at(0.05), at(0.95), at(0.99)]
  const { value } = newest
  const usualSign = low > 0 ? 'positive' : high < 0 ? 'negative' : null
  const flipped = (usualSign === 'positive' && value < 0) || (usualSign === 'negative' && value > 0)
  const extreme = value < warningLow || value > warningHigh
  return {
    classification: flipped || extreme ? 'warning' : value < low || value > high ? 'elevated' : 'normal',
    percentile: percentileRank(values, value) ?? 0,
    usualSign,
    range: { low, high, warningLow, warningHigh, n: windows.length, from: first.day },
  }
}
