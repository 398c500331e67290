import { alertEngine } from '../../pipeline/alerts/index.ts'
import { type AlertEvaluation, readAlertEvaluation } from '../../shared/postgres/alerts/alerts.ts'
import { type EvaluationResult, evaluateAlerts } from '../../shared/postgres/alerts/evaluate-alerts.ts'
import { newestSnapshotKey } from '../../shared/postgres/signals/snapshots.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import type { ApiContext } from '../http/context.ts'
import { alertOf, type CheckAnswer, summaryOf, UNKNOWN_SUMMARY } from './alert-documents.ts'
import { activeAlerts } from './alerts-view.ts'

const NO_SNAPSHOT = 'no snapshot has been computed yet'

export interface AlertCheck {
  /** Evaluates the newest snapshot unless that has been done; simultaneous callers share one evaluation. */
  check(): Promise<CheckAnswer>
}

export function createAlertCheck({ reader, writer, limits, onDocuments }: ApiContext): AlertCheck {
  let running: Promise<CheckAnswer> | null = null
  let last: { answer: CheckAnswer; untilMs: number } | null = null
  onDocuments((topic) => {
    if (topic === 'signals' || topic === 'alerts' || topic === 'all') last = null
  })

  async function evaluate(): Promise<EvaluationResult | null> {
    const key = await reader.read(newestSnapshotKey)
    if (!key) return null
    const known = await reader.read((sql) => readAlertEvaluation(sql, key.cycleId, key.run))
    if (known) return { ...known, isNew: false }
    return await writer.write((tx) => evaluateAlerts(tx, alertEngine, key))
  }

  async function answerNow(): Promise<CheckAnswer> {
    const evaluation = await evaluate()
    const rows = await reader.read(activeAlerts)
    const alerts = { alerts: rows.map(alertOf), summary: summaryOf(rows) }
    const answer = evaluation
      ? { cached: !evaluation.isNew, ...evaluationMembers(evaluation), ...alerts }
      : { ...unchecked(NO_SNAPSHOT), ...alerts }
    last = {
      answer: evaluation ? { ...answer, cached: true } : answer,
      untilMs: performance.now() + limits.documentAgeMs,
    }
    return answer
  }

  return {
    async check() {
      if (running) {
        const answer = await running
        return { ...answer, cached: answer.cycle_id !== null }
      }
      if (last && performance.now() < last.untilMs) return last.answer
      running = answerNow()
      try {
        return await running
      } finally {
        running = null
      }
    },
  }
}

const evaluationMembers = ({ cycleId, run, asOf, state, evaluatedAt, fired, cleared, held }: AlertEvaluation) => ({
  cycle_id: cycleId,
  run,
  as_of: easternExact(asOf),
  state,
  evaluated_at: easternExact(evaluatedAt),
  fired,
  cleared,
  held,
})

export const unchecked = (reason: string): CheckAnswer => ({
  cached: false,
  cycle_id: null,
  run: null,
  as_of: null,
  state: null,
  evaluated_at: null,
  fired: 0,
  cleared: 0,
  held: [],
  alerts: [],
  summary: UNKNOWN_SUMMARY,
  reason,
})
