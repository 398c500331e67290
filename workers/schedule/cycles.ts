import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Relay } from '../../shared/broker/relay.ts'
import { AppError } from '../../shared/errors.ts'
import type { Log } from '../../shared/log.ts'
import type { Pool, Tx } from '../../shared/postgres/server/db.ts'
import {
  type Arrival,
  addArrival,
  type Cycle,
  failStuck,
  lockCycle,
  lockOverdue,
  startComputing,
} from '../../shared/postgres/signals/cycles.ts'
import { continued, inSpan, linkSpan } from '../../shared/tracing/span.ts'

const SWEEP_BATCH = 50
/** A snapshot and a report take well under a second; after this no stage is working on the cycle. */
export const STUCK_AFTER_MS = 10 * 60_000

/** Records an arrival; the arrival that completes the cycle starts its computation. */
export async function arrive(tx: Tx, cycleId: string, arrival: Arrival, now: Date): Promise<NewMessage[]> {
  const cycle = await lockCycle(tx, cycleId)
  if (!cycle) throw new AppError('not_found', 'the cycle of this fetch does not exist')
  const { count, latest } = await addArrival(tx, cycle, arrival, now)
  if (cycle.state !== 'collecting' || count < cycle.expected.length) return []
  // The latest arrival counts, not this one: a later one may have got the lock first.
  return [await compute(tx, cycle, latest < cycle.deadline ? latest : cycle.deadline, now)]
}

/**
 * Starts cycles past their deadline with the sources that have arrived, and fails computations that no stage finished.
 * The cutoff is the deadline, however late the sweeper runs: nothing later may be read.
 */
export async function sweepCycles(
  deps: { sql: Pool; relay: Relay; log: Log },
  now: Date,
  origin: Cycle['origin'] = 'scheduled',
): Promise<string[]> {
  const swept = await deps.relay.transaction(deps.sql, async (tx) => {
    const overdue = await lockOverdue(tx, now, origin, SWEEP_BATCH)
    const messages: NewMessage[] = []
    for (const cycle of overdue) {
      const start = { parent: cycle.traceparent, attributes: { 'cycle.id': cycle.id } }
      messages.push(await inSpan('cycle sweep', start, () => compute(tx, cycle, cycle.deadline, now)))
    }
    return { result: overdue.map((cycle) => cycle.id), messages }
  })
  for (const cycle_id of swept) deps.log.warn({ cycle_id }, 'cycle_swept')
  const stuck = await failStuck(
    deps.sql,
    STUCK_AFTER_MS,
    'no stage finished it: look at ops lag and ops dead list, then run ops cycle rerun',
  )
  for (const cycle_id of stuck) deps.log.error({ cycle_id }, 'cycle_failed')
  return swept
}

/**
 * Computes a cycle again with what was known at its cutoff, after a repaired stage or a new rule. The new run is a
 * trace of its own, linked to the previous one.
 */
export async function rerunCycle(
  deps: { sql: Pool; relay: Pick<Relay, 'transaction'> },
  cycleId: string,
  now: Date,
): Promise<Cycle | null> {
  return await inSpan('cycle rerun', { parent: null, attributes: { 'cycle.id': cycleId } }, () =>
    deps.relay.transaction(deps.sql, async (tx) => {
      const cycle = await lockCycle(tx, cycleId)
      if (!cycle?.cutoff) return { result: null, messages: [] }
      linkSpan([cycle.traceparent])
      const next = { ...cycle, run: cycle.run + 1, traceparent: null }
      return { result: next, messages: [await compute(tx, next, cycle.cutoff, now)] }
    }),
  )
}

async function compute(tx: Tx, cycle: Cycle, cutoff: Date, now: Date): Promise<NewMessage> {
  const traceparent = continued(cycle.traceparent)
  await startComputing(tx, cycle.id, { run: cycle.run, cutoff, traceparent: cycle.traceparent ?? traceparent })
  return {
    id: `cycle:${cycle.id}#${cycle.run}`,
    type: 'cycle.ready',
    occurredAt: now,
    cycleId: cycle.id,
    traceparent,
    payload: { cycleId: cycle.id, run: cycle.run, cutoff: cutoff.toISOString(), origin: cycle.origin },
  }
}
