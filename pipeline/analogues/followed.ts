import type { Followed, RateOf } from '../../shared/domain/contract/base-rates.ts'
import { shown } from '../maths/shown.ts'
import { median } from '../maths/statistics.ts'
import { wilson } from '../maths/wilson.ts'
import { drawdownsAfter, effectiveCount, type Outcomes, returnsAfter } from '../risk/outcomes.ts'

/** The outcome of every session over one horizon. */
export interface Aftermath {
  sessions: number
  returns: Outcomes
  drawdowns: Outcomes
}

export const aftermath = (closes: readonly number[], sessions: number): Aftermath => ({
  sessions,
  returns: returnsAfter(closes, sessions),
  drawdowns: drawdownsAfter(closes, sessions),
})

/** The outcomes of some sessions (ascending positions), as far as their horizon has passed. */
export function followed({ sessions, returns, drawdowns }: Aftermath, rows: readonly number[], fall: number): Followed {
  const over = rows.filter((row) => !Number.isNaN(returns[row]!))
  const effectiveN = effectiveCount(over, sessions)
  const medianReturn = median(over.map((row) => returns[row]!))
  return {
    n: over.length,
    effective_n: effectiveN,
    median_return_pct: medianReturn === null ? null : shown(100 * medianReturn),
    up: rateOf(over, effectiveN, (row) => returns[row]! > 0),
    drawdown: rateOf(over, effectiveN, (row) => drawdowns[row]! >= fall),
  }
}

function rateOf(rows: readonly number[], effectiveN: number, isTrue: (row: number) => boolean): RateOf {
  if (rows.length === 0) return { rate: null, low: null, high: null }
  const rate = rows.filter(isTrue).length / rows.length
  const { low, high } = wilson(rate, effectiveN)!
  return { rate: shown(rate), low: shown(low), high: shown(high) }
}
