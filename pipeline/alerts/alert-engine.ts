import { type AlertEvaluation, NEVER_EVALUATED } from '../../shared/domain/contract/alert.ts'
import type { AlertRules } from '../../shared/domain/contract/alert-rules.ts'
import { ALERT_RULES_VERSION, type AlertInputs, type AlertRule } from './alert.ts'
import { beginAnew } from './begin-anew.ts'
import { reduceAlert } from './reduce-alert.ts'
import { replaySessions } from './replay-sessions.ts'

/** One year: an episode that began earlier and is still active is a state of the market, not an alert. */
const REPLAY_SESSIONS = 252

export function createAlertEngine(rules: readonly AlertRule[]): AlertRules<AlertInputs> {
  const sessionsMax = Math.max(...rules.map((rule) => rule.sessionsMax)) + 1
  const engine: AlertRules<AlertInputs> = {
    ids: rules.map(({ id }) => id),
    replayed: rules.filter(({ intradayOnly }) => intradayOnly === null).map(({ id }) => id),
    version: ALERT_RULES_VERSION,
    series: [...new Set(rules.flatMap(({ series }) => series))],
    sessionsMax,
    replaySessions: REPLAY_SESSIONS,
    evaluate(states, inputs) {
      const evaluated: AlertEvaluation = { states: {}, events: [], held: [], superseded: true }
      for (const rule of rules) {
        const before = states[rule.id] ?? NEVER_EVALUATED
        const reading = rule.read(inputs)
        const { state, events, superseded } = reduceAlert(rule, before, { at: inputs.cutoff, day: inputs.day, reading })
        evaluated.states[rule.id] = state
        evaluated.events.push(...events)
        if (!superseded) evaluated.superseded = false
        if (state.inputMissing !== null) evaluated.held.push({ alert_id: rule.id, input_missing: state.inputMissing })
      }
      return evaluated.superseded ? { ...evaluated, held: [] } : evaluated
    },
    begin(states, inputs, regimes) {
      const begun: Pick<AlertEvaluation, 'states' | 'events'> = { states: { ...states }, events: [] }
      const fresh = rules.filter(
        ({ id, intradayOnly }) => intradayOnly === null && (states[id] ?? NEVER_EVALUATED).evaluatedThrough === null,
      )
      if (fresh.length === 0) return begun
      for (const session of replaySessions(inputs, regimes, { sessions: REPLAY_SESSIONS, sessionsMax })) {
        for (const rule of fresh) {
          const before = begun.states[rule.id] ?? NEVER_EVALUATED
          const evaluation = { at: session.cutoff, day: session.day, reading: rule.read(session) }
          const { state, events } = reduceAlert(rule, before, evaluation)
          begun.states[rule.id] = state
          begun.events.push(...events)
        }
      }
      return begun
    },
    beginAnew: (watched, inputs, regimes) => beginAnew(engine.begin({}, inputs, regimes), watched),
  }
  return engine
}
