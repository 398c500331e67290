import type { WatchedStates } from '../../domain/contract/transition.ts'
import type { Db, Tx } from '../server/db.ts'

export interface TransitionState {
  watchedSince: Date
  comparedThrough: Date
  states: WatchedStates
}

/** Locks the state until the commit, so that cycles are compared one after the other; null before the first. */
export async function lockTransitionState(tx: Tx): Promise<TransitionState | null> {
  const [row] = await tx<TransitionState[]>`
    select t.watched_since as "watchedSince", t.compared_through as "comparedThrough", t.states
    from transition_state as t for update`
  return row ?? null
}

/** False when another transaction inserted the state meanwhile: then there is one to compare with. */
export async function beginTransitionState(
  tx: Tx,
  { asOf, cycleId, states }: { asOf: Date; cycleId: string; states: WatchedStates },
): Promise<boolean> {
  const begun = await tx`
    insert into transition_state (watched_since, compared_through, cycle_id, states)
    values (${asOf}, ${asOf}, ${cycleId}, ${tx.json(states)}) on conflict do nothing returning 1`
  return begun.count === 1
}

export async function saveTransitionState(
  tx: Tx,
  { asOf, cycleId, states }: { asOf: Date; cycleId: string; states: WatchedStates },
): Promise<void> {
  await tx`update transition_state set compared_through = ${asOf}, cycle_id = ${cycleId}, states = ${tx.json(states)}`
}

/** Leaves the newest compared cycle as it is. */
export async function saveWatchedStates(tx: Tx, states: WatchedStates): Promise<void> {
  await tx`update transition_state set states = ${tx.json(states)}`
}

/** Since when transitions are logged; null before the first cycle. */
export async function watchedSince(sql: Db): Promise<Date | null> {
  const [row] = await sql<{ since: Date }[]>`select t.watched_since as since from transition_state as t limit 1`
  return row?.since ?? null
}
