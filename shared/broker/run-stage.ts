import { z } from 'zod'
import { type MessageType, Traceparent } from '../domain/contract/messages.ts'
import type { Log } from '../log.ts'
import { writeRefusalOf } from '../postgres/server/database-error.ts'
import { failSpan, inSpan, SpanKind } from '../tracing/span.ts'
import { failureOf } from './failure.ts'
import { createBatcher, inHandOf } from './handle-batch.ts'
import type { DeliveryOptions, DeliveryResult, StageDeps, StageHandler } from './handle-delivery.ts'
import type { Broker, Subscription } from './port.ts'
import { BACKOFF, backoffMs } from './retry.ts'
import type { StageTally } from './stage-tally.ts'

export type { StageDeps, StageHandler } from './handle-delivery.ts'
export type { Message } from './message.ts'

/** Fields that can be logged of a message even if it cannot be read. */
const Labels = z
  .object({
    id: z.string().max(200).nullable().catch(null),
    type: z.string().max(100).nullable().catch(null),
    traceparent: Traceparent.catch(null),
  })
  .catch({ id: null, type: null, traceparent: null })
type Labels = z.infer<typeof Labels>

/** More messages than a stage handles at a time; the one that failed longest ago is forgotten first. */
const UNRECORDED_MAX = 1_000

export interface StageOptions extends DeliveryOptions {
  concurrency: number
}

/** Runs a stage on its queue: one transaction, one span, one log line and one disposition per message. */
export async function runStage<T extends MessageType, P>(
  deps: StageDeps & { broker: Broker; tally?: StageTally },
  handler: StageHandler<T, P>,
  options: StageOptions,
): Promise<Subscription> {
  const handle = createBatcher(deps, handler, options)
  const unrecorded = countUnrecorded(options)
  const concurrency = inHandOf(handler, options.concurrency)
  const subscription = await deps.broker.subscribe(
    handler.stage,
    (delivery) => {
      const labels = Labels.parse(delivery.body)
      // Each redelivery gets its own span with the same parent.
      const start = { parent: labels.traceparent, kind: SpanKind.CONSUMER }
      return inSpan(handler.stage, start, async (span) => {
        const started = performance.now()
        deps.tally?.took(handler.stage)
        const id = labels.id ?? delivery.deliveryId
        const handled = await handle(delivery).then(
          (result) => {
            unrecorded.forget(id)
            return result
          },
          (error: unknown) => unhandled(error, () => unrecorded.waitMs(id)),
        )
        const durationMs = performance.now() - started
        const { outcome, attempt, disposition } = handled
        span.setAttributes({ 'messaging.message.id': labels.id ?? '', outcome, attempt })
        if (disposition.kind === 'dead') failSpan(span, disposition.errorKind)
        deps.tally?.reported(handler.stage, outcome, durationMs, handled.refusal)
        report(deps.log, handler.stage, { ...labels, deliveryId: delivery.deliveryId }, handled, durationMs)
        return disposition
      })
    },
    { concurrency },
  )
  deps.tally?.runs(handler.stage, concurrency)
  return subscription
}

/**
 * Counts in memory the attempts that could not be recorded in a row, so that a message does not call its vendor every
 * second for as long as the disk of the database is full.
 */
function countUnrecorded({ backoff = BACKOFF }: StageOptions) {
  const failures = new Map<string, number>()
  return {
    waitMs(id: string): number {
      const count = (failures.get(id) ?? 0) + 1
      failures.delete(id)
      failures.set(id, count)
      if (failures.size > UNRECORDED_MAX) failures.delete(failures.keys().next().value!)
      return backoffMs(count, backoff)
    },
    forget: (id: string): void => void failures.delete(id),
  }
}

/** Either the message cannot be read, or our own bookkeeping failed: then the message is retried, uncounted. */
function unhandled(error: unknown, waitMs: () => number): DeliveryResult {
  const { kind, reason } = failureOf(error)
  if (kind === 'invalid') {
    return { disposition: { kind: 'dead', reason, errorKind: kind, attempts: 1 }, outcome: 'dead', attempt: 1, reason }
  }
  const disposition = { kind: 'retry', delayMs: waitMs() } as const
  return { disposition, outcome: 'retry', attempt: 0, reason, refusal: writeRefusalOf(error) }
}

const LEVELS = {
  done: 'info',
  duplicate: 'info',
  conflict: 'info',
  busy: 'info',
  retry: 'warn',
  dead: 'error',
} as const

function report(
  log: Log,
  stage: string,
  { id, type, deliveryId }: Labels & { deliveryId: string },
  { outcome, attempt, reason }: DeliveryResult,
  durationMs: number,
): void {
  log[LEVELS[outcome]](
    {
      stage,
      message_id: id,
      type,
      ...(id === null ? { delivery_id: deliveryId } : {}),
      attempt,
      duration_ms: Math.round(durationMs * 10) / 10,
      outcome,
      ...(reason === undefined ? {} : { error: reason }),
    },
    'message_handled',
  )
}
