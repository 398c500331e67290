import { alertLogEvents } from '../../domain/contract/alert-log.ts'
import type { AlertRules } from '../../domain/contract/alert-rules.ts'
import { AppError } from '../../errors.ts'
import { addSessions } from '../../time/calendar.ts'
import { eastern } from '../../time/eastern.ts'
import type { Tx } from '../server/db.ts'
import { appendEvents } from '../signals/events.ts'
import { announceDocuments } from '../signals/read-models.ts'
import { newestSnapshotKey, readSnapshot } from '../signals/snapshots.ts'
import { type AlertFacts, loadAlertFacts, regimesOfDays } from './alert-facts.ts'
import {
  type AlertEvaluation,
  applyAlertEvents,
  firedWhileWatched,
  forgetReplayed,
  lockAlertStates,
  readAlertEvaluation,
  saveAlertEvaluation,
  saveAlertStates,
} from './alerts.ts'

export type NewOrKnown = AlertEvaluation & { isNew: boolean }

/**
 * The one way alerts change: the stage, the report and a request for a check all run this, keyed by the snapshot. The
 * first evaluates it, the others find it evaluated, so that nobody can do more than the stage would. It waits for
 * whoever holds the state rows, never longer than the caller's own lock timeout.
 */
export async function evaluateAlerts(
  tx: Tx,
  rules: AlertRules<AlertFacts>,
  { cycleId, run }: { cycleId: string; run: number },
): Promise<NewOrKnown> {
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
    // Over past closes, when nobody was watching.
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
  // Only what happens while somebody may be watching: replays and back-filled cycles are in alerts/history, and would
  // reach every follower of the log as hundreds of alerts of last year.
  if (snapshot.origin === 'scheduled')
    await appendEvents(tx, alertLogEvents(evaluated.events, { cycleId, origin: 'scheduled' }))
  return { ...saved!, isNew: true }
}

/**
 * The first evaluations replayed closes before all of their history was there. Once it is, the episodes of that replay
 * and the states it left are replaced by those of the whole history up to the newest snapshot: evaluations go on from
 * the close before it, so that a re-run of its cycle counts. What fired while somebody was watching stays as it is.
 * Returns how many episodes there are now, or null while there is no snapshot to look back from.
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
