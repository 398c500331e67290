import { wilson } from '../maths/wilson.ts'
import { DRAWDOWN_SESSIONS, DRAWDOWN_SHARE, drawdownsAfter, type Outcomes, whether } from './outcomes.ts'
import { type Reliability, reliabilityOf, type Statement } from './reliability.ts'
import { impliedDeviation } from './scaled-table.ts'

/** Closes of SPY and of VIX, one per session; NaN where a session has none. */
export interface FallHistory {
  closes: readonly number[]
  vix: Float64Array
}

export const BANDS = ['low', 'elevated', 'high'] as const
export type Band = (typeof BANDS)[number]

/** One year of sessions whose outcome is known. */
export const FALL_SESSIONS_MIN = 252
/** A VIX close that is a few sessions late is better than no statement; its age is stated. */
const VIX_AGE_SESSIONS_MAX = 3
const HIGH_RATIO = 1.5

/** The statement of a session's evening, from the sessions whose outcome was known by then. */
export interface FallReading {
  at: number
  vix: number
  n: number
  effectiveN: number
  rate: number
  baseRate: number
  band: Band
}

export interface FallWalk {
  /** The largest fall after each session, NaN where its sessions have not passed or it has no VIX. */
  falls: Outcomes
  /** One per session; null where too little was known. */
  readings: readonly (FallReading | null)[]
  statements: readonly Statement[]
  reliability: Reliability
}

/** The falls after the sessions that have a VIX, which the one base rate and every statement count. */
export const countedFalls = ({ closes, vix }: FallHistory): Outcomes =>
  drawdownsAfter(closes, DRAWDOWN_SESSIONS).map((fall, at) => (Number.isNaN(vix[at]!) ? Number.NaN : fall))

/** The session whose VIX a session's evening would read; null without a recent one. */
export function vixRowOf({ vix }: FallHistory, at: number): number | null {
  for (let row = at; row >= Math.max(0, at - VIX_AGE_SESSIONS_MAX); row--) if (!Number.isNaN(vix[row]!)) return row
  return null
}

/** The VIX that a session's evening would read; NaN without a recent one. */
export const vixOf = (history: FallHistory, at: number): number =>
  history.vix[vixRowOf(history, at) ?? -1] ?? Number.NaN

/** The band of a rate; `high` also needs the lower end of its interval above the base rate. */
export function bandOf(rate: number, baseRate: number, effectiveN: number): Band {
  if (rate < baseRate || rate === 0) return 'low'
  return rate >= HIGH_RATIO * baseRate && wilson(rate, effectiveN)!.low > baseRate ? 'high' : 'elevated'
}

/** The statement that each evening would have made about falls of a size, and its outcome. */
export function walkFalls(history: FallHistory, size = DRAWDOWN_SHARE): FallWalk {
  const falls = countedFalls(history)
  const outcomes = whether(falls, (fall) => fall >= size)
  const stateAt = readingsOf(history, falls, size)
  const statements: Statement[] = []
  const readings = history.closes.map((_close, at): FallReading | null => {
    const reading = stateAt(at)
    const came = outcomes[at]!
    if (reading && !Number.isNaN(came)) statements.push({ at, stated: reading.rate, base: reading.baseRate, came })
    return reading
  })
  return { falls, readings, statements, reliability: reliabilityOf(statements, DRAWDOWN_SESSIONS) }
}

/** The statement of one session alone; falls after later sessions than it knew do not count. */
export const readingAt = (history: FallHistory, falls: Outcomes, at: number): FallReading | null =>
  readingsOf(history, falls)(at)

/** The statement of each session, for readers of many of them. */
export function readingsOf(
  history: FallHistory,
  falls: Outcomes,
  size = DRAWDOWN_SHARE,
): (at: number) => FallReading | null {
  const ratios = falls.map((fall, at) => fall / impliedDeviation(history.vix[at]!, DRAWDOWN_SESSIONS))
  const hitsUpTo = countsUpTo(falls, size)
  return (at) => {
    const vix = vixOf(history, at)
    const last = at - DRAWDOWN_SESSIONS
    const { n, hits } = countFrom(ratios, last, size / impliedDeviation(vix, DRAWDOWN_SESSIONS))
    if (Number.isNaN(vix) || Number.isNaN(history.closes[at]) || n < FALL_SESSIONS_MIN) return null
    const [rate, baseRate, effectiveN] = [hits / n, hitsUpTo[last]! / n, windows(n)]
    return { at, vix, n, effectiveN, rate, baseRate, band: bandOf(rate, baseRate, effectiveN) }
  }
}

/** The number of windows without overlap among so many neighbouring sessions. */
export const windows = (sessions: number): number => Math.ceil(sessions / DRAWDOWN_SESSIONS)

/** The number of values that reach a threshold, up to each position. */
function countsUpTo(values: Float64Array, threshold: number): Uint32Array {
  const counts = new Uint32Array(values.length)
  let hits = 0
  for (let at = 0; at < values.length; at++) {
    if (values[at]! >= threshold) hits++
    counts[at] = hits
  }
  return counts
}

/** Counts the known values up to a position and those that reach a threshold. */
function countFrom(values: Float64Array, upTo: number, threshold: number): { n: number; hits: number } {
  let [n, hits] = [0, 0]
  for (let at = 0; at <= upTo; at++) {
    const value = values[at]!
    if (Number.isNaN(value)) continue
    n++
    if (value >= threshold) hits++
  }
  return { n, hits }
}
