import assert from 'node:assert/strict'

export const HORIZONS = [5, 10, 20] as const
export type Horizon = (typeof HORIZONS)[number]
/** The sessions over which a drawdown is searched, and the fall that counts as one. */
export const DRAWDOWN_SESSIONS = 20
export const DRAWDOWN_SHARE = 0.04

/** One value per session; NaN where the horizon has not passed yet, or where a session that it needs has no close. */
export type Outcomes = Float64Array

/** The largest fall from a peak to a later close within the next sessions, the session's own close included. */
export function drawdownsAfter(closes: readonly number[], sessions: number): Outcomes {
  return outcomes(closes, sessions, (at) => {
    let peak = closes[at]!
    if (Number.isNaN(peak)) return Number.NaN
    let worst = 0
    for (let next = at + 1; next <= at + sessions; next++) {
      const close = closes[next]!
      if (close > peak) peak = close
      else if (!Number.isNaN(close)) worst = Math.max(worst, 1 - close / peak)
    }
    return worst
  })
}

/** The returns from a session's close to the close so many sessions later. */
export const returnsAfter = (closes: readonly number[], sessions: number): Outcomes =>
  outcomes(closes, sessions, (at) => closes[at + sessions]! / closes[at]! - 1)

/** 1 where it came true, 0 where it did not, NaN where it is not known yet. */
export const whether = (values: Outcomes, isTrue: (value: number) => boolean): Outcomes =>
  values.map((value) => (Number.isNaN(value) ? Number.NaN : isTrue(value) ? 1 : 0))

function outcomes(closes: readonly number[], sessions: number, of: (at: number) => number): Outcomes {
  assert(Number.isInteger(sessions) && sessions >= 1, 'a horizon is a number of sessions')
  return Float64Array.from(closes, (_close, at) => (at + sessions < closes.length ? of(at) : Number.NaN))
}

/**
 * Counts the sessions whose horizons do not overlap: two neighbours share nineteen of twenty days and are hardly two
 * samples. Positions must ascend.
 */
export function effectiveCount(positions: Iterable<number>, sessions: number): number {
  let count = 0
  let free = Number.NEGATIVE_INFINITY
  for (const at of positions) {
    if (at < free) continue
    count++
    free = at + sessions
  }
  return count
}

/** The rate of all outcomes that were known on each evening; NaN before the first. */
export function expandingRate(outcomes: Outcomes, horizon: number): Float64Array {
  let sum = 0
  let count = 0
  return Float64Array.from(outcomes, (_outcome, at) => {
    const known = outcomes[at - horizon]
    if (known !== undefined && !Number.isNaN(known)) {
      sum += known
      count++
    }
    return count === 0 ? Number.NaN : sum / count
  })
}
