import { alertLogEvents } from '../../domain/contract/alert-log.ts'
import type { AlertRules } from '../../domain/contract/alert-rules.ts'
import { AppError } from '../../errors.ts'
import { addSessions } from '../../time/calendar.ts'
import { eastern } from '../../time/eastern.ts'
import { appendEvents } from '../events/events.ts'
import { keepPublicState } from '../receipts/public-state.ts'
import type { Tx } from '../server/db.ts'
import { announceDocuments } from '../signals/read-models.ts'
import { newestSnapshotKey, readSnapshot } from '../signals/snapshots.ts'
import { type AlertFacts, loadAlertFacts, regimesOfDays } from './alert-facts.ts'
import {
  type AlertEvaluation,
  applyAlertEvents,
  episodeSeverities,
  firedWhileWatched,
  forgetReplayed,
  lockAlertStates,
  readAlertEvaluation,
  saveAlertEvaluation,
  saveAlertStates,
  saveStateRef,
} from './alerts.ts'

export type EvaluationResult = AlertEvaluation & { isNew: boolean }

/**
 * The one way alerts change: the stage, the report and a request for a check all run this, keyed by the snapshot. The
 * first evaluates it and the others read the result, so that no caller can do more than the stage would. It waits for
 * the state rows at most for the caller's own lock timeout.
 */
export async function evaluateAlerts(
  tx: Tx,
  rules: AlertRules<AlertFacts>,
  { cycleId, run }: { cycleId: string; run: number },
): Promise<EvaluationResult> {
  const before = await lockAlertStates(tx, rules.ids)
  const known = await readAlertEvaluation(tx, cycleId, run)
  if (known) return { ...known, isNew: false }
  const snapshot = await readSnapshot(tx, cycleId, run)
  if (!snapshot) throw new AppError('not_found', 'the snapshot to evaluate does not exist')
  const beginning = rules.ids.some((id) => (before[id]?.evaluatedThrough ?? null) === null)
  const sessions = rules.sessionsMax + (beginning ? rules.replaySessions : 0)
  const facts = await loadAlertFacts(tx, snapshot, { series: rules.series, sessions })

  let states = before
  if (beginning) {
    const begun = rules.begin(before, facts, await regimesBefore(tx, facts, rules))
    // These are episodes of past closes, not of a live market.
    await applyAlertEvents(tx, begun.events, 'backfill')
    states = begun.states
  }
  const evaluated = rules.evaluate(states, facts)
  await applyAlertEvents(tx, evaluated.events, snapshot.origin)
  await saveAlertStates(tx, evaluated.states)
  const count = (type: 'fired' | 'cleared') => evaluated.events.filter((event) => event.type === type).length
  await saveAlertEvaluation(tx, {
    cycleId,
    run,
    asOf: facts.cutoff,
    rulesVersion: rules.version,
    state: evaluated.superseded ? 'superseded' : 'applied',
    fired: count('fired'),
    cleared: count('cleared'),
    held: evaluated.held,
    origin: snapshot.origin,
  })
  await announceDocuments(tx, 'alerts')
  const saved = await readAlertEvaluation(tx, cycleId, run)
  // Only live cycles are logged: replays and back-filled cycles are in alerts/history, and would reach every follower
  // of the log as hundreds of last year's alerts.
  if (snapshot.origin === 'scheduled') {
    const severities = await episodeSeverities(tx, evaluated.events)
    await appendEvents(tx, alertLogEvents(evaluated.events, { cycleId, origin: 'scheduled', severities }))
    if (!evaluated.superseded) await saveStateRef(tx, evaluated.events, await keepPublicState(tx, facts.cutoff))
  }
  return { ...saved!, isNew: true }
}

/**
 * Replays the whole history once it is stored, because the first evaluations replayed closes before it was. Replayed
 * episodes and states are replaced by those of all closes up to the newest snapshot; evaluations continue from the
 * close before it, so that a re-run of its cycle counts. Episodes that fired live are left unchanged. Returns how many
 * episodes there are now, or null while there is no snapshot.
 */
export async function rebuildAlertHistory(tx: Tx, rules: AlertRules<AlertFacts>): Promise<number | null> {
  await lockAlertStates(tx, rules.ids)
  const newest = await newestSnapshotKey(tx)
  const snapshot = newest && (await readSnapshot(tx, newest.cycleId, newest.run))
  if (!snapshot) return null
  const sessions = rules.sessionsMax + rules.replaySessions
  const facts = await loadAlertFacts(tx, snapshot, { series: rules.series, sessions })
  const { states, events } = rules.beginAnew(await firedWhileWatched(tx), facts, await regimesBefore(tx, facts, rules))
  await forgetReplayed(tx, rules.replayed)
  await applyAlertEvents(tx, events, 'backfill')
  await saveAlertStates(tx, states)
  await announceDocuments(tx, 'alerts')
  return events.filter(({ type }) => type === 'fired').length
}

function regimesBefore(tx: Tx, { cutoff }: AlertFacts, { replaySessions }: AlertRules<AlertFacts>) {
  const { day } = eastern(cutoff)
  return regimesOfDays(tx, { from: addSessions(day, -replaySessions).day, before: day })
}
