import { blockError } from '../maths/block-error.ts'
import { shown, shownOrNull } from '../maths/shown.ts'
import { bandOf, countedFalls, type FallHistory, type FallReading, vixRowOf, windows } from './falls.ts'
import { DRAWDOWN_SESSIONS, DRAWDOWN_SHARE, type Outcomes } from './outcomes.ts'
import { ERRORS } from './reliability.ts'
import {
  growingRatios,
  impliedDeviation,
  rateOf,
  type ScaledTable,
  scaledQuantile,
  scaledTable,
  shareFrom,
} from './scaled-table.ts'

const SIZES_PCT = [3, 4, 5, 6, 7, 8, 9, 10] as const
const MEDIAN = 0.5
const ONE_IN_FIVE = 0.8
const VIX_MAX = 200
const VIX_STEP = 0.01

export interface Fall {
  reading: FallReading
  table: ScaledTable
  medianPct: number
  oneInFivePct: number
  /** Stated rate less base rate, and its standard error; null where the history is shorter than two blocks. */
  difference: number
  error: number | null
  clear: boolean | null
}

/** The table of the falls that were over by a session's evening. */
const fallTable = (history: FallHistory, at: number, falls = countedFalls(history)): ScaledTable =>
  scaledTable(overBy(falls, at), history.vix, DRAWDOWN_SESSIONS)

/** The ratios of the same falls, from which their sizes follow, for evenings in their order. */
export function fallRatios(history: FallHistory, falls: Outcomes): (at: number) => Pick<ScaledTable, 'ratios'> {
  const ratiosOf = growingRatios(falls, history.vix, DRAWDOWN_SESSIONS)
  return (at) => ({ ratios: ratiosOf(countOver(at)) })
}

const overBy = (falls: Outcomes, at: number): Outcomes => falls.subarray(0, countOver(at))
/** The number of sessions whose outcome window has ended by a session's evening. */
const countOver = (at: number): number => Math.max(0, at - DRAWDOWN_SESSIONS + 1)

/** The fall that half of the past ones, scaled to a VIX, stayed below, and the one that one in five exceeded. */
export function fallSizes(
  table: Pick<ScaledTable, 'ratios'>,
  vix: number,
): { medianPct: number; oneInFivePct: number } {
  const percentAt = (share: number) => 100 * scaledQuantile(table, share, impliedDeviation(vix, DRAWDOWN_SESSIONS))!
  return { medianPct: percentAt(MEDIAN), oneInFivePct: percentAt(ONE_IN_FIVE) }
}

/** Everything stated about a session in addition to its rate. */
export function fallAt(history: FallHistory, reading: FallReading, falls = countedFalls(history)): Fall {
  const { at, vix, rate, baseRate } = reading
  const deviation = impliedDeviation(vix, DRAWDOWN_SESSIONS)
  const table = fallTable(history, at, falls)
  const pairs: number[] = []
  for (let row = 0; row + DRAWDOWN_SESSIONS <= at; row++) {
    const fall = falls[row]!
    if (Number.isNaN(fall)) continue
    const scaled = (fall / impliedDeviation(history.vix[row]!, DRAWDOWN_SESSIONS)) * deviation
    pairs.push(Number(scaled >= DRAWDOWN_SHARE) - Number(fall >= DRAWDOWN_SHARE))
  }
  const error = blockError(pairs)
  const difference = rate - baseRate
  return {
    reading,
    table,
    ...fallSizes(table, vix),
    difference,
    error,
    clear: error === null ? null : Math.abs(difference) > ERRORS * error,
  }
}

/** The same statement for each size of fall. */
export const sizesOf = ({ reading: { vix }, table }: Fall) =>
  SIZES_PCT.map((size) => ({
    drawdown_pct: size,
    rate: shown(rateOf(table, size / 100, impliedDeviation(vix, DRAWDOWN_SESSIONS))),
    base_rate: shown(shareFrom(table.moves, size / 100)),
  }))

/** The lowest VIX, in hundredths, from which the band is at least `elevated` and `high`; null if there is none. */
export function bandEdges({ moves, ratios }: ScaledTable): { elevated: number | null; high: number | null } {
  const base = shareFrom(moves, DRAWDOWN_SHARE)
  const band = (vix: number) =>
    bandOf(
      rateOf({ moves, ratios }, DRAWDOWN_SHARE, impliedDeviation(vix, DRAWDOWN_SESSIONS)),
      base,
      windows(moves.length),
    )
  const edge = (holds: (vix: number) => boolean) => {
    let [below, from] = [0, VIX_MAX / VIX_STEP]
    if (!holds(VIX_MAX)) return null
    while (from - below > 1) {
      const middle = (below + from) >> 1
      if (holds(middle * VIX_STEP)) from = middle
      else below = middle
    }
    return shown(from * VIX_STEP)
  }
  return { elevated: edge((vix) => band(vix) !== 'low'), high: edge((vix) => band(vix) === 'high') }
}

/** The statement in words, with the day of its VIX: sizes, no forecast of when or which way. */
export function fallInWords(fall: Fall, state: FallHistory & { days: readonly string[] }): string {
  const { at, vix, rate, baseRate } = fall.reading
  const day = state.days[vixRowOf(state, at)!]
  const size = `${100 * DRAWDOWN_SHARE} %`
  return (
    `VIX closed at ${vix.toFixed(2)} on ${day}. Scaled to this VIX, ${percent(rate)} of past sessions were followed by a fall of ${size} or ` +
    `more within ${DRAWDOWN_SESSIONS} sessions; over all sessions, unscaled, the rate is ${percent(baseRate)}. ${clearInWords(fall)} ` +
    `Half of such periods had a worst fall below ${fall.medianPct.toFixed(1)} %, one in five above ` +
    `${fall.oneInFivePct.toFixed(1)} %. This is the option market's volatility restated: it says how large moves may be, ` +
    'not when or which way.'
  )
}

function clearInWords({ difference, error, clear }: Fall): string {
  if (error === null || clear === null) return 'Too few sessions are known to tell whether the two rates differ.'
  const [size, bound] = [points(Math.abs(difference)), points(ERRORS * error)]
  return clear
    ? `The difference of ${size} percentage points exceeds two standard errors (${bound}).`
    : `The difference of ${size} percentage points does not exceed two standard errors (${bound}).`
}

export function bandInWords({ rate, baseRate, band, n }: FallReading): string {
  const ratio = baseRate > 0 ? ` (${(rate / baseRate).toFixed(2)} times)` : ''
  const against = `the stated rate of ${percent(rate)} against the base rate of ${percent(baseRate)}${ratio}, over ${n} sessions`
  if (band === 'low') return `low, because the rate is below the base rate: ${against}`
  return band === 'high'
    ? `high, because the rate is at least 1.5 times the base rate and its interval lies above it: ${against}`
    : `elevated, because the rate is at or above the base rate without being clearly 1.5 times as high: ${against}`
}

export const differenceDocument = ({ difference, error, clear }: Fall) => ({
  clear,
  difference: shown(difference),
  difference_error: shownOrNull(error),
})

const percent = (share: number): string => `${Math.round(100 * share)} %`
const points = (share: number): string => (100 * share).toFixed(1)
