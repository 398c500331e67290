import { AsyncLocalStorage } from 'node:async_hooks'
import { within } from '../deadline.ts'
import type { Envelope, MessageType } from '../domain/contract/messages.ts'
import { errorMessage } from '../errors.ts'
import { takeMessages } from '../postgres/messaging/inbox.ts'
import { addToOutbox } from '../postgres/messaging/outbox.ts'
import type { Tx } from '../postgres/server/db.ts'
import {
  type DeliveryOptions,
  type DeliveryResult,
  EFFECT_WITHIN_MS,
  handleDelivery,
  type Point,
  preparedBy,
  type StageDeps,
  type StageHandler,
} from './handle-delivery.ts'
import { processIsolation } from './isolation.ts'
import { type Message, readMessage } from './message.ts'
import { toEnvelope } from './new-message.ts'
import type { Delivery } from './port.ts'
import { holdingStages } from './topology.ts'

/**
 * While one batch makes its effects, others wait for their commits, as many as the stage handles messages at a time.
 * Four drain a queue faster than two or three (`docs/bench.md`); each further one takes a batch away from other
 * workers.
 */
const LANES_MAX = 4

const isBatched = ({ batch = 1 }: { batch?: number }): boolean => batch > 1
const lanesOf = (concurrency: number): number => Math.min(concurrency, LANES_MAX)

/**
 * How many deliveries a stage prefetches: with batches, one more than it handles at a time, so that a full batch is
 * ready while the last one is acknowledged.
 */
export const inHandOf = (handler: { batch?: number }, concurrency: number): number =>
  isBatched(handler) ? (lanesOf(concurrency) + 1) * handler.batch! : concurrency

/** Runs work in the span of a delivery, not in the one that happened to start the batch. */
type InContext = <R>(work: () => R) => R

interface Waiting {
  delivery: Delivery
  inContext: InContext
  resolve(result: DeliveryResult | PromiseLike<DeliveryResult>): void
}

/**
 * Handles the waiting messages in one transaction. It never waits for more: a message that comes alone is handled
 * alone. When a batch fails, nothing of it was committed, and each of its messages is handled alone, so that a poison
 * message affects no other. A message that may have been started before is always handled alone.
 */
export function createBatcher<T extends MessageType, P>(
  deps: StageDeps,
  handler: StageHandler<T, P>,
  options: DeliveryOptions & { concurrency: number },
): (delivery: Delivery) => Promise<DeliveryResult> {
  const batch = handler.batch ?? 1
  const lanes = lanesOf(options.concurrency)
  const alone = (delivery: Delivery) => handleDelivery(deps, handler, delivery, options)
  const waiting: Waiting[] = []
  let running = 0

  function pump(): void {
    while (running < lanes && waiting.length > 0) {
      running += 1
      void run(waiting.splice(0, batch)).finally(() => {
        running -= 1
        pump()
      })
    }
  }

  async function run(taken: readonly Waiting[]): Promise<void> {
    const done = await together(taken)
    for (const { delivery, inContext, resolve } of taken) {
      const result = done.get(delivery)
      const own = result ? Promise.resolve(result) : inContext(() => alone(delivery))
      resolve(own)
      await own.catch(() => {})
    }
  }

  async function together(taken: readonly Waiting[]): Promise<Map<Delivery, DeliveryResult>> {
    const first = firstDeliveries(taken, handler.handles)
    if (first.size < 2) return new Map()
    try {
      const isolation = options.isolation ?? processIsolation
      return await isolation.run(false, () => makeEffects(deps, handler, first, options.onPoint))
    } catch (error) {
      deps.log.warn({ stage: handler.stage, messages: first.size, error: errorMessage(error) }, 'batch_failed')
      return new Map()
    }
  }

  if (!isBatched(handler)) return alone
  return (delivery) =>
    new Promise<DeliveryResult>((resolve) => {
      waiting.push({ delivery, inContext: AsyncLocalStorage.snapshot(), resolve })
      // Deliveries of one packet come one after the other, and each should find the others.
      queueMicrotask(pump)
    })
}

interface First<T extends MessageType> {
  delivery: Delivery
  inContext: InContext
  message: Message<T>
}

/** Readable messages that no worker can have started, each id once. */
function firstDeliveries<T extends MessageType>(
  taken: readonly Waiting[],
  handles: readonly T[],
): Map<string, First<T>> {
  const first = new Map<string, First<T>>()
  for (const { delivery, inContext } of taken) {
    if (delivery.redelivered) continue
    try {
      const message = readMessage(delivery.body, handles)
      if (!first.has(message.id)) first.set(message.id, { delivery, inContext, message })
    } catch {
      // Handled alone, it is refused with its reason.
    }
  }
  return first
}

async function makeEffects<T extends MessageType, P>(
  deps: StageDeps,
  handler: StageHandler<T, P>,
  first: ReadonlyMap<string, First<T>>,
  onPoint: (point: Point) => void | Promise<void> = () => {},
): Promise<Map<Delivery, DeliveryResult>> {
  const instants = [...first.values()].map(({ message }) => Date.parse(message.occurredAt))
  await deps.reach?.(new Date(Math.max(...instants)))
  // In the order of ids, so that two batches take the locks of their effects in the same order.
  const ids = [...first.keys()].sort()
  const prepared = new Map<string, P>()
  for (const id of ids) {
    const { message, inContext } = first.get(id)!
    await onPoint('received')
    if (!handler.prepare) continue
    const preparing = inContext(() => handler.prepare!(message))
    prepared.set(id, await preparedBy(handler, preparing))
  }
  const effects = deps.sql.begin(async (tx: Tx) => {
    // A message that cannot be taken was tried before, is done, or is with another worker; handling it alone shows
    // which.
    const taken = await takeMessages(tx, handler.stage, ids)
    const ours = ids.filter((id) => taken.has(id))
    if (handler.movesMoney) await deps.losses?.requireWhole(tx)
    if (handler.read) {
      for (const id of ours) {
        const { message, inContext } = first.get(id)!
        prepared.set(id, await inContext(() => handler.read!(tx, message)))
      }
    }
    const envelopes: Envelope[] = []
    for (const id of ours) {
      const { message, inContext } = first.get(id)!
      await onPoint('begun')
      const messages = await inContext(() => handler.handle(tx, message, prepared.get(id) as P))
      prepared.delete(id)
      envelopes.push(...messages.map((next) => inContext(() => toEnvelope(next, message))))
    }
    const outputs = distinct(envelopes)
    const added = await addToOutbox(tx, outputs, holdingStages)
    for (const _ of ours) await onPoint('before_commit')
    return { ours, envelopes: outputs.filter(({ id }) => added.has(id)) }
  })
  const { ours, envelopes } = await within(EFFECT_WITHIN_MS, `stage ${handler.stage}, batch`, effects)
  for (const id of ours) {
    deps.losses?.note({ kind: 'message', id, stage: handler.stage })
    await onPoint('committed')
  }
  deps.relay.handOver(envelopes)
  const result: DeliveryResult = { disposition: { kind: 'ack' }, outcome: 'done', attempt: 1 }
  return new Map(ours.map((id) => [first.get(id)!.delivery, result]))
}

const distinct = (envelopes: readonly Envelope[]): Envelope[] => [
  ...new Map(envelopes.map((envelope) => [envelope.id, envelope])).values(),
]
