import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { listDeliveries, replayEvents } from '../../shared/postgres/webhooks/deliveries.ts'
import {
  deleteWebhook,
  insertWebhook,
  listWebhooks,
  readTarget,
  readWebhook,
  rotateSecret,
  updateWebhook,
  WEBHOOKS_MAX,
} from '../../shared/postgres/webhooks/webhooks.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import type { WebhookSender } from '../../shared/webhooks/send-webhook.ts'
import { newSecret } from '../../shared/webhooks/sign-delivery.ts'
import { jsonResponse } from '../cache/json-response.ts'
import { readNow } from '../database/service-time.ts'
import { refuse } from '../http/errors.ts'
import { handlerRoute } from '../http/route.ts'
import { Page } from '../trading/parameters.ts'
import { checkUrl, refuseWebhook, requireWebhook } from './administer-webhooks.ts'
import {
  CreateWebhookBody,
  DeliveryDocument,
  deliveryDocument,
  EXAMPLE_WEBHOOK,
  NewWebhookDocument,
  ReplayBody,
  UpdateWebhookBody,
  WebhookDocument,
  webhookDocument,
} from './webhook-documents.ts'

declare module '../http/context.ts' {
  interface ApiContext {
    /** Sends the test deliveries of admins, and knows whether local targets are allowed. */
    webhooks: { sender: WebhookSender; allowLocal: boolean }
  }
}

const PATH = '/api/v1/admin/webhooks'
const ONE = `${PATH}/:webhook_id`
const REPLAYED_MAX = 1_000
const EXAMPLE_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD9Q2FzS7Rv0k='

const idRule = 'must be the whole number of a webhook'
const Params = z.object({
  webhook_id: z
    .string(idRule)
    .regex(/^[1-9]\d{0,8}$/, idRule)
    .transform(Number)
    .meta({ description: 'id of a webhook', override: { type: 'integer', minimum: 1, example: 3 } }),
})

const admin = { class: 'admin', tag: 'webhooks' } as const
const WebhookList = z.object({
  webhooks: z.array(WebhookDocument).describe('oldest first'),
  count: z.int().describe('their number'),
})
const Secret = z.object({
  webhook_id: z.int().describe('its id'),
  secret: z.string().describe('the new secret; shown only here'),
  old_secret_until: z.iso.datetime({ offset: true }).describe('until when the secret before signs too, in real time'),
})
const TestResult = z.object({
  delivered: z.boolean().describe('whether the endpoint answered with a 2xx'),
  response_status: z.int().nullable().describe('its HTTP status; null: no answer'),
  error: z.string().nullable().describe('why it failed; null: it did not'),
  duration_ms: z.int().describe('how long it took'),
  webhook_message_id: z.string().describe('the header webhook-id of the test'),
})
const DeliveryList = z.object({
  deliveries: z.array(DeliveryDocument).describe('newest first'),
  total: z.int().describe('number of deliveries on all pages'),
})
const Replayed = z.object({ queued: z.int().describe('events that are delivered again') })

export const webhooksRoutes = [
  handlerRoute({
    ...admin,
    method: 'GET',
    path: PATH,
    summary: 'All webhooks with their statistics',
    description: 'Lists all webhooks without their secrets.',
    response: jsonResponse(WebhookList, { webhooks: [EXAMPLE_WEBHOOK], count: 1 }, 'The webhooks'),
    handle: async ({ reader }) => {
      const webhooks = await reader.read(listWebhooks)
      return { webhooks: webhooks.map(webhookDocument), count: webhooks.length }
    },
  }),
  handlerRoute({
    ...admin,
    method: 'POST',
    path: PATH,
    summary: 'Create a webhook',
    description:
      'Events of the public log are sent from now on, as `{type, timestamp, data}` with `data` as the log serves the ' +
      'event, signed by Standard Webhooks: `webhook-signature` lists a `v1,` and the base64 of HMAC-SHA256 over ' +
      '`<webhook-id>.<webhook-timestamp>.<body>` for each secret, whose key is the base64 after `whsec_`. The secret ' +
      'is shown only once. Any 2xx within 15 s is a success. An event may come twice, with the same `webhook-id`, ' +
      'and events may come in any order: `data.id` orders them. The `data` of an event above 20 kB has `truncated` ' +
      'and no facts. A failed delivery is repeated after 5 s and then for three days; 410 or five days without a ' +
      'success disable the webhook. Private and reserved addresses are refused in every spelling and checked again ' +
      `at each delivery; redirects are not followed. At most ${WEBHOOKS_MAX} webhooks may exist.`,
    errors: ['too_many_webhooks'],
    body: CreateWebhookBody,
    bodyExample: { name: 'desk', url: 'https://hooks.example.com/market', kinds: ['alert'], severities: ['critical'] },
    response: jsonResponse(NewWebhookDocument, { ...EXAMPLE_WEBHOOK, secret: EXAMPLE_SECRET }, 'The webhook', 201),
    async handle({ trading, webhooks: { allowLocal } }, { body }, { reply }) {
      const warning = await checkUrl(body.url, allowLocal)
      const secret = newSecret()
      const { name, url, kinds = [], severities = [] } = body
      const settings = { name, url, kinds, severities, enabled: true, warning, secret }
      const created = await trading.writeAlways(async (tx) => {
        const id = await insertWebhook(tx, settings, WEBHOOKS_MAX)
        if (id === null) throw refuse('too_many_webhooks')
        return await requireWebhook(tx, id)
      })
      return reply.code(201).send({ ...webhookDocument(created), secret })
    },
  }),
  handlerRoute({
    ...admin,
    method: 'PATCH',
    path: ONE,
    summary: 'Change a webhook',
    description:
      'Fields that are left out keep their value. A changed URL is checked like a new one. A webhook that is enabled ' +
      'again gets events from now on; a replay fills the gap.',
    errors: ['not_found'],
    params: Params,
    body: UpdateWebhookBody,
    bodyExample: { enabled: false },
    response: jsonResponse(WebhookDocument, EXAMPLE_WEBHOOK, 'The webhook as it is now'),
    async handle({ trading, reader, webhooks: { allowLocal } }, { params: { webhook_id: id }, body }) {
      const before = await reader.read((sql) => requireWebhook(sql, id))
      const url = body.url ?? before.url
      const warning = url === before.url ? before.warning : await checkUrl(url, allowLocal)
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      return webhookDocument(
        await trading.writeAlways(async (tx) => {
          await updateWebhook(tx, id, { ...(await requireWebhook(tx, id)), ...given, warning })
          return await requireWebhook(tx, id)
        }),
      )
    },
  }),
  handlerRoute({
    ...admin,
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a webhook',
    description: 'Deletes the webhook and its deliveries.',
    errors: ['not_found'],
    params: Params,
    response: jsonResponse(WebhookDocument, EXAMPLE_WEBHOOK, 'The webhook as it was'),
    handle: async ({ trading }, { params: { webhook_id: id } }) =>
      webhookDocument(
        await trading.writeAlways(async (tx) => {
          const webhook = await requireWebhook(tx, id)
          await deleteWebhook(tx, id)
          return webhook
        }),
      ),
  }),
  handlerRoute({
    ...admin,
    method: 'POST',
    path: `${ONE}/test`,
    rate: 'settings',
    summary: 'Send a test event now',
    description:
      'Sends one signed event of type `test` at once, also to a disabled webhook, and answers what the endpoint did. ' +
      'The body of its answer is neither stored nor shown.',
    errors: ['not_found'],
    params: Params,
    response: jsonResponse(
      TestResult,
      {
        delivered: true,
        response_status: 204,
        error: null,
        duration_ms: 84,
        webhook_message_id: 'msg_3_test_5f0c1c1e-7d1f-4b58-9a62-0d6f2a6f4a11',
      },
      'What the endpoint did',
    ),
    async handle(context, { params: { webhook_id: webhookId } }) {
      const target = await context.reader.read((sql) => readTarget(sql, webhookId))
      if (!target) throw refuseWebhook()
      const at = easternExact(await readNow(context))
      const id = `msg_${webhookId}_test_${randomUUID()}`
      const data = { webhook_id: webhookId, title: 'This is a test of your webhook.' }
      const body = JSON.stringify({ type: 'test', timestamp: at, data })
      const { isDelivered, status, error, durationMs } = await context.webhooks.sender.send({ ...target, id, body })
      return {
        delivered: isDelivered,
        response_status: status,
        error,
        duration_ms: durationMs,
        webhook_message_id: id,
      }
    },
  }),
  handlerRoute({
    ...admin,
    method: 'POST',
    path: `${ONE}/rotate`,
    rate: 'settings',
    summary: 'Replace the secret',
    description:
      'For 24 hours each delivery carries a signature by each of the two secrets, so that its receiver can switch.',
    errors: ['not_found'],
    params: Params,
    response: jsonResponse(
      Secret,
      { webhook_id: 3, secret: EXAMPLE_SECRET, old_secret_until: '2026-11-21T10:30:00-05:00' },
      'The new secret',
    ),
    async handle({ trading }, { params: { webhook_id: id } }) {
      const secret = newSecret()
      const { oldSecretUntil } = await trading.writeAlways(async (tx) => {
        await rotateSecret(tx, id, secret)
        return await requireWebhook(tx, id)
      })
      return { webhook_id: id, secret, old_secret_until: easternExact(oldSecretUntil!) }
    },
  }),
  handlerRoute({
    ...admin,
    method: 'GET',
    path: `${ONE}/deliveries`,
    summary: 'Deliveries of a webhook',
    description: 'Those that wait, and those that ended in the last 30 days, newest first.',
    errors: ['not_found'],
    params: Params,
    query: Page,
    response: jsonResponse(
      DeliveryList,
      {
        deliveries: [
          {
            delivery_id: 712,
            webhook_message_id: 'msg_3_1847',
            event_id: 1_847,
            state: 'delivered',
            attempts: 2,
            next_attempt_at: null,
            response_status: 204,
            error: null,
            duration_ms: 84,
            created_at: '2026-11-20T10:30:11-05:00',
            ended_at: '2026-11-20T10:30:17-05:00',
          },
        ],
        total: 1,
      },
      'A page of deliveries',
    ),
    handle: ({ reader }, { params: { webhook_id: id }, query }) =>
      reader.read(async (sql) => {
        if (!(await readWebhook(sql, id))) throw refuseWebhook()
        const { deliveries, total } = await listDeliveries(sql, id, query)
        return { deliveries: deliveries.map((each) => deliveryDocument(id, each)), total }
      }),
  }),
  handlerRoute({
    ...admin,
    method: 'POST',
    path: `${ONE}/replay`,
    rate: 'settings',
    summary: 'Deliver events again',
    description:
      `The events from \`from\` to \`to\` that the webhook wants, both ids included, at most ${REPLAYED_MAX}. Each ` +
      'keeps its ' +
      'webhook-id, so a receiver recognises what it has had.',
    errors: ['not_found', 'too_many_events'],
    params: Params,
    body: ReplayBody,
    bodyExample: { from: 1_840, to: 1_847 },
    response: jsonResponse(Replayed, { queued: 3 }, 'How many'),
    handle: ({ trading }, { params: { webhook_id: id }, body }) =>
      trading.writeAlways(async (tx) => {
        await requireWebhook(tx, id)
        const queued = await replayEvents(tx, id, { ...body, max: REPLAYED_MAX })
        if (queued === null) throw refuse('too_many_events')
        return { queued }
      }),
  }),
]
