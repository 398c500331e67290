import type { DrawdownRisk, DrawdownRiskHistory, RiskSession } from '../../shared/domain/contract/drawdown-risk.ts'
import { shown } from '../maths/shown.ts'
import { wilson } from '../maths/wilson.ts'
import { type EveningInputs, eveningHead, inputsOf, notReady, READY } from './evening.ts'
import { DRAWDOWN_SESSIONS, DRAWDOWN_SHARE, drawdownsAfter, type Outcomes, whether } from './outcomes.ts'
import { reliabilityDocument, verdictInWords } from './reliability-document.ts'
import type { RiskState } from './risk-map.ts'
import { stateDimensions, tenth } from './state-dimensions.ts'
import type { StateHistory } from './state-history.ts'
import { riskTrend } from './trend.ts'
import { type RiskReading, type RiskWalk, type Spaces, walkRisk } from './walk-forward.ts'

export const DRAWDOWN_PCT = 100 * DRAWDOWN_SHARE
export const HISTORY_SESSIONS = 2_520

export const OUTCOME = {
  sessions: DRAWDOWN_SESSIONS,
  drawdown_pct: DRAWDOWN_PCT,
  definition: `a fall of ${DRAWDOWN_PCT} % or more from a close to a later close of SPY, both within the session and the ${DRAWDOWN_SESSIONS} after it`,
}

/** Whether each session was followed by the drawdown that the composite is about. */
export const drawdownOutcomes = ({ closes }: StateHistory): Outcomes =>
  whether(drawdownsAfter(closes, DRAWDOWN_SESSIONS), (fall) => fall >= DRAWDOWN_SHARE)

export const walkDrawdowns = (state: StateHistory, spaces?: Spaces): RiskWalk =>
  walkRisk(state, drawdownOutcomes(state), { horizon: DRAWDOWN_SESSIONS, ...(spaces ? { spaces } : {}) })

/** The state of the newest session, and how often such states were followed by a drawdown. */
export function drawdownRisk(inputs: EveningInputs, state: StateHistory, walk: RiskWalk): DrawdownRisk {
  const at = state.days.length - 1
  const reading = walk.readings[at] ?? null
  const head = { ...eveningHead(inputs, state), outcome: OUTCOME, inputs: inputsOf(inputs, state) }
  const [first, last] = [walk.statements[0]?.at ?? null, walk.statements.at(-1)?.at ?? null]
  const reliability = reliabilityDocument(walk.reliability, state, { first, last })
  const drivers = stateDimensions(state, reading?.map.space ?? null, at)
  if (!reading) return { ...head, ...notReady(state), ...NOTHING, drivers, reliability }
  const { map, band, bandFrom } = reading
  const { training, at: refit } = map.space
  return {
    ...head,
    ...READY,
    composite: tenth(reading.composite),
    band,
    band_from: bandFrom,
    band_reason: `${bandFrom === 'rates' ? 'from the rate of its state' : 'from the thirds of the composite'}, because the statements before the refit of ${state.days[refit]} were ${verdictInWords(walk.reliabilityAtRefit)}`,
    trend: riskTrend(map.space, at),
    statement: riskStatement(reading),
    state: stateDocument(reading.state),
    base_rate: {
      n: map.n,
      effective_n: map.effectiveN,
      rate: shown(map.baseRate),
      ...interval(map.baseRate, map.effectiveN),
    },
    states: map.states.map((each) => ({ ...stateDocument(each), band: each.band })),
    learned: {
      at: state.days[refit]!,
      from: state.days[training[0]!]!,
      to: state.days[training.at(-1)!]!,
      embargo_sessions: DRAWDOWN_SESSIONS,
    },
    drivers,
    reliability,
  }
}

const NOTHING = {
  composite: null,
  band: null,
  band_from: null,
  band_reason: null,
  trend: null,
  statement: null,
  state: null,
  base_rate: null,
  states: [],
  learned: null,
}

/** A sentence about the past with its sample sizes, not a forecast. */
export function riskStatement({ composite, state, map }: RiskReading): string {
  const { low, high } = interval(state.rate, state.effectiveN)
  return (
    `Of ${state.n} past sessions in this state (composite ${tenth(state.from)} to ${tenth(state.to)}, now ` +
    `${tenth(composite)}; ${state.effectiveN} without overlap), ${percent(state.rate)} were followed by a drawdown of ${DRAWDOWN_PCT} % or more within ${DRAWDOWN_SESSIONS} sessions ` +
    `(95 % interval ${percent(low ?? 0)} to ${percent(high ?? 1)}); of all ${map.n} sessions, ${percent(map.baseRate)}.`
  )
}

/** The statement that each session would have had, with the outcome of those whose horizon has passed. */
export function drawdownRiskHistory(inputs: EveningInputs, state: StateHistory, walk: RiskWalk): DrawdownRiskHistory {
  const falls = drawdownsAfter(state.closes, DRAWDOWN_SESSIONS)
  const first = Math.max(0, state.days.length - HISTORY_SESSIONS)
  const sessions = state.days.slice(first).map((day, index): RiskSession => {
    const reading = walk.readings[first + index] ?? null
    const fall = falls[first + index]!
    const matured = !Number.isNaN(fall)
    return {
      trade_date: day,
      composite: reading && tenth(reading.composite),
      band: reading?.band ?? null,
      band_from: reading?.bandFrom ?? null,
      stated_rate: reading && shown(reading.state.shrunkRate),
      base_rate: reading && shown(reading.map.baseRate),
      n: reading?.state.n ?? null,
      matured,
      max_drawdown_pct: matured ? shown(100 * fall) : null,
      came: matured ? fall >= DRAWDOWN_SHARE : null,
    }
  })
  const isReady = sessions.some(({ composite }) => composite !== null)
  return { ...eveningHead(inputs, state), ...(isReady ? READY : notReady(state)), sessions }
}

const stateDocument = ({ from, to, n, effectiveN, rate, shrunkRate }: RiskState) => ({
  from: tenth(from),
  to: tenth(to),
  n,
  effective_n: effectiveN,
  rate: shown(rate),
  ...interval(rate, effectiveN),
  shrunk_rate: shown(shrunkRate),
})

function interval(rate: number, effectiveN: number): { low: number | null; high: number | null } {
  const found = wilson(rate, effectiveN)
  return { low: found && shown(found.low), high: found && shown(found.high) }
}

const percent = (share: number): string => `${Math.round(100 * share)} %`
