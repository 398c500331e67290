import type { Message, StageHandler } from '../../shared/broker/run-stage.ts'
import type { Log } from '../../shared/log.ts'
import { appendEvents, OPERATORS_LOG } from '../../shared/postgres/events/events.ts'
import type { Pool, Tx } from '../../shared/postgres/server/db.ts'
import {
  disableFailing,
  type OpenDelivery,
  readOpenDelivery,
  releaseAttempt,
  saveAttempt,
  takeNextDelivery,
} from '../../shared/postgres/webhooks/deliveries.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { deliveryBody, deliveryId, retryAfter } from '../../shared/webhooks/delivery-body.ts'
import type { WebhookOutcome, WebhookSender } from '../../shared/webhooks/send-webhook.ts'
import { attemptMessage } from './plan-deliveries.ts'

/** An endpoint without one success for this long is disabled. */
const DISABLED_AFTER_DAYS = 5
const GONE = 410

interface Deps {
  sql: Pool
  sender: WebhookSender
  schedule: readonly number[]
  clock: Clock
  log: Log
}

/** Null: there is nothing to deliver any more. */
type Attempted = { delivery: OpenDelivery; outcome: WebhookOutcome } | null

/** One attempt of one delivery for each message; failed attempts are sent again by the plan when they are due. */
export function webhooksStage(deps: Deps): StageHandler<'webhook.due', Attempted> {
  return {
    stage: 'webhooks',
    handles: ['webhook.due'],
    prepare: ({ payload }) => attempt(deps, payload),
    async handle(tx, message, attempted) {
      await record(deps, tx, message, attempted)
      const next = attempted?.outcome.isDelivered ? await takeNextDelivery(tx, attempted.delivery.webhookId) : null
      return next ? [attemptMessage(next, deps.clock)] : []
    },
  }
}

async function attempt(
  { sql, sender }: Deps,
  { delivery: id, attempt: number }: Message<'webhook.due'>['payload'],
): Promise<Attempted> {
  const delivery = await readOpenDelivery(sql, id, number)
  if (!delivery) return null
  const { webhookId, eventId, url, secrets, event } = delivery
  if (!event) return { delivery, outcome: NO_EVENT }
  const message = { url, secrets, id: deliveryId(webhookId, eventId), body: deliveryBody(event) }
  return { delivery, outcome: await sender.send(message) }
}

/** From 0 to 1, different for each attempt. */
const spread = ({ delivery, attempt: number }: Message<'webhook.due'>['payload']): number =>
  ((delivery * 7_919 + number * 104_729) % 1_000) / 1_000

const NO_EVENT: WebhookOutcome = {
  isDelivered: false,
  status: null,
  error: 'the event is older than the log keeps events',
  retryAfterSeconds: null,
  durationMs: 0,
}

async function record(
  { schedule, clock, log }: Deps,
  tx: Tx,
  { payload }: Message<'webhook.due'>,
  attempted: Attempted,
): Promise<void> {
  if (!attempted) return await releaseAttempt(tx, payload.delivery, payload.attempt)
  const { delivery, outcome } = attempted
  const { isDelivered, status, error, durationMs } = outcome
  const failures = delivery.failures + 1
  const againIn =
    isDelivered || outcome === NO_EVENT
      ? null
      : retryAfter(failures, { schedule, asked: outcome.retryAfterSeconds, random: spread(payload) })
  const end = { isDelivered, status, error, durationMs, againIn }
  await saveAttempt(tx, payload.delivery, delivery.webhookId, end)
  if (isDelivered) return
  const { webhookId, eventId } = delivery
  log.info(
    { webhook: webhookId, event: eventId, attempt: payload.attempt, error, again_in_s: againIn },
    'webhook_failed',
  )
  const disabled = await disableFailing(tx, webhookId, { isGone: status === GONE, afterDays: DISABLED_AFTER_DAYS })
  if (!disabled) return
  log.warn({ webhook: webhookId, reason: disabled.reason }, 'webhook_disabled')
  const told = {
    key: `webhook-disabled:${payload.delivery}#${payload.attempt}`,
    kind: 'source_failure',
    subject: `webhook/${webhookId}`,
    severity: 'warning',
    title: `The webhook ${webhookId} was disabled: ${disabled.reason}.`,
    at: clock.now(),
    data: { webhook_id: webhookId, name: disabled.name, reason: disabled.reason },
    cycleId: null,
    origin: 'scheduled',
  } as const
  await appendEvents(tx, [told], OPERATORS_LOG)
}
