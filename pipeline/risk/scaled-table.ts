import { quantile } from '../maths/quantile.ts'

/** Moves of past sessions divided by the move that implied volatility stood for; nothing is fitted. */
export interface ScaledTable {
  /** Ratios and unscaled moves, each ascending. */
  ratios: Float64Array
  moves: Float64Array
}

const SESSIONS_PER_YEAR = 252

/** One standard deviation over some sessions, as a share, by a volatility index in percent a year. */
export const impliedDeviation = (index: number, sessions: number): number =>
  (index / 100) * Math.sqrt(sessions / SESSIONS_PER_YEAR)

/** Sessions without a move or without an index (NaN) are left out. */
export function scaledTable(moves: ArrayLike<number>, index: ArrayLike<number>, sessions: number): ScaledTable {
  const known = new Float64Array(moves.length)
  let count = 0
  for (let at = 0; at < moves.length; at++) {
    if (!Number.isNaN(ratioAt(moves, index, sessions, at))) known[count++] = moves[at]!
  }
  return { ratios: scaledRatios(moves, index, sessions), moves: known.subarray(0, count).sort() }
}

/** The ratio of one session; NaN without a move or without an index. */
function ratioAt(moves: ArrayLike<number>, index: ArrayLike<number>, sessions: number, at: number): number {
  const deviation = impliedDeviation(index[at]!, sessions)
  return deviation > 0 ? moves[at]! / deviation : Number.NaN
}

/** The ratios alone, ascending. */
function scaledRatios(moves: ArrayLike<number>, index: ArrayLike<number>, sessions: number): Float64Array {
  const ratios = new Float64Array(moves.length)
  let count = 0
  for (let at = 0; at < moves.length; at++) {
    const ratio = ratioAt(moves, index, sessions, at)
    if (!Number.isNaN(ratio)) ratios[count++] = ratio
  }
  return ratios.subarray(0, count).sort()
}

/**
 * The ratios of the first so many sessions, ascending, for a replay that reads a longer beginning each evening. Values
 * already sorted stay sorted. A result is valid until the next call.
 */
export function growingRatios(
  moves: ArrayLike<number>,
  index: ArrayLike<number>,
  sessions: number,
): (until: number) => Float64Array {
  const ratios = new Float64Array(moves.length)
  let [read, count] = [0, 0]
  return (until) => {
    if (until < read) [read, count] = [0, 0]
    for (; read < until; read++) {
      const ratio = ratioAt(moves, index, sessions, read)
      if (Number.isNaN(ratio)) continue
      const place = countBelow(ratios.subarray(0, count), ratio, true)
      ratios.copyWithin(place + 1, place, count++)
      ratios[place] = ratio
    }
    return ratios.subarray(0, count)
  }
}

/** The share of ascending values that reach a threshold. */
export const shareFrom = (sorted: Float64Array, threshold: number): number =>
  1 - countBelow(sorted, threshold) / sorted.length

/** The probability of a move of a size, at a standard deviation implied today. */
export const rateOf = ({ ratios }: ScaledTable, size: number, deviation: number): number =>
  shareFrom(ratios, size / deviation)

/** The move that a share of the past ones, scaled to today, stayed below. */
export const scaledQuantile = (
  { ratios }: Pick<ScaledTable, 'ratios'>,
  share: number,
  deviation: number,
): number | null => {
  const ratio = quantile(ratios, share)
  return ratio === null ? null : ratio * deviation
}

/** Returns how many ascending values are below a value, or equal to it where `orEqual` is set. */
export function countBelow(sorted: Float64Array, value: number, orEqual = false): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const isBelow = orEqual ? sorted[middle]! <= value : sorted[middle]! < value
    if (isBelow) low = middle + 1
    else high = middle
  }
  return low
}
