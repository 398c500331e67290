import type { LevelKind } from '../../shared/domain/contract/tripwire.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { eveningSeries } from '../analogues/evening-documents.ts'
import type { DirectionHorizon } from '../grading/claim.ts'
import { quantile } from '../maths/quantile.ts'
import { shown } from '../maths/shown.ts'
import type { EveningInputs } from '../risk/evening.ts'
import { fallAt, fallInWords } from '../risk/fall-statement.ts'
import { type Band, countedFalls, readingAt, readingsOf, vixOf, vixRowOf } from '../risk/falls.ts'
import { nextMoves } from '../risk/next-session.ts'
import { closesAndVix, type StateHistory, stateHistory } from '../risk/state-history.ts'
import { riskTrend, TREND_REACH } from '../risk/trend.ts'
import { wires } from '../tripwires/index.ts'
import { type DirectionOdds, directionOdds } from './direction-odds.ts'
import { type ClaimVerdict, type Likelihood, likelihoodOf } from './likelihood.ts'
import { CLASS_MOVES, type Magnitude, magnitudeAt, recentMoves } from './magnitude.ts'
import { eveningLines, usualMoves, type WatchLine } from './watch-lines.ts'

/** Names the rules by which verdicts are written; a new one begins a new era. */
export const AI_RULES_VERSION = '2026.11-1'

/** Every series that an evening's read uses. */
export const eveningReadSeries = [
  ...new Set([...eveningSeries, 'vix9d_close' as const, ...wires.flatMap(({ series }) => series)]),
]

export interface RiskRead {
  band: Band | null
  rate: number | null
  base_rate: number | null
  sentence: string
  trend: 'worsening' | 'easing' | 'steady' | null
}

/** The facts of an evening that no minute until the next evening changes. */
export interface EveningRead {
  day: TradingDay
  /** The VIX that risk and sizes are based on; absent in evenings learned before it was stored. */
  vix?: number | null
  risk: RiskRead
  magnitude: Magnitude
  likelihood: Likelihood
  /** The lines computed from the closes of the day, used where no wire was read live. */
  lines: WatchLine[]
  /** The usual daily move of each measure, the unit in which distances to lines are compared. */
  usual: Partial<Record<LevelKind, number>>
  /** The moves, as shares of the price, from which on a session counts as normal and as big; null where too few are known. */
  edges: { normal: number; big: number } | null
  /** The odds by which the LLM’s directions are graded; absent in evenings learned before they were stored. */
  directions?: Record<DirectionHorizon, DirectionOdds> | null
}

/**
 * The read of an evening from what was known then. `ratesBefore` are the rates stated on the evenings before, oldest
 * first, and `judged` is how reliable the claims from analogues were by then.
 */
export function eveningRead(
  inputs: EveningInputs,
  ratesBefore: readonly (number | null)[],
  judged: ClaimVerdict = null,
): EveningRead {
  const state = stateHistory(inputs)
  const isToday = state.days.at(-1) === inputs.day
  const vix = vixOf(state, state.days.length - 1)
  return {
    day: inputs.day,
    vix: Number.isNaN(vix) ? null : shown(vix),
    risk: isToday ? riskOf(state, ratesBefore) : unknownRisk('No close of SPY of the day is known.'),
    magnitude: magnitudeAt(state, inputs.series, isToday ? state.days.length - 1 : -1),
    likelihood: likelihoodOf(state, judged),
    lines: eveningLines(inputs),
    usual: usualMoves(inputs),
    edges: edgesOf(state),
    directions: isToday ? directionOdds(state.closes.filter((close) => !Number.isNaN(close))) : null,
  }
}

/** The rates that the evenings before would have stated, oldest first, as far back as the trend looks. */
export function ratesBefore({ series }: Pick<EveningInputs, 'series'>): (number | null)[] {
  const history = closesAndVix(series)
  const readAt = readingsOf(history, countedFalls(history))
  const evenings = history.closes.length - 1
  const first = Math.max(0, evenings - TREND_REACH)
  return Array.from({ length: Math.max(0, evenings - first) }, (_, at) => readAt(first + at)?.rate ?? null)
}

const unknownRisk = (sentence: string): RiskRead => ({
  band: null,
  rate: null,
  base_rate: null,
  sentence,
  trend: null,
})

function riskOf(state: StateHistory, before: readonly (number | null)[]): RiskRead {
  const falls = countedFalls(state)
  const reading = readingAt(state, falls, state.days.length - 1)
  if (!reading) {
    return unknownRisk(
      vixRowOf(state, state.days.length - 1) === null
        ? 'No close of VIX is recent enough to state how often falls followed.'
        : 'Too few past sessions are known to state how often falls followed.',
    )
  }
  const rates = [...before, reading.rate]
  return {
    band: reading.band,
    rate: shown(reading.rate),
    base_rate: shown(reading.baseRate),
    sentence: fallInWords(fallAt(state, reading, falls), state),
    trend: riskTrend(rates, rates.length - 1)?.direction ?? null,
  }
}

function edgesOf({ closes }: StateHistory): EveningRead['edges'] {
  const recent = recentMoves(nextMoves(closes))
  if (recent.length < CLASS_MOVES) return null
  return { normal: shown(quantile(recent, 1 / 3)!), big: shown(quantile(recent, 2 / 3)!) }
}
