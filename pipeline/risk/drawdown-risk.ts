import type { DrawdownRisk, DrawdownRiskHistory, RiskSession } from '../../shared/domain/contract/drawdown-risk.ts'
import { shown } from '../maths/shown.ts'
import { type EveningInputs, eveningHead, inputsOf, READY } from './evening.ts'
import { bandInWords, differenceDocument, type Fall, fallAt, fallInWords, sizesOf } from './fall-statement.ts'
import { FALL_SESSIONS_MIN, type FallReading, type FallWalk } from './falls.ts'
import { presence, refitOf } from './fit.ts'
import { DRAWDOWN_SESSIONS, DRAWDOWN_SHARE, drawdownsAfter } from './outcomes.ts'
import { reliabilityDocument } from './reliability-document.ts'
import { judgedRivals } from './rivals-document.ts'
import { composites, type Spaces } from './spaces.ts'
import { stateDimensions, tenth } from './state-dimensions.ts'
import { hasClose, type StateHistory } from './state-history.ts'
import { bandStates, ratesDocument, stateAt } from './states-document.ts'
import { riskTrend } from './trend.ts'

export const DRAWDOWN_PCT = 100 * DRAWDOWN_SHARE
export const HISTORY_SESSIONS = 2_520

const OUTCOME = {
  sessions: DRAWDOWN_SESSIONS,
  drawdown_pct: DRAWDOWN_PCT,
  definition: `a fall of ${DRAWDOWN_PCT} % or more from a close to a later close of SPY, both within the session and the ${DRAWDOWN_SESSIONS} after it`,
}

interface Learned {
  walk: FallWalk
  spaces: Spaces
}

/**
 * The expected size of falls on the newest evening; the composite served with it describes the state and has no rate.
 */
export function drawdownRisk(inputs: EveningInputs, state: StateHistory, { walk, spaces }: Learned): DrawdownRisk {
  const at = state.days.length - 1
  const reading = walk.readings[at] ?? null
  const space = at < 0 ? null : spaces(refitOf(state)[at]!, presence(state, at))
  const [first, last] = [walk.statements[0]?.at ?? null, walk.statements.at(-1)?.at ?? null]
  const composite = at < 0 ? null : composites(state, spaces)[at]!
  const common = {
    ...eveningHead(inputs, state),
    outcome: OUTCOME,
    composite: composite === null ? null : tenth(composite),
    drivers: stateDimensions(state, space, at),
    reliability: reliabilityDocument(walk.reliability, state, { first, last }),
    rivals: judgedRivals,
    inputs: inputsOf(inputs, state),
  }
  if (!reading) return { ...common, ...tooLittle(state, walk), ...NOTHING }
  const fall = fallAt(state, reading, walk.falls)
  return { ...common, ...READY, ...statementDocument(fall, state, walk) }
}

function statementDocument(fall: Fall, state: StateHistory, walk: FallWalk) {
  const { reading } = fall
  const { at, band, baseRate } = reading
  const counted = [...walk.falls.keys()].filter(
    (row) => row + DRAWDOWN_SESSIONS <= at && !Number.isNaN(walk.falls[row]!),
  )
  const window = { from: state.days[counted[0]!]!, to: state.days[counted.at(-1)!]! }
  return {
    statement: fallInWords(fall, state),
    band,
    band_from: 'rates' as const,
    band_reason: bandInWords(reading),
    ...differenceDocument(fall),
    vix: reading.vix,
    median_fall_pct: shown(fall.medianPct),
    one_in_five_fall_pct: shown(fall.oneInFivePct),
    sizes: sizesOf(fall),
    trend: riskTrend(
      walk.readings.map((each) => each?.rate ?? null),
      at,
    ),
    state: stateAt(fall),
    base_rate: { ...ratesDocument(baseRate, reading), ...window },
    states: bandStates(fall, state, walk.falls),
    learned: { at: state.days[at]!, ...window, embargo_sessions: DRAWDOWN_SESSIONS },
  }
}

const NOTHING = {
  statement: null,
  band: null,
  band_from: null,
  band_reason: null,
  clear: null,
  difference: null,
  difference_error: null,
  vix: null,
  median_fall_pct: null,
  one_in_five_fall_pct: null,
  sizes: [],
  trend: null,
  state: null,
  base_rate: null,
  states: [],
  learned: null,
}

/** Returns why there is no statement yet. */
function tooLittle({ days }: StateHistory, { falls }: FallWalk) {
  const have = falls.reduce((sum, fall) => sum + (Number.isNaN(fall) ? 0 : 1), 0)
  const reason =
    days.length === 0
      ? 'no close of SPY is known yet'
      : have < FALL_SESSIONS_MIN
        ? `${FALL_SESSIONS_MIN} past sessions with SPY, VIX and the ${DRAWDOWN_SESSIONS} sessions after them are needed, ${have} are known`
        : `no close of VIX is recent enough for ${days.at(-1)}`
  return { status: 'not_ready', reason, have, need: FALL_SESSIONS_MIN } as const
}

/** The statement that each session would have had, with the outcome of those whose horizon has passed. */
export function drawdownRiskHistory(
  inputs: EveningInputs,
  state: StateHistory,
  { walk, spaces }: Learned,
): DrawdownRiskHistory {
  const first = Math.max(0, state.days.length - HISTORY_SESSIONS)
  const composite = composites(state, spaces)
  const falls = drawdownsAfter(state.closes, DRAWDOWN_SESSIONS)
  const sessions = [...state.days.keys()]
    .slice(first)
    .filter((at) => hasClose(state, at))
    .map((at) => sessionDocument(state.days[at]!, walk.readings[at] ?? null, falls[at]!, composite[at]!))
  const isReady = walk.readings.some((reading) => reading !== null)
  return { ...eveningHead(inputs, state), ...(isReady ? READY : tooLittle(state, walk)), sessions }
}

function sessionDocument(
  trade_date: string,
  reading: FallReading | null,
  fall: number,
  composite: number | null,
): RiskSession {
  const matured = !Number.isNaN(fall)
  return {
    trade_date,
    composite: composite === null ? null : tenth(composite),
    band: reading?.band ?? null,
    band_from: reading && 'rates',
    stated_rate: reading && shown(reading.rate),
    base_rate: reading && shown(reading.baseRate),
    n: reading?.n ?? null,
    matured,
    max_drawdown_pct: matured ? shown(100 * fall) : null,
    came: matured ? fall >= DRAWDOWN_SHARE : null,
  }
}
