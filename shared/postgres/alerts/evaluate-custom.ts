import { ALERT_IDS, type AlertEvent, type AlertState, NEVER_EVALUATED } from '../../domain/contract/alert.ts'
import { alertLogEvents } from '../../domain/contract/alert-log.ts'
import type { MetricReading } from '../../domain/contract/custom-alert.ts'
import { appendEvents } from '../events/events.ts'
import { keepPublicState } from '../receipts/public-state.ts'
import type { Tx } from '../server/db.ts'
import type { CycleRun } from '../signals/cycle-documents.ts'
import { announceDocuments } from '../signals/read-models.ts'
import { applyAlertEvents, episodeSeverities, lockAlertStates, saveAlertStates, saveStateRef } from './alerts.ts'
import { type CustomAlert, listCustomAlerts } from './custom-alerts.ts'
import { metricsOfCycle } from './metric-readings.ts'

/** The rule of one custom alert, which this file does not know. */
export type EvaluateCustom = (
  alert: { alertId: string; definition: CustomAlert },
  state: AlertState,
  evaluation: { at: Date; reading: MetricReading },
) => { state: AlertState; events: AlertEvent[] }

export interface CustomEvaluation {
  evaluated: number
  fired: number
  cleared: number
}

const NOTHING: CustomEvaluation = { evaluated: 0, fired: 0, cleared: 0 }
const NO_METRIC = 'this run of the cycle has no such metric'

/**
 * Judges the enabled custom alerts by a live run of a cycle. An evaluation counts once: one as of the same cutoff or an
 * older one changes nothing.
 */
export async function evaluateCustomAlerts(
  tx: Tx,
  evaluate: EvaluateCustom,
  cycle: CycleRun,
): Promise<CustomEvaluation> {
  // The states are locked first: an alert that was changed or deleted while this waited must not be judged as it was. The
  // kinds of the service have rows also before their first evaluation, so that there is always something to lock.
  const states = await lockAlertStates(tx, ALERT_IDS)
  const alerts = await listCustomAlerts(tx, { enabledOnly: true })
  if (alerts.length === 0) return NOTHING
  const [snapshot] = await tx<{ at: Date; origin: string }[]>`
    select s.as_of as at, s.origin from signal_snapshots as s where s.cycle_id = ${cycle.cycleId} and s.run = ${cycle.run}`
  if (snapshot?.origin !== 'scheduled') return NOTHING
  const { at } = snapshot
  const metrics = await metricsOfCycle(tx, cycle, at)
  if (!metrics) return NOTHING
  const events: AlertEvent[] = []
  const after: Record<string, AlertState> = {}
  for (const alert of alerts) {
    const reading = metrics.get(alert.metric) ?? { value: null, observedAt: at, reason: NO_METRIC }
    const before = states[alert.alertId] ?? NEVER_EVALUATED
    const judged = evaluate({ alertId: alert.alertId, definition: alert }, before, { at, reading })
    after[alert.alertId] = judged.state
    events.push(...judged.events)
  }
  await numberRepeated(tx, events)
  await applyAlertEvents(tx, events, 'scheduled')
  await saveAlertStates(tx, after)
  const severities = await episodeSeverities(tx, events)
  const names = new Map(alerts.map(({ id, alertId, name, metric }) => [alertId, { config_id: id, name, metric }]))
  await appendEvents(tx, alertLogEvents(events, { cycleId: cycle.cycleId, origin: 'scheduled', severities, names }))
  if (events.length > 0) {
    await saveStateRef(tx, events, await keepPublicState(tx, at))
    await announceDocuments(tx, 'alerts')
  }
  const count = (type: AlertEvent['type']) => events.filter((event) => event.type === type).length
  return { evaluated: alerts.length, fired: count('fired'), cleared: count('cleared') }
}

/** An edit deletes the state, so an alert may fire again on a reading that already names an episode. */
async function numberRepeated(tx: Tx, events: AlertEvent[]): Promise<void> {
  for (const event of events) {
    if (event.type !== 'fired') continue
    const [row] = await tx<{ earlier: number }[]>`
      select count(*)::int as earlier from alerts as a
      where a.alert_id = ${event.alertId} and split_part(a.episode, '#', 1) = ${event.episode}`
    if (row && row.earlier > 0) event.episode += `#${row.earlier + 1}`
  }
}
