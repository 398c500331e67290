import type { Envelope } from '../domain/contract/messages.ts'
import { errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import { markSent } from '../postgres/messaging/outbox.ts'
import type { Pool, Tx } from '../postgres/server/db.ts'
import { enqueue } from './enqueue.ts'
import type { NewMessage } from './new-message.ts'
import type { Broker } from './port.ts'
import { type SweeperOptions, startSweeper } from './sweeper.ts'

const PUBLISH_BATCH = 200
/** Beyond this number the sweeper takes over, so that memory stays bounded while the broker is unreachable. */
const WAITING_MAX = 5_000
/** Batch sent-marks for this long, into one update. */
const MARK_AFTER_MS = 50

export interface RelayDeps {
  sql: Pool
  broker: Broker
  log: Log
}

export interface RelayOptions extends SweeperOptions {
  /** Lets tests end their process at this point. */
  onPublished?: () => void
  onMarked?: () => void
}

export interface Relay {
  /** Publishes soon what a committed transaction has enqueued; returns at once. */
  handOver(envelopes: readonly Envelope[]): void
  /** Runs a transaction whose messages are sent if and only if it commits. */
  transaction<T>(sql: Pool, work: (tx: Tx) => Promise<{ result: T; messages: readonly NewMessage[] }>): Promise<T>
  /** Returns whether messages that were handed over are not published yet. */
  isPublishing(): boolean
  /** Publishes and marks what was handed over, then stops. */
  stop(): Promise<void>
}

/** For a command without a broker: the service's sweepers publish what it leaves in the outbox. */
export const outboxOnly: Pick<Relay, 'transaction'> = {
  async transaction(pool, work) {
    const { result } = await pool.begin((tx) => workAndEnqueue(tx, work))
    return result
  },
}

async function workAndEnqueue<T>(tx: Tx, work: (tx: Tx) => Promise<{ result: T; messages: readonly NewMessage[] }>) {
  const { result, messages } = await work(tx)
  return { result, envelopes: await enqueue(tx, messages) }
}

/**
 * Publishes the outbox: messages handed over right after their commit, and, by sweeping, those that a crash or an
 * absent broker has left. A failure only leaves rows unsent.
 */
export function startRelay(deps: RelayDeps, options: RelayOptions = {}): Relay {
  const { sql, broker, log } = deps
  const waiting: Envelope[] = []
  const sent: string[] = []
  let publishing: Promise<void> | null = null
  let marking: Promise<void> = Promise.resolve()
  let markTimer: NodeJS.Timeout | undefined

  async function publishWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, PUBLISH_BATCH)
      try {
        await broker.publish(batch)
        options.onPublished?.()
        sent.push(...batch.map((envelope) => envelope.id))
        markTimer ??= setTimeout(mark, MARK_AFTER_MS)
      } catch (error) {
        log.warn({ messages: batch.length, error: errorMessage(error) }, 'publish_failed')
      }
    }
    publishing = null
  }

  /** An unmarked message is published again by the sweeper, which costs a duplicate and loses nothing. */
  function mark(): void {
    clearTimeout(markTimer)
    markTimer = undefined
    const ids = sent.splice(0)
    if (ids.length === 0) return
    marking = Promise.all([marking, markSent(sql, ids)]).then(
      () => options.onMarked?.(),
      (error: unknown) => log.warn({ messages: ids.length, error: errorMessage(error) }, 'mark_sent_failed'),
    )
  }

  function handOver(envelopes: readonly Envelope[]): void {
    waiting.push(...envelopes.slice(0, Math.max(0, WAITING_MAX - waiting.length)))
    if (waiting.length > 0) publishing ??= publishWaiting()
  }

  const sweeper = startSweeper(deps, options)
  return {
    handOver,
    isPublishing: () => publishing !== null,
    async transaction(pool, work) {
      const { result, envelopes } = await pool.begin((tx) => workAndEnqueue(tx, work))
      handOver(envelopes)
      return result
    },
    async stop() {
      await sweeper.stop()
      await publishing
      mark()
      await marking
    },
  }
}
