import { eveningOf, knownThen } from '../../pipeline/inputs/known-then.ts'
import type { MarketInputs } from '../../pipeline/inputs/market-inputs.ts'
import { fitLogistic } from '../../pipeline/maths/logistic.ts'
import { mean } from '../../pipeline/maths/statistics.ts'
import type { FallWalk } from '../../pipeline/risk/falls.ts'
import { refitOf } from '../../pipeline/risk/fit.ts'
import { DRAWDOWN_SESSIONS, DRAWDOWN_SHARE, type Outcomes, whether } from '../../pipeline/risk/outcomes.ts'
import { impliedDeviation } from '../../pipeline/risk/scaled-table.ts'
import type { StateHistory } from '../../pipeline/risk/state-history.ts'

export interface Rival {
  key: string
  label: string
  /** The rate it would have stated for each session; NaN where it would have had none. */
  rates: Float64Array
}

const TRAINING_MIN = 252
const AVERAGE_SESSIONS = 200
const PERCENTILE_SESSIONS = 252
const PERCENTILE_MIN = 126
/**
 * Broadie, Glasserman and Kou (1997): an extreme observed once a session is missed by this share of a session's
 * deviation, and a fall has two, its peak and its end.
 */
const WATCHED_ONCE = 2 * 0.5826
const SERIES_TERMS = 60

/** The simpler statements that the expected size of falls is judged against, each from what was known that evening. */
export function rivalsOf(state: StateHistory, series: MarketInputs['series'], walk: FallWalk): Rival[] {
  const outcomes = whether(walk.falls, (fall) => fall >= DRAWDOWN_SHARE)
  const yearly = (readings: Float64Array) => yearlyLogistic(state, readings, outcomes)
  return [
    {
      key: 'base_rate',
      label: 'the served base rate of that evening',
      rates: Float64Array.from(walk.readings, (each) => each?.baseRate ?? Number.NaN),
    },
    { key: 'vix_logistic', label: 'a logistic on VIX alone, fitted each year', rates: yearly(state.vix) },
    { key: 'vix_implied', label: 'the odds that VIX implies, without drift', rates: state.vix.map(impliedOdds) },
    {
      key: 'hy_oas_logistic',
      label: 'a logistic on the 252-session percentile of HY OAS, fitted each year',
      rates: yearly(creditPercentiles(state, series)),
    },
    {
      key: 'distance_200d_logistic',
      label: 'a logistic on the distance to the 200-day average, fitted each year',
      rates: yearly(distances(state)),
    },
  ]
}

/** Fits at the first session of each year, from sessions whose outcome was known before it. */
function yearlyLogistic(state: StateHistory, readings: Float64Array, outcomes: Outcomes): Float64Array {
  const refits = refitOf(state)
  const fits = new Map<number, ReturnType<typeof fitLogistic>>()
  return readings.map((reading, at) => {
    const refit = refits[at]!
    if (!fits.has(refit)) {
      const rows = [...readings.keys()].filter(
        (row) => row + DRAWDOWN_SESSIONS < refit && !Number.isNaN(readings[row]! + outcomes[row]!),
      )
      const learned =
        rows.length < TRAINING_MIN ? null : fitLogistic(valuesAt(readings, rows), valuesAt(outcomes, rows))
      fits.set(refit, learned)
    }
    const rateAt = fits.get(refit)
    return rateAt && !Number.isNaN(reading) ? rateAt(reading) : Number.NaN
  })
}

const valuesAt = (values: Float64Array, rows: readonly number[]): number[] => rows.map((row) => values[row]!)

/**
 * The chance that a random walk at the implied volatility falls by 4 % from a peak: its distance below its peak is a
 * walk reflected at zero, which reaches a height of that size.
 */
export function impliedOdds(vix: number): number {
  const deviation = impliedDeviation(vix, DRAWDOWN_SESSIONS)
  const height = -Math.log(1 - DRAWDOWN_SHARE) + WATCHED_ONCE * impliedDeviation(vix, 1)
  let within = 0
  for (let term = 0; term < SERIES_TERMS; term++) {
    const odd = 2 * term + 1
    within += ((-1) ** term / odd) * Math.exp(-((odd * Math.PI * deviation) ** 2) / (8 * height ** 2))
  }
  return Math.min(1, Math.max(0, 1 - (4 / Math.PI) * within))
}

function creditPercentiles({ days }: StateHistory, { hy_oas = [] }: MarketInputs['series']): Float64Array {
  const known = knownThen(hy_oas)
  return Float64Array.from(days, (day) => percentileAt(known(eveningOf(day))))
}

function percentileAt(known: ReturnType<ReturnType<typeof knownThen>>): number {
  if (!known) return Number.NaN
  const window = known.points.slice(Math.max(0, known.index + 1 - PERCENTILE_SESSIONS), known.index + 1)
  if (window.length < PERCENTILE_MIN) return Number.NaN
  const now = window.at(-1)!.value
  return (100 * window.filter(({ value }) => value <= now).length) / window.length
}

const distances = ({ closes }: StateHistory): Float64Array =>
  Float64Array.from(closes, (close, at) =>
    at + 1 < AVERAGE_SESSIONS ? Number.NaN : close / mean(closes.slice(at + 1 - AVERAGE_SESSIONS, at + 1))! - 1,
  )
