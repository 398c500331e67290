import type { Envelope } from '../domain/contract/messages.ts'
import type { StageName } from './topology.ts'

/** A message on its way to a stage. `body` is unparsed: a broken message must not break the consumer. */
export interface Delivery {
  body: unknown
  /** The broker's own id of the delivery, for logs and for messages without a readable id. */
  deliveryId: string
  /** True when an earlier delivery of this message may have been started and lost (crash, lost ack). */
  redelivered: boolean
}

/** How a delivery ends: the stage runner decides it, the broker carries it out. */
export type Disposition =
  | { kind: 'ack' }
  | { kind: 'retry'; delayMs: number }
  | { kind: 'dead'; reason: string; errorKind: string; attempts: number }

/** A disposition for which the message moves to another queue. */
export type Move = Exclude<Disposition, { kind: 'ack' }>

export interface Subscription {
  /** Takes no new deliveries and resolves when the current ones are finished. */
  drain(): Promise<void>
}

export interface StageDepth {
  stage: StageName
  ready: number
  active: number
  /** Waiting for a retry's back-off. */
  delayed: number
  dead: number
  oldestReadyAgeMs: number | null
}

export interface DeadLetter {
  /** Stable id, by which a person shows or redrives it. */
  id: string
  stage: StageName
  messageId: string | null
  reason: string
  errorKind: string
  attempts: number
  diedAt: Date
  body: unknown
}

export interface LetterFilter {
  stage?: StageName
  /** At most 1,000 of a stage can be listed. */
  limit?: number
  /** The oldest letters, oldest first; otherwise the newest, newest first. */
  oldestFirst?: boolean
}

export interface Broker {
  readonly kind: 'postgres' | 'rabbitmq'
  /**
   * Resolves when the broker holds every message durably; rejects with 'unavailable' after the publish deadline and
   * with 'internal' when a message has no queue. It may duplicate a message but never lose one: after 'unavailable' the
   * messages may have arrived or may still arrive.
   */
  publish(envelopes: readonly Envelope[]): Promise<void>
  /** `concurrency` deliveries of this process at a time; other processes compete for the same queue. */
  subscribe(
    stage: StageName,
    onDelivery: (delivery: Delivery) => Promise<Disposition>,
    options: { concurrency: number },
  ): Promise<Subscription>
  depths(): Promise<StageDepth[]>
  /**
   * Why the broker takes no messages at present, in its own words, such as "low on disk"; null while it raises no
   * alarm. A process learns of an alarm by publishing, which `depths` does.
   */
  alarm(): string | null
  deadLetters(filter?: LetterFilter): Promise<DeadLetter[]>
  /** Puts dead letters back on their stage's queue; the caller has cleared their inbox rows. */
  redrive(letters: readonly DeadLetter[]): Promise<void>
  /** Removes dead letters for good; the caller has stored them. */
  dropDead(letters: readonly DeadLetter[]): Promise<void>
  /** Recreates queues and bindings that somebody has deleted. */
  repair(): Promise<void>
  /** Drains all subscriptions and closes connections. */
  close(): Promise<void>
}
