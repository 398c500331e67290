import type { MarketInputs } from '../inputs/market-inputs.ts'
import { type Outcomes, returnsAfter } from './outcomes.ts'
import { growingRatios, impliedDeviation, scaledQuantile } from './scaled-table.ts'
import type { StateHistory } from './state-history.ts'

/** The band holds the next close four times in five; the move is one standard deviation of a normal distribution. */
export const BAND_SHARE = 0.8
const MOVE_SHARE = 0.6827
const SESSIONS_MIN = 252

export interface NextSession {
  /** The move that two in three of the next closes stay within, percent. */
  movePct: number
  /** The band of the next close. */
  low: number
  high: number
}

type Closes = Pick<StateHistory, 'days' | 'closes' | 'vix'>

/** VIX9D where it exists, else VIX: the shorter one is nearer to the next session. */
export function nearIndex({ days, vix }: Closes, { vix9d_close = [] }: MarketInputs['series']): Float64Array {
  const short = new Map(vix9d_close.map(({ day, value }) => [day, value]))
  return Float64Array.from(days, (day, at) => short.get(day) ?? vix[at]!)
}

/** The size of the move from each close to the next; NaN after the last. */
export const nextMoves = (closes: readonly number[]): Outcomes => returnsAfter(closes, 1).map(Math.abs)

/**
 * The next session's move and band as each evening knew them, for evenings in their order; null without the index of
 * that day or a year of moves.
 */
export function nextSessions(closes: readonly number[], index: Float64Array): (at: number) => NextSession | null {
  const ratiosOf = growingRatios(nextMoves(closes), index, 1)
  return (at) => bandAt(ratiosOf(at), closes[at]!, index[at]!)
}

function bandAt(ratios: Float64Array, close: number, index: number): NextSession | null {
  if (ratios.length < SESSIONS_MIN || Number.isNaN(index) || Number.isNaN(close)) return null
  const deviation = impliedDeviation(index, 1)
  const half = scaledQuantile({ ratios }, BAND_SHARE, deviation)!
  return {
    movePct: 100 * scaledQuantile({ ratios }, MOVE_SHARE, deviation)!,
    low: close * (1 - half),
    high: close * (1 + half),
  }
}

/** The share of next closes that lay within the band of the evening before. */
export function nextSessionCoverage(history: Closes, series: MarketInputs['series']): { n: number; share: number } {
  const { closes } = history
  const bandOf = nextSessions(closes, nearIndex(history, series))
  let [n, held] = [0, 0]
  for (let at = 0; at + 1 < closes.length; at++) {
    const band = bandOf(at)
    const next = closes[at + 1]!
    if (!band || Number.isNaN(next)) continue
    n++
    if (next >= band.low && next <= band.high) held++
  }
  return { n, share: n === 0 ? 0 : held / n }
}
