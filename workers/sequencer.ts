import type { Relay } from '../shared/broker/relay.ts'
import { errorMessage } from '../shared/errors.ts'
import type { Log } from '../shared/log.ts'
import { sequenceEvents } from '../shared/postgres/events/sequence-events.ts'
import type { Pool } from '../shared/postgres/server/db.ts'
import type { Clock } from '../shared/time/clock.ts'
import { sendDueDeliveries } from './webhooks/plan-deliveries.ts'

/** A reader hears of an event about this long after its commit. A look that finds nothing costs one small query. */
const LOOK_EVERY_MS = 100
/** While deliveries are due, endpoints get the next ones as soon as they have room. */
const DELIVERING_EVERY_MS = 10
const AFTER_FAILURE_MS = 1_000
const BATCH = 500

interface SequencerDeps {
  sql: Pool
  relay: Relay
  clock: Clock
  log: Log
}

/**
 * Gives ids to events of all logs, and sends due webhooks, until `stop`. Any number may run: one does the work, the
 * others are on standby.
 */
export function startSequencer(deps: SequencerDeps): { stop(): Promise<void> } {
  const { sql, log } = deps
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let current = turn()

  async function turn(): Promise<void> {
    let waitMs = LOOK_EVERY_MS
    try {
      while (!stopped && (await sequenceEvents(sql, BATCH)) === BATCH);
      if (!stopped && (await sendDueDeliveries(deps)) > 0) waitMs = DELIVERING_EVERY_MS
    } catch (error) {
      waitMs = AFTER_FAILURE_MS
      log.warn({ error: errorMessage(error) }, 'events_not_sequenced')
    }
    if (!stopped) timer = setTimeout(() => (current = turn()), waitMs)
  }

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}
