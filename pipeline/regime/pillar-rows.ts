import type { TradingDay } from '../../shared/time/trading-day.ts'
import { differenceOver } from '../inputs/change-over.ts'
import type { DayValue } from '../inputs/daily-view.ts'
import { type Evening, eveningOf, type KnownValues, knownThen } from '../inputs/known-then.ts'
import type { MarketInputs, SeriesPoint } from '../inputs/market-inputs.ts'
import { PERCENTILE_SESSIONS, PERCENTILE_SESSIONS_MIN } from '../inputs/own-percentile.ts'
import type { GammaAtClose } from './gamma-pillar.ts'
import type { PillarReadings } from './pillar-bands.ts'

const WIDENING_SESSIONS = 20

export interface CloseReadings extends Omit<PillarReadings, 'gamma'> {
  /** Both series of dealer gamma; which of them decides depends on the closes before. */
  gamma: GammaAtClose
}

/** The readings of each session's close, from what this system knew that evening. */
export function closeReadings(sessions: readonly TradingDay[], series: MarketInputs['series']): CloseReadings[] {
  const vix = at(series.vix_close, volatilityAt)
  const oas = at(series.hy_oas, creditAt)
  const breadth = at(series.pct_above_50dma, breadthAt)
  const own = at(series.gex_own, gammaAt)
  const sign = at(series.gex_own_sign, (points, index) => points[index])
  const vendor = at(series.gex_vendor, gammaAt)
  return sessions.map((day) => {
    const evening = eveningOf(day)
    const [ownNow, signNow] = [own(evening), sign(evening)]
    return {
      ...present('volatility', vix(evening)),
      ...present('credit', oas(evening)),
      ...present('breadth', breadth(evening)),
      gamma: {
        ...present('own', ownNow),
        ...present('vendor', vendor(evening)),
        ownIsCertain: ownNow !== undefined && signNow?.day === ownNow.day && signNow.value !== 0,
      },
    }
  })
}

function at<Reading>(
  points: readonly SeriesPoint[] = [],
  read: (points: readonly DayValue[], index: number) => Reading | undefined,
): (evening: Evening) => Reading | undefined {
  const valuesAt = knownThen(points)
  return (evening) => {
    const known: KnownValues | null = valuesAt(evening)
    return known ? read(known.points, known.index) : undefined
  }
}

/** A field without a value is left out, as the readings' types demand. */
const present = <Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } =>
  value === undefined ? {} : ({ [key]: value } as { [K in Key]?: Value })

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
  let peak = now.value
  for (let at = Math.max(0, index + 1 - PERCENTILE_SESSIONS); at < index; at++) peak = Math.max(peak, points[at]!.value)
  return { oas: now.value, widening: wideningAt(points, index), peak, day: now.day }
}

/** The change of the spread over a month; null while no value of a month before is known. */
export const wideningAt = (points: readonly DayValue[], index: number): number | null =>
  differenceOver(points, WIDENING_SESSIONS, index)

export function breadthAt(points: readonly DayValue[], index: number): PillarReadings['breadth'] {
  const now = points[index]
  return now && { percentAbove50d: now.value, day: now.day }
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
