import { CLASSES, type SizeClass } from '../grading/claim.ts'
import { quantile } from '../maths/quantile.ts'
import { shown } from '../maths/shown.ts'
import { nearIndex, nextMoves } from '../risk/next-session.ts'
import { impliedDeviation, scaledTable, shareFrom } from '../risk/scaled-table.ts'
import type { StateHistory } from '../risk/state-history.ts'

export interface Magnitude {
  class: SizeClass | null
  p_small: number | null
  p_normal: number | null
  p_big: number | null
  /** False until the forward grade confirms it. */
  calibrated: boolean
  /** Sessions whose next move is known. */
  n: number
  reason: string | null
}

/** The moves that decide what small and big are. */
export const CLASS_MOVES = 252
const TABLE_MIN = 252

const none = (n: number, reason: string): Magnitude => ({
  class: null,
  p_small: null,
  p_normal: null,
  p_big: null,
  calibrated: false,
  n,
  reason,
})

/** The newest moves that are known, a year of them at most, in order of size. */
export const recentMoves = (moves: Float64Array): number[] =>
  [...moves.filter((move) => !Number.isNaN(move)).slice(-CLASS_MOVES)].toSorted((a, b) => a - b)

/**
 * The size of the next session's move by the terciles of the last 252: the shares of past moves, scaled to the volatility
 * that options imply now, that fall into each. Nothing is fitted.
 */
export function magnitudeAt(
  history: Pick<StateHistory, 'days' | 'closes' | 'vix'>,
  series: Parameters<typeof nearIndex>[1],
  at: number,
): Magnitude {
  const index = nearIndex(history, series)
  const known = nextMoves(history.closes).subarray(0, at)
  const now = index[at] ?? Number.NaN
  const recent = recentMoves(known)
  if (recent.length < CLASS_MOVES) return none(known.length, `${recent.length} of ${CLASS_MOVES} moves are known`)
  if (at < 0) return none(known.length, 'no close of SPY of the day is known')
  if (Number.isNaN(now)) return none(known.length, 'no volatility index of the day is known')
  const table = scaledTable(known, index, 1)
  if (table.ratios.length < TABLE_MIN) {
    return none(table.ratios.length, `${table.ratios.length} of ${TABLE_MIN} moves with a volatility index are known`)
  }
  const deviation = impliedDeviation(now, 1)
  const [fromNormal, big] = [1 / 3, 2 / 3].map((share) => shareFrom(table.ratios, quantile(recent, share)! / deviation))
  const shares = { small: 1 - fromNormal!, normal: fromNormal! - big!, big: big! }
  const likeliest = CLASSES.reduce((best, size) => (shares[size] > shares[best] ? size : best))
  return {
    class: likeliest,
    p_small: shown(shares.small),
    p_normal: shown(shares.normal),
    p_big: shown(shares.big),
    calibrated: false,
    n: table.ratios.length,
    reason: null,
  }
}
