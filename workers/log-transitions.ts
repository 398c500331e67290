import { findTransitions, rememberFirstReadings, transitionEvents } from '../pipeline/transitions/find-transitions.ts'
import { watchedStates } from '../pipeline/transitions/watched-states.ts'
import type { Fragility } from '../shared/domain/contract/fragility.ts'
import type { SignalsSnapshot } from '../shared/domain/contract/signals.ts'
import { appendEvents } from '../shared/postgres/events/events.ts'
import type { Tx } from '../shared/postgres/server/db.ts'
import {
  beginTransitionState,
  lockTransitionState,
  saveTransitionState,
} from '../shared/postgres/signals/transition-state.ts'

/**
 * Compares a scheduled cycle with the newest one before it and logs what changed. Cycles older than the newest one
 * compared, and back-filled cycles, are skipped: their transitions are logged already or were not live. A re-run of the
 * newest cycle logs nothing either, but a series that only the re-run read is remembered, because the next cycle is
 * compared with it. The caller runs this last, since it may take the event log's lock.
 */
export async function logTransitions(tx: Tx, snapshot: SignalsSnapshot, fragility: Fragility): Promise<void> {
  if (snapshot.origin !== 'scheduled') return
  const asOf = new Date(snapshot.as_of)
  const readings = watchedStates(snapshot, fragility)
  const known = await lockTransitionState(tx)
  const first = { asOf, cycleId: snapshot.cycle_id, states: findTransitions({}, readings, snapshot).states }
  if (!known && (await beginTransitionState(tx, first))) return
  // Another worker may have created the state in between; only a new statement sees its commit.
  const before = known ?? (await lockTransitionState(tx))
  if (!before || asOf < before.comparedThrough) return
  if (asOf.getTime() === before.comparedThrough.getTime()) {
    const states = rememberFirstReadings(before.states, readings, snapshot)
    return await saveTransitionState(tx, { asOf, cycleId: snapshot.cycle_id, states })
  }
  const { states, transitions } = findTransitions(before.states, readings, snapshot)
  await saveTransitionState(tx, { asOf, cycleId: snapshot.cycle_id, states })
  await appendEvents(tx, transitionEvents(transitions, snapshot))
}
