import { atr14, averageClose, barCount, dailyDeviation, type NameState, rsi14 } from './indicators.ts'

/**
 * A name as a run sees it: the completed bars, and one price after them or at their end. At 17:30 the price is the
 * session's close; at 10:30 it is the session's open, and the bars end on the previous day.
 */
export interface NameView {
  price: number
  /** True at 10:30: the price came after the last completed bar. */
  priceIsOpen: boolean
  /** The close before the price. */
  closeBefore: number
  /** Oldest first, at most as many as the look-back. */
  closes: readonly number[]
  volumes: readonly number[]
  bars: number
  average20: number
  average50: number
  average200: number
  /** Standard deviation of a daily log return. */
  day20: number
  day60: number
  day250: number
  rsi: number
  atr: number
}

/** The view of a completed bar, or of an open after the last one. */
export function nameView(state: NameState, open: number | null): NameView {
  const { closes } = state
  const last = closes.at(-1)!
  return {
    price: open ?? last,
    priceIsOpen: open !== null,
    closeBefore: open === null ? (closes.at(-2) ?? last) : last,
    closes,
    volumes: state.volumes,
    bars: barCount(state),
    average20: averageClose(state, 20),
    average50: averageClose(state, 50),
    average200: averageClose(state, 200),
    day20: dailyDeviation(state, 20),
    day60: dailyDeviation(state, 60),
    day250: dailyDeviation(state, 250),
    rsi: rsi14(state),
    atr: atr14(state),
  }
}

/** The close so many completed bars before the last one; NaN before the first. */
export const closeAgo = ({ closes }: NameView, bars: number): number => closes[closes.length - 1 - bars] ?? Number.NaN

/** The log return over the last completed bars. */
export const returnOver = (view: NameView, bars: number): number => Math.log(closeAgo(view, 0) / closeAgo(view, bars))

/** The same return in standard deviations of as many days. */
export const movesOver = (view: NameView, bars: number): number =>
  returnOver(view, bars) / (view.day60 * Math.sqrt(bars))

/** The highest of `bars` closes that end `skipped` bars before the last one; NaN with too few. */
export function highestClose({ closes }: NameView, bars: number, skipped = 0): number {
  const end = closes.length - skipped
  if (end < bars) return Number.NaN
  let highest = 0
  for (let at = end - bars; at < end; at++) if (closes[at]! > highest) highest = closes[at]!
  return highest
}

/** The lowest of `bars` closes that end `skipped` bars before the last one; NaN with too few. */
export function lowestClose({ closes }: NameView, bars: number, skipped = 0): number {
  const end = closes.length - skipped
  if (end < bars) return Number.NaN
  let lowest = Number.POSITIVE_INFINITY
  for (let at = end - bars; at < end; at++) if (closes[at]! < lowest) lowest = closes[at]!
  return lowest
}

/** Volume of a completed bar over the mean of the 50 before it; NaN where volumes are unknown. */
export function volumeRatio({ volumes }: NameView, ago: number): number {
  const at = volumes.length - 1 - ago
  if (at < 50) return Number.NaN
  let sum = 0
  for (let before = at - 50; before < at; before++) sum += volumes[before]!
  return sum > 0 ? volumes[at]! / (sum / 50) : Number.NaN
}

/** The move from the close before to the price, in standard deviations of a day. */
export const lastMove = ({ price, closeBefore, day60 }: NameView): number => Math.log(price / closeBefore) / day60
