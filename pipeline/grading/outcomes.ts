import { quantile } from '../maths/quantile.ts'
import { standardDeviation } from '../maths/statistics.ts'
import { DRAWDOWN_SESSIONS, DRAWDOWN_SHARE } from '../risk/outcomes.ts'
import type { Label, SizeClass } from './claim.ts'

type Closes = readonly (number | null)[]

/** Closes in [from, to]; null if the path does not reach that far or one is missing. */
function stretch(closes: Closes, from: number, to: number): number[] | null {
  if (from < 0 || to >= closes.length) return null
  const part = closes.slice(from, to + 1)
  return part.every((close) => close !== null) ? part : null
}

const returnsOf = (closes: readonly number[]): number[] => closes.slice(1).map((close, at) => close / closes[at]! - 1)

/** Returns whether a fall of 4 % from a peak came within the 20 sessions after a close; null where bars are missing. */
export function fellAfter(closes: Closes, start: number): boolean | null {
  const path = stretch(closes, start, start + DRAWDOWN_SESSIONS)
  if (!path) return null
  let peak = path[0]!
  return path.some((close) => {
    peak = Math.max(peak, close)
    return 1 - close / peak >= DRAWDOWN_SHARE
  })
}

const VOLATILITY_RETURNS = 60
const SIDEWAYS_SHARE = 0.25

/**
 * A smaller move over so many sessions is sideways: a quarter of the trailing deviation, scaled by the root of the
 * horizon. Null where trailing closes are missing.
 */
export function sidewaysBelow(closes: Closes, start: number, sessions: number): number | null {
  const trailing = stretch(closes, start - VOLATILITY_RETURNS, start)
  return trailing && SIDEWAYS_SHARE * standardDeviation(returnsOf(trailing))! * Math.sqrt(sessions)
}

export function directionAfter(closes: Closes, start: number, sessions: number): Label | null {
  const edge = sidewaysBelow(closes, start, sessions)
  const move = returnAfter(closes, start, sessions)
  if (edge === null || move === null) return null
  if (Math.abs(move) < edge) return 'sideways'
  return move > 0 ? 'up' : 'down'
}

const SIZE_MOVES = 252

/** The size of the next session's move by the terciles of the 252 moves that end at the start. */
export function sizeAfter(closes: Closes, start: number): SizeClass | null {
  const trailing = stretch(closes, start - SIZE_MOVES, start)
  const end = closes[start + 1]
  if (!trailing || end == null) return null
  const moves = returnsOf(trailing)
    .map(Math.abs)
    .toSorted((a, b) => a - b)
  const move = Math.abs(end / trailing.at(-1)! - 1)
  if (move <= quantile(moves, 1 / 3)!) return 'small'
  return move <= quantile(moves, 2 / 3)! ? 'normal' : 'big'
}

/** Return from a close to the close so many sessions later. */
export function returnAfter(closes: Closes, start: number, sessions: number): number | null {
  const [from, to] = [closes[start], closes[start + sessions]]
  return from == null || to == null ? null : to / from - 1
}

/**
 * Shares of an outcome among all that were known at each close, which lie `sessions` back; null before the first. The
 * outcome of a position may be null.
 */
export function knownShares<T extends string>(
  outcomes: readonly (T | null)[],
  sessions: number,
  kinds: readonly T[],
): (Readonly<Record<T, number>> | null)[] {
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<T, number>
  let total = 0
  return outcomes.map((_outcome, at) => {
    const known = outcomes[at - sessions]
    if (known != null) {
      counts[known]++
      total++
    }
    if (total === 0) return null
    return Object.fromEntries(kinds.map((kind) => [kind, counts[kind] / total])) as Record<T, number>
  })
}
