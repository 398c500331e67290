import { findTransitions, transitionEvents } from '../pipeline/transitions/find-transitions.ts'
import { watchedStates } from '../pipeline/transitions/watched-states.ts'
import type { Fragility } from '../shared/domain/contract/fragility.ts'
import type { SignalsSnapshot } from '../shared/domain/contract/signals.ts'
import type { Tx } from '../shared/postgres/server/db.ts'
import { appendEvents } from '../shared/postgres/signals/events.ts'
import {
  beginTransitionState,
  lockTransitionState,
  saveTransitionState,
} from '../shared/postgres/signals/transition-state.ts'

/**
 * Compares a scheduled cycle with the newest one before it. A re-run, a cycle that comes after a later one and a
 * back-filled one are compared with nothing: what they would say has been said, or nobody was watching. Called last,
 * since it may take the log's lock.
 */
export async function logTransitions(tx: Tx, snapshot: SignalsSnapshot, fragility: Fragility): Promise<void> {
  if (snapshot.origin !== 'scheduled') return
  const asOf = new Date(snapshot.as_of)
  const readings = watchedStates(snapshot, fragility)
  const known = await lockTransitionState(tx)
  const first = { asOf, cycleId: snapshot.cycle_id, states: findTransitions({}, readings, snapshot).states }
  if (!known && (await beginTransitionState(tx, first))) return
  // Asked anew: whoever began meanwhile has committed, and only a new statement sees it.
  const before = known ?? (await lockTransitionState(tx))
  if (!before || asOf <= before.comparedThrough) return
  const { states, transitions } = findTransitions(before.states, readings, snapshot)
  await saveTransitionState(tx, { asOf, cycleId: snapshot.cycle_id, states })
  await appendEvents(tx, transitionEvents(transitions, snapshot))
}
