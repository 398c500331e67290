import type { SeriesId } from '../../shared/domain/market/series.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay } from '../../shared/time/trading-day.ts'
import type { DayValue } from '../inputs/daily-view.ts'
import { PERCENTILE_SESSIONS, PERCENTILE_SESSIONS_MIN } from '../inputs/own-percentile.ts'
import { publishedAt } from '../sources/publication-lag.ts'
import type { PillarRow } from './fold-regime.ts'
import type { PillarReadings } from './pillar-bands.ts'

export const WIDENING_OBSERVATIONS = 20
/** A close is judged at the time of that day's final daily row. */
const KNOWN_AT = '20:00'
/** Allows for a long weekend and a late release; an older value is not a reading of that close. */
const AGE_DAYS_MAX = 8
/** Every pillar's value is published sooner, so the publication time of older ones need not be looked up. */
const PUBLIC_AFTER_DAYS = 10

export type GammaSeries = Extract<SeriesId, 'gex_own' | 'gex_vendor'>

export interface PillarHistory {
  vix: readonly DayValue[]
  oas: readonly DayValue[]
  breadth: readonly DayValue[]
  gamma: { series: GammaSeries; points: readonly DayValue[] }
}

/** The pillars of each session as they were publicly known at its end, by the publication table. */
export function pillarRows(sessions: readonly TradingDay[], history: PillarHistory): PillarRow[] {
  const first = sessions[0]
  if (first === undefined) return []
  const since = addDays(first, -PUBLIC_AFTER_DAYS)
  const vix = asKnown('vix_close', history.vix, since)
  const oas = asKnown('hy_oas', history.oas, since)
  const breadth = asKnown('pct_above_50dma', history.breadth, since)
  const gamma = asKnown(history.gamma.series, history.gamma.points, since)
  return sessions.map((day) => {
    const evening = eveningOf(day)
    const pillars: PillarReadings = {}
    const volatility = volatilityAt(history.vix, vix(evening))
    if (volatility) pillars.volatility = volatility
    const credit = creditAt(history.oas, oas(evening))
    if (credit) pillars.credit = credit
    const broad = history.breadth[breadth(evening)]
    if (broad) pillars.breadth = { percentAbove50d: broad.value, day: broad.day }
    const dealers = gammaAt(history.gamma.points, gamma(evening))
    if (dealers) pillars.gamma = dealers
    return { day, pillars }
  })
}

export interface Evening {
  day: TradingDay
  atMs: number
  /** A value for an earlier day is not a reading of this close. */
  oldest: TradingDay
}

/** Each replay needs the same year of evenings, which are facts of the calendar. */
const evenings = new Map<TradingDay, Evening>()

export function eveningOf(day: TradingDay): Evening {
  const before = evenings.get(day)
  if (before) return before
  const evening = { day, atMs: instantAt(day, KNOWN_AT).getTime(), oldest: addDays(day, -AGE_DAYS_MAX) }
  evenings.set(day, evening)
  return evening
}

export function volatilityAt(
  points: readonly DayValue[],
  index: number,
  usual = usualSize(points, index),
): PillarReadings['volatility'] {
  const now = points[index]
  return now && { vix: now.value, usual, day: now.day }
}

export function creditAt(points: readonly DayValue[], index: number): PillarReadings['credit'] {
  const now = points[index]
  if (!now) return undefined
  const then = points[index - WIDENING_OBSERVATIONS]
  return { oas: now.value, widening: then ? now.value - then.value : null, day: now.day }
}

export function gammaAt(
  points: readonly DayValue[],
  index: number,
  size = usualSize(points, index),
): PillarReadings['gamma'] {
  const now = points[index]
  if (!now || !size) return undefined
  return { gex: now.value, relative: now.value / size, day: now.day }
}

/** The mean size over the trailing sessions at a point; null while there are too few. */
export function usualSize(points: readonly DayValue[], index: number): number | null {
  const first = Math.max(0, index + 1 - PERCENTILE_SESSIONS)
  if (index + 1 - first < PERCENTILE_SESSIONS_MIN) return null
  let sum = 0
  for (let at = first; at <= index; at++) sum += Math.abs(points[at]!.value)
  return sum / (index + 1 - first)
}

/** Index of the newest point public at the end of a day, or -1. The caller must pass days in ascending order. */
export function asKnown(
  series: SeriesId,
  points: readonly DayValue[],
  since: TradingDay,
): (evening: Evening) => number {
  let next = points.findIndex((point) => point.day > since)
  if (next === -1) next = points.length
  return ({ day, atMs, oldest }) => {
    for (
      let point = points[next];
      point && point.day <= day && publishedAt(series, point.day).getTime() <= atMs;
      point = points[next]
    )
      next++
    const newest = points[next - 1]
    return newest && newest.day >= oldest ? next - 1 : -1
  }
}
