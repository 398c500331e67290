import { z } from 'zod'
import { Severity } from '../../shared/domain/contract/alert.ts'
import { EVENT_KINDS, type EventKind } from '../../shared/domain/contract/event.ts'
import { GivenName } from '../../shared/domain/given-name.ts'
import type { Delivery } from '../../shared/postgres/webhooks/deliveries.ts'
import type { Webhook } from '../../shared/postgres/webhooks/webhooks.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { deliveryId } from '../../shared/webhooks/delivery-body.ts'
import { strictBody } from '../http/strict-body.ts'

const Instant = z.iso.datetime({ offset: true })
const PublicKind = z.enum(EVENT_KINDS, `must be one of ${EVENT_KINDS.join(', ')}`)

export const WebhookDocument = z
  .object({
    webhook_id: z.int().describe('its id'),
    name: z.string().describe('its name, for people'),
    url: z.string().describe('where events are sent'),
    kinds: z.array(PublicKind).describe('kinds that it gets; empty: all'),
    severities: z
      .array(Severity)
      .describe('severities that it gets, and the clears of alerts of these severities; empty: all'),
    enabled: z.boolean().describe('false: nothing is sent'),
    disabled_reason: z.string().nullable().describe('why it is disabled; null while it is enabled'),
    warning: z.string().nullable().describe('what may keep it from working, found when its URL was set'),
    failing_since: Instant.nullable().describe(
      'the first failure since the last success, in real time; null: it does not fail',
    ),
    old_secret_until: Instant.nullable().describe(
      'until when the secret before signs too, in real time; null: one secret signs',
    ),
    stats: z
      .object({
        pending: z.int().describe('deliveries that wait for an attempt'),
        delivered: z.int().describe('deliveries of the last 30 days that succeeded'),
        failed: z.int().describe('deliveries of the last 30 days that were given up'),
        last_delivered_at: Instant.nullable().describe('when the last one succeeded'),
        last_error: z.string().nullable().describe('why the last failed attempt failed'),
      })
      .describe('its deliveries'),
    created_at: Instant.describe('when it was created'),
    updated_at: Instant.describe('when it last changed'),
  })
  .meta({ id: 'Webhook', description: 'An endpoint that gets events of the public log' })
export type WebhookDocument = z.infer<typeof WebhookDocument>

export const NewWebhookDocument = WebhookDocument.extend({
  secret: z.string().describe('signs the deliveries (Standard Webhooks); shown only here'),
}).meta({ id: 'NewWebhook', description: 'A webhook with its secret' })

export const DeliveryDocument = z
  .object({
    delivery_id: z.int().describe('its id'),
    webhook_message_id: z.string().describe('the header webhook-id, the same for every attempt and replay'),
    event_id: z.int().describe('id of the event in the public log'),
    state: z.enum(['pending', 'delivered', 'failed']).describe('failed: given up after the last attempt'),
    attempts: z.int().describe('attempts so far'),
    next_attempt_at: Instant.nullable().describe('when the next attempt is due, in real time; null: none is'),
    response_status: z.int().nullable().describe('HTTP status of the last attempt; null: no answer'),
    error: z.string().nullable().describe('why the last attempt failed; null: it did not'),
    duration_ms: z.int().nullable().describe('how long the last attempt took'),
    created_at: Instant.describe('when the event was planned for this endpoint'),
    ended_at: Instant.nullable().describe('when it was delivered or given up'),
  })
  .meta({ id: 'WebhookDelivery', description: 'An event on its way to an endpoint' })

const name = GivenName.describe('a name for people')
const urlRule = 'must be a URL of at most 2,000 characters'
const url = z.string(urlRule).min(1, urlRule).max(2_000, urlRule).describe('https, port 443, 80 or 8443')
const listRule = 'must be a list'
const kinds = z
  .array(PublicKind, listRule)
  .max(EVENT_KINDS.length, `must have at most ${EVENT_KINDS.length} entries`)
  .transform((list): EventKind[] => [...new Set(list)])
  .describe('kinds to send; empty: all')
const severityRule = 'must be critical, warning or info'
const severities = z
  .array(z.enum(Severity.options, severityRule), listRule)
  .max(3, 'must have at most 3 entries')
  .transform((list) => [...new Set(list)])
  .describe('severities to send; alerts of these severities are also sent when they clear; empty: all')
const enabled = z.boolean('must be true or false').describe('whether events are sent')

export const CreateWebhookBody = strictBody({
  name,
  url,
  kinds: kinds.optional(),
  severities: severities.optional(),
})
export const UpdateWebhookBody = strictBody({
  name: name.optional(),
  url: url.optional(),
  kinds: kinds.optional(),
  severities: severities.optional(),
  enabled: enabled.optional(),
})
const idRule = 'must be the id of an event: a whole number from 1'
const eventId = (text: string) => z.int(idRule).min(1, idRule).describe(text)
export const ReplayBody = strictBody({ from: eventId('first event'), to: eventId('last event') }).refine(
  ({ from, to }) => from <= to,
  { path: ['to'], error: 'must not be less than from' },
)

const when = (at: Date | null): string | null => at && easternExact(at)

export const webhookDocument = (webhook: Webhook): WebhookDocument => ({
  webhook_id: webhook.id,
  name: webhook.name,
  url: webhook.url,
  kinds: webhook.kinds as WebhookDocument['kinds'],
  severities: webhook.severities,
  enabled: webhook.enabled,
  disabled_reason: webhook.disabledReason,
  warning: webhook.warning,
  failing_since: when(webhook.failingSince),
  old_secret_until: when(webhook.oldSecretUntil),
  stats: {
    pending: webhook.pending,
    delivered: webhook.delivered,
    failed: webhook.failed,
    last_delivered_at: when(webhook.lastDeliveredAt),
    last_error: webhook.lastError,
  },
  created_at: easternExact(webhook.createdAt),
  updated_at: easternExact(webhook.updatedAt),
})

export const deliveryDocument = (webhookId: number, delivery: Delivery): z.input<typeof DeliveryDocument> => ({
  delivery_id: delivery.id,
  webhook_message_id: deliveryId(webhookId, delivery.eventId),
  event_id: delivery.eventId,
  state: delivery.state as 'pending',
  attempts: delivery.attempts,
  next_attempt_at: when(delivery.nextAttemptAt),
  response_status: delivery.status,
  error: delivery.error,
  duration_ms: delivery.durationMs,
  created_at: easternExact(delivery.createdAt),
  ended_at: when(delivery.endedAt),
})

export const EXAMPLE_WEBHOOK: WebhookDocument = {
  webhook_id: 3,
  name: 'desk',
  url: 'https://hooks.example.com/market',
  kinds: ['alert', 'transition'],
  severities: ['critical', 'warning'],
  enabled: true,
  disabled_reason: null,
  warning: null,
  failing_since: null,
  old_secret_until: null,
  stats: { pending: 0, delivered: 41, failed: 0, last_delivered_at: '2026-11-20T10:30:12-05:00', last_error: null },
  created_at: '2026-11-02T09:12:00-05:00',
  updated_at: '2026-11-02T09:12:00-05:00',
}
