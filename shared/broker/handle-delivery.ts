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
import type { DataLossWatch } from '../postgres/server/data-loss-watch.ts'
import type { WriteRefusal } from '../postgres/server/database-error.ts'
import type { Pool, Tx } from '../postgres/server/db.ts'
import { enqueue } from './enqueue.ts'
import { handleFailure } from './handle-failure.ts'
import { type Isolation, processIsolation } from './isolation.ts'
import { type Message, readMessage } from './message.ts'
import type { NewMessage } from './new-message.ts'
import type { Delivery, Disposition } from './port.ts'
import type { Relay } from './relay.ts'
import { BACKOFF, type Backoff, INTERNAL_ATTEMPTS_MAX } from './retry.ts'
import type { StageName } from './topology.ts'

/** Network calls have their own, shorter deadlines; this ends a call that has none. */
export const PREPARE_WITHIN_MS = 600_000
/** Statements have their own, shorter deadline; this ends a transaction that a half-open link leaves unanswered. */
export const EFFECT_WITHIN_MS = 60_000
const INBOX_WITHIN_MS = 10_000
/** Another worker has the message now, and will most likely have finished it by then. */
const BUSY_RETRY_MS = 1_000
const DIED = 'the worker died while it handled the message'

export type Point = 'received' | 'begun' | 'before_commit' | 'committed'

export interface StageHandler<T extends MessageType, P = undefined> {
  stage: StageName
  handles: T[]
  /** Holds its messages while a failover that lost writes is not accepted; absent: they are handled anyway. */
  movesMoney?: true
  /**
   * How many waiting messages may share a transaction; absent: 1. Only for a handler that waits for no other system and
   * whose locks follow the order of message ids: locks of one message's effect are held until the others are done.
   */
  batch?: number
  /** Runs outside the transaction, for work that waits for a network or needs a transaction of its own. */
  prepare?(message: Message<T>): Promise<P>
  /** How long `prepare` may take where its own deadline is longer than the usual limit. */
  prepareWithinMs?: number
  /**
   * Runs first in the transaction and takes no lock; a handler has this or `prepare`. In a batch every message has read
   * before the first one writes, so that other workers wait for the writing alone.
   */
  read?(tx: Tx, message: Message<T>): Promise<P>
  /** Runs inside the one transaction of the message; returns the messages to send if it commits. */
  handle(tx: Tx, message: Message<T>, prepared: P): Promise<readonly NewMessage[]>
}

export interface StageDeps {
  sql: Pool
  relay: Pick<Relay, 'handOver'>
  log: Log
  /** Brings the clock of this process to the instant of a message before it is handled; absent: it stays as it is. */
  reach?: (instant: Date) => Promise<void>
  /** Remembers what was handled, so that its loss in a failover is noticed; absent: losses are not watched. */
  losses?: Pick<DataLossWatch, 'note' | 'requireWhole'>
}

export interface DeliveryOptions {
  /** How many unclassified errors or deaths may happen before the message is given up. */
  attemptsMax?: number
  backoff?: Backoff
  isolation?: Isolation
  /** Lets tests end their process at this point. */
  onPoint?: (point: Point) => void | Promise<void>
}

export interface DeliveryResult {
  disposition: Disposition
  outcome: 'done' | 'duplicate' | 'busy' | 'conflict' | 'retry' | 'dead'
  attempt: number
  reason?: string
  /** Why the database refused what the attempt wanted to write. */
  refusal?: WriteRefusal | null
}

/** Delivery is at least once; the inbox row in the effect's own transaction makes the effect once. */
export async function handleDelivery<T extends MessageType, P>(
  deps: StageDeps,
  handler: StageHandler<T, P>,
  delivery: Delivery,
  options: DeliveryOptions,
): Promise<DeliveryResult> {
  await options.onPoint?.('received')
  const message = readMessage(delivery.body, handler.handles)
  await deps.reach?.(new Date(message.occurredAt))
  const key = { messageId: message.id, stage: handler.stage }
  // A first delivery without a network call is not looked up here: its transaction finds out.
  const isLookedUp = delivery.redelivered || handler.prepare !== undefined
  const before = isLookedUp ? await within(INBOX_WITHIN_MS, 'inbox', readInbox(deps.sql, key)) : null
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
      return await handleFailure(deps, key, error, {
        counted,
        attemptsMax: options.attemptsMax ?? INTERNAL_ATTEMPTS_MAX,
        backoff: options.backoff ?? BACKOFF,
      })
    }
  })
}

/** Commits the attempt before it starts, so that neither a rollback nor a kill can hide what this message does. */
async function beginAttempt(
  deps: StageDeps,
  key: InboxKey,
  before: InboxRow | null,
  options: DeliveryOptions,
): Promise<DeliveryResult | null> {
  const limit = options.attemptsMax ?? INTERNAL_ATTEMPTS_MAX
  if (before && before.attempts >= limit) {
    // The message did not die in an outage recorded by an earlier attempt.
    const error = new AppError('internal', before.errorKind === 'internal' ? (before.error ?? DIED) : DIED)
    return await handleFailure(deps, key, error, { counted: true, attemptsMax: limit, backoff: BACKOFF })
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
): Promise<DeliveryResult> {
  const key = { messageId: message.id, stage: handler.stage }
  // The driver keeps the function of a connection's last transaction, which must not keep a fetched history with it.
  const inHand = [handler.prepare ? await preparedBy(handler, handler.prepare(message)) : (undefined as P)]
  const effect = deps.sql.begin(async (tx) => {
    const attempt = await takeMessage(tx, key, counted)
    if (attempt === null) return null
    if (handler.movesMoney) await deps.losses?.requireWhole(tx)
    await onPoint?.('begun')
    const prepared = inHand.pop() as P
    const input = handler.read ? await handler.read(tx, message) : prepared
    const messages = await handler.handle(tx, message, input)
    const envelopes = await enqueue(tx, messages, message)
    await onPoint?.('before_commit')
    return { attempt, envelopes }
  })
  const made = await within(EFFECT_WITHIN_MS, `stage ${handler.stage}`, effect)
  if (!made) return notOurs(await readInbox(deps.sql, key))
  deps.losses?.note({ kind: 'message', id: message.id, stage: handler.stage })
  await onPoint?.('committed')
  deps.relay.handOver(made.envelopes)
  return { disposition: { kind: 'ack' }, outcome: 'done', attempt: made.attempt }
}

/** Returns what `prepare` finds, within the limit of its stage. */
export const preparedBy = <P>(
  { stage, prepareWithinMs = PREPARE_WITHIN_MS }: Pick<StageHandler<MessageType, P>, 'stage' | 'prepareWithinMs'>,
  preparing: Promise<P>,
): Promise<P> => within(prepareWithinMs, `stage ${stage}, prepare`, preparing)

/** The result when another delivery has finished this message, or is handling it. */
function notOurs(row: InboxRow | null): DeliveryResult {
  if (row?.state === 'done') return { disposition: { kind: 'ack' }, outcome: 'duplicate', attempt: tries(row) }
  if (row?.state === 'failed') {
    const { errorKind, error } = row
    const attempts = tries(row)
    const disposition = { kind: 'dead', reason: error ?? DIED, errorKind: errorKind ?? 'internal', attempts } as const
    return { disposition, outcome: 'dead', attempt: attempts, reason: disposition.reason }
  }
  return { disposition: { kind: 'retry', delayMs: BUSY_RETRY_MS }, outcome: 'busy', attempt: row ? tries(row) : 0 }
}
