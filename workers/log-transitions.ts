import { findTransitions, rememberFirstReadings, transitionEvents } from '../pipeline/transitions/find-transitions.ts'
import { regimeReadings, watchedStates } from '../pipeline/transitions/watched-states.ts'
import type { Fragility } from '../shared/domain/contract/fragility.ts'
import type { Regime, SignalsSnapshot } from '../shared/domain/contract/signals.ts'
import { appendEvents } from '../shared/postgres/events/events.ts'
import type { Tx } from '../shared/postgres/server/db.ts'
import {
  beginTransitionState,
  lockTransitionState,
  saveTransitionState,
  saveWatchedStates,
} from '../shared/postgres/signals/transition-state.ts'
import { easternExact } from '../shared/time/eastern.ts'
import type { TradingDay } from '../shared/time/trading-day.ts'

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
  // A cycle that is computed after the evening must not undo what the evening found.
  const newer = readings.filter(({ subject }) => !(new Date(before.states[subject]?.since ?? 0) > asOf))
  const { states, transitions } = findTransitions(before.states, newer, snapshot)
  await saveTransitionState(tx, { asOf, cycleId: snapshot.cycle_id, states })
  await appendEvents(tx, transitionEvents(transitions, snapshot))
}

interface FinalDay {
  day: TradingDay
  asOf: Date
  regime: Regime | null
  regimeReason: string
  rulesVersion: string
}

/**
 * Logs that the closes of a session changed the regime. They are complete in the evening, after the last cycle: a panic
 * would otherwise stand in the history from then on and be reported only by the first cycle of the next session. The
 * other subjects wait for that cycle, because only the regime is decided by closes.
 */
export async function logRegimeOfDay(
  tx: Tx,
  { day, asOf, regime, regimeReason, rulesVersion }: FinalDay,
): Promise<void> {
  const known = await lockTransitionState(tx)
  const then = known?.states.regime
  if (!known || !then || asOf <= known.comparedThrough) return
  const found = {
    as_of: easternExact(asOf),
    rules_version: rulesVersion,
    cycle_id: `day:${day}`,
    origin: 'scheduled',
  } as const
  const { states, transitions } = findTransitions(
    { regime: then },
    regimeReadings('regime', regime, regimeReason),
    found,
  )
  if (transitions.length === 0) return
  await saveWatchedStates(tx, { ...known.states, ...states })
  const events = transitionEvents(transitions, found)
  await appendEvents(
    tx,
    events.map((event) => ({ ...event, cycleId: null })),
  )
}
