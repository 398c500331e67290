import { largestRemainder } from '../maths/largest-remainder.ts'
import { shown } from '../maths/shown.ts'
import { wilson } from '../maths/wilson.ts'
import { bandEdges, type Fall } from './fall-statement.ts'
import { BANDS, type Band, type FallHistory, type FallReading } from './falls.ts'
import { DRAWDOWN_SESSIONS, DRAWDOWN_SHARE, type Outcomes } from './outcomes.ts'

/** A rate with its interval over the windows that do not overlap. */
export function ratesDocument(rate: number, { n, effectiveN }: Pick<FallReading, 'n' | 'effectiveN'>) {
  const interval = wilson(rate, effectiveN)
  return {
    n,
    effective_n: effectiveN,
    rate: shown(rate),
    low: interval && shown(interval.low),
    high: interval && shown(interval.high),
  }
}

export const stateAt = (fall: Fall) => ({
  ...rangeOf(fall, fall.reading.band),
  ...ratesDocument(fall.reading.rate, fall.reading),
  shrunk_rate: shown(fall.reading.rate),
})

/** Outcomes of the past sessions with a VIX in the range of each band; the windows add up to those of all. */
export function bandStates(fall: Fall, { vix }: FallHistory, falls: Outcomes) {
  const { at, effectiveN } = fall.reading
  const groups = BANDS.map((band) => {
    const { from, to } = rangeOf(fall, band)
    const rows = [...falls.keys()].filter(
      (row) =>
        row + DRAWDOWN_SESSIONS <= at &&
        !Number.isNaN(falls[row]!) &&
        vix[row]! >= from &&
        (to === null || vix[row]! < to),
    )
    return { band, from, to, rows }
  }).filter(({ rows, from }) => rows.length > 0 && from < Number.POSITIVE_INFINITY)
  const shares = largestRemainder(
    groups.map(({ rows }) => rows.length),
    effectiveN,
  )
  return groups.map(({ band, from, to, rows }, index) => {
    const rate = rows.filter((row) => falls[row]! >= DRAWDOWN_SHARE).length / rows.length
    return {
      from,
      to,
      ...ratesDocument(rate, { n: rows.length, effectiveN: shares[index]! }),
      shrunk_rate: shown(rate),
      band,
    }
  })
}

/** The range of VIX that has a band; one that no VIX reaches begins beyond every number. */
function rangeOf({ table }: Fall, band: Band): { from: number; to: number | null } {
  const { elevated, high } = bandEdges(table)
  const none = Number.POSITIVE_INFINITY
  if (band === 'low') return { from: 0, to: elevated ?? high }
  if (band === 'high') return { from: high ?? none, to: null }
  return { from: elevated ?? none, to: high }
}
