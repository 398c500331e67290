import { within } from '../deadline.ts'
import type { MessageType } from '../domain/contract/messages.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import {
  countAttempt,
  type InboxKey,
  type InboxRow,
  readInbox,
  takeMessage,
  tries,
} from '../postgres/messaging/inbox.ts'
import type { Pool, Tx } from '../postgres/server/db.ts'
import { enqueue } from './enqueue.ts'
import { type Isolation, processIsolation } from './isolation.ts'
import { type Message, readMessage } from './message.ts'
import type { NewMessage } from './new-message.ts'
import type { Delivery, Settlement } from './port.ts'
import type { Relay } from './relay.ts'
import { BACKOFF, type Backoff, INTERNAL_ATTEMPTS_MAX } from './retry.ts'
import { settleFailure } from './settle-failure.ts'
import type { StageName } from './topology.ts'

/** Network calls bring their own, shorter deadlines; this ends what forgot to. */
const PREPARE_WITHIN_MS = 600_000
/** Statements have their own, shorter deadline; this ends what a half-open link leaves without an answer. */
const EFFECT_WITHIN_MS = 60_000
const INBOX_WITHIN_MS = 10_000
/** Another worker has the message now; by then it will have done with it. */
const BUSY_RETRY_MS = 1_000
const DIED = 'the worker died while handling it'

export type Point = 'received' | 'begun' | 'before_commit' | 'committed'

export interface StageHandler<T extends MessageType, P = undefined> {
  stage: StageName
  handles: T[]
  /** Outside any transaction: whatever waits for a network. */
  prepare?(message: Message<T>): Promise<P>
  /** Inside the one transaction of the message; returns what to tell others if it commits. */
  handle(tx: Tx, message: Message<T>, prepared: P): Promise<readonly NewMessage[]>
}

export interface StageDeps {
  sql: Pool
  relay: Pick<Relay, 'handOver'>
  log: Log
}

export interface DeliveryOptions {
  /** How often an unclassified error or a death may happen before the message is given up. */
  attemptsMax?: number
  backoff?: Backoff
  isolation?: Isolation
  /** For tests that end their process here. */
  onPoint?: (point: Point) => void | Promise<void>
}

export interface Handled {
  settlement: Settlement
  outcome: 'done' | 'duplicate' | 'busy' | 'conflict' | 'retry' | 'dead'
  attempt: number
  reason?: string
}

/** Delivery is at least once; the inbox row in the effect's own transaction makes the effect once. */
export async function handleDelivery<T extends MessageType, P>(
  deps: StageDeps,
  handler: StageHandler<T, P>,
  delivery: Delivery,
  options: DeliveryOptions,
): Promise<Handled> {
  await options.onPoint?.('received')
  const message = readMessage(delivery.body, handler.handles)
  const key = { messageId: message.id, stage: handler.stage }
  // A first delivery without a network call is not looked up first: the transaction will tell.
  const look = delivery.redelivered || handler.prepare !== undefined
  const before = look ? await within(INBOX_WITHIN_MS, 'inbox', readInbox(deps.sql, key)) : null
  if (before && before.state !== 'started') return notOurs(before)
  const suspect = delivery.redelivered && (before?.attempts ?? 0) > 0
  return await (options.isolation ?? processIsolation).run(suspect, async () => {
    let counted = false
    try {
      if (delivery.redelivered) {
        const refused = await beginAttempt(deps, key, before, options)
        if (refused) return refused
        counted = true
      }
      return await makeEffect(deps, handler, message, counted, options)
    } catch (error) {
      return await settleFailure(deps, key, error, {
        counted,
        attemptsMax: options.attemptsMax ?? INTERNAL_ATTEMPTS_MAX,
        backoff: options.backoff ?? BACKOFF,
      })
    }
  })
}

/** Counts before anything can go wrong: neither a rollback nor a kill can hide what this message does. */
async function beginAttempt(
  deps: StageDeps,
  key: InboxKey,
  before: InboxRow | null,
  options: DeliveryOptions,
): Promise<Handled | null> {
  const limit = options.attemptsMax ?? INTERNAL_ATTEMPTS_MAX
  if (before && before.attempts >= limit) {
    // An outage it may have seen before is not what it died of.
    const error = new AppError('internal', before.errorKind === 'internal' ? (before.error ?? DIED) : DIED)
    return await settleFailure(deps, key, error, { counted: true, attemptsMax: limit, backoff: BACKOFF })
  }
  const attempt = await within(INBOX_WITHIN_MS, 'inbox', countAttempt(deps.sql, key))
  return attempt === null ? notOurs(await readInbox(deps.sql, key)) : null
}

async function makeEffect<T extends MessageType, P>(
  deps: StageDeps,
  handler: StageHandler<T, P>,
  message: Message<T>,
  counted: boolean,
  { onPoint }: DeliveryOptions,
): Promise<Handled> {
  const key = { messageId: message.id, stage: handler.stage }
  const preparing = Promise.resolve(handler.prepare?.(message) as P)
  const prepared = await within(PREPARE_WITHIN_MS, `stage ${handler.stage}, prepare`, preparing)
  const effect = deps.sql.begin(async (tx) => {
    const attempt = await takeMessage(tx, key, counted)
    if (attempt === null) return null
    await onPoint?.('begun')
    const messages = await handler.handle(tx, message, prepared)
    const envelopes = await enqueue(tx, messages, message)
    await onPoint?.('before_commit')
    return { attempt, envelopes }
  })
  const made = await within(EFFECT_WITHIN_MS, `stage ${handler.stage}`, effect)
  if (!made) return notOurs(await readInbox(deps.sql, key))
  await onPoint?.('committed')
  deps.relay.handOver(made.envelopes)
  return { settlement: { kind: 'ack' }, outcome: 'done', attempt: made.attempt }
}

/** Somebody else has settled this message, or has it in hand. */
function notOurs(row: InboxRow | null): Handled {
  if (row?.state === 'done') return { settlement: { kind: 'ack' }, outcome: 'duplicate', attempt: tries(row) }
  if (row?.state === 'failed') {
    const { errorKind, error } = row
    const attempts = tries(row)
    const settlement = { kind: 'dead', reason: error ?? DIED, errorKind: errorKind ?? 'internal', attempts } as const
    return { settlement, outcome: 'dead', attempt: attempts, reason: settlement.reason }
  }
  return { settlement: { kind: 'retry', delayMs: BUSY_RETRY_MS }, outcome: 'busy', attempt: row ? tries(row) : 0 }
}
