import { z } from 'zod'
import { type MessageType, Traceparent } from '../domain/contract/messages.ts'
import type { Log } from '../log.ts'
import { failSpan, inSpan, SpanKind } from '../tracing/span.ts'
import { failureOf } from './failure.ts'
import { createBatcher, inHandOf } from './handle-batch.ts'
import type { DeliveryOptions, DeliveryResult, StageDeps, StageHandler } from './handle-delivery.ts'
import type { Broker, Subscription } from './port.ts'
import { BACKOFF } from './retry.ts'
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
        const handled = await handle(delivery).catch((error: unknown) => unhandled(error, options))
        const durationMs = performance.now() - started
        const { outcome, attempt, disposition } = handled
        span.setAttributes({ 'messaging.message.id': labels.id ?? '', outcome, attempt })
        if (disposition.kind === 'dead') failSpan(span, disposition.errorKind)
        deps.tally?.reported(handler.stage, outcome, durationMs)
        report(deps.log, handler.stage, { ...labels, deliveryId: delivery.deliveryId }, handled, durationMs)
        return disposition
      })
    },
    { concurrency },
  )
  deps.tally?.runs(handler.stage, concurrency)
  return subscription
}

/** Either the message cannot be read, or our own bookkeeping failed: then the message is retried, uncounted. */
function unhandled(error: unknown, options: StageOptions): DeliveryResult {
  const { kind, reason } = failureOf(error)
  if (kind === 'invalid') {
    return { disposition: { kind: 'dead', reason, errorKind: kind, attempts: 1 }, outcome: 'dead', attempt: 1, reason }
  }
  const delayMs = (options.backoff ?? BACKOFF).firstMs
  return { disposition: { kind: 'retry', delayMs }, outcome: 'retry', attempt: 0, reason }
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
