import type { AlertEvent, AlertState, Severity } from '../../shared/domain/contract/alert.ts'
import { counted, signed } from '../../shared/domain/number-words.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { citeDate, citeInstant } from '../inputs/cite.ts'
import { shown } from '../maths/shown.ts'
import { ALERT_RULES_VERSION, type AlertReading, type AlertRule, type Judgement, type Observed } from './alert.ts'

export interface AlertEvaluation {
  /** The cutoff: the reading rests on what was known by then. */
  at: Date
  /** The Eastern day of the cutoff, from which ages are counted; a metric of a custom alert has no age. */
  day?: TradingDay
  reading: AlertReading
}

export interface Reduced {
  state: AlertState
  events: AlertEvent[]
  /** An evaluation as of this instant or a later one has counted already: this one changes nothing. */
  superseded: boolean
}

type Rule = Pick<AlertRule, 'severity' | 'judge'> & { id: string }

/**
 * Takes one alert kind through one evaluation. Pure: the same state and evaluations give the same result. The state
 * changes only on an observation newer than the one that decided last; a missing input keeps it and records the reason.
 */
export function reduceAlert(rule: Rule, state: AlertState, { at, reading }: AlertEvaluation): Reduced {
  if (state.evaluatedThrough !== null && at <= state.evaluatedThrough) return { state, events: [], superseded: true }
  const unchanged = (inputMissing: string | null): Reduced => ({
    state: { ...state, evaluatedThrough: at, inputMissing },
    events: [],
    superseded: false,
  })
  if (reading.status === 'input_missing') return unchanged(reading.reason)
  if (state.observedAt !== null && reading.observedAt <= state.observedAt) return unchanged(null)

  const judged: Judgement = rule.judge?.(reading, state) ?? reading
  const { fires, clears, mark, firesWhen = reading.firesWhen, clearedBy = reading.clearsWhen } = judged
  const events: AlertEvent[] = []
  let { active } = state
  const facts = { alertId: rule.id, at, evidence: evidenceOf(reading) }
  if (active && clears) {
    const message = `${reading.statement}, ${clearedBy} (${details(reading)}).`
    events.push({ type: 'cleared', ...facts, episode: active.episode, message })
    active = null
  }
  if (!active && fires) {
    const episode = `${rule.id}:${easternExact(reading.observedAt)}`
    const severity: Severity = judged.severity ?? reading.severity ?? rule.severity
    const message = `${reading.statement}, ${firesWhen} (${details(reading)}). Clears when ${reading.clearsWhen}.`
    events.push({ type: 'fired', ...facts, episode, severity, message })
    active = { episode, firedAt: at }
  }
  return {
    state: { evaluatedThrough: at, observedAt: reading.observedAt, mark: mark ?? null, inputMissing: null, active },
    events,
    superseded: false,
  }
}

const figure = (value: number | null): number | null => (value === null ? null : shown(value))

function evidenceOf(reading: Observed): AlertEvent['evidence'] {
  return {
    value: figure(reading.value),
    unit: reading.unit,
    threshold: figure(reading.fireLine),
    clears_at: figure(reading.clearLine),
    change: figure(reading.change?.value ?? null),
    change_sessions: reading.change?.sessions ?? null,
    observed_at: easternExact(reading.observedAt),
    inputs: reading.inputs.map((input) => ({ ...input })),
    rules_version: ALERT_RULES_VERSION,
  }
}

/**
 * The change, unless it is the compared value itself, and the date of the oldest input. The sentence is stored, so it
 * names a date: an age would be wrong tomorrow.
 */
function details({ change, value, unit, inputs, observedAt }: Observed): string {
  // A share that went from 66 to 24 % has changed by 42 points, not by 42 %.
  const changeUnit = unit === '%' ? ' points' : unit && ` ${unit}`
  // A kind that fires in both directions compares the size of its change.
  const isValue = change !== null && (change.value === value || Math.abs(change.value) === value)
  const moved =
    change === null || isValue
      ? []
      : [`${signed(change.value, 2)}${changeUnit} in ${counted(change.sessions, 'session')}`]
  const [oldest] = [...inputs].sort((a, b) => (a.for < b.for ? -1 : 1))
  return [...moved, oldest ? citeDate(oldest) : `as of ${citeInstant(observedAt)}`].join('; ')
}
