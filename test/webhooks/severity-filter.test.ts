import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { logEvents } from '../../harness/log-events.ts'
import type { NewEvent } from '../../shared/domain/contract/event.ts'
import { insertWebhook } from '../../shared/postgres/webhooks/webhooks.ts'
import { createSender, type WebhookSender } from '../../shared/webhooks/send-webhook.ts'
import { newSecret } from '../../shared/webhooks/sign-delivery.ts'
import { NOW } from '../api/support/seed.ts'
import { deliverRound } from './deliver-round.ts'
import { type Endpoint, openEndpoint } from './endpoint.ts'

const db = testDatabase()
const open: Endpoint[] = []
let sender: WebhookSender
beforeAll(() => {
  sender = createSender({ allowLocal: true })
})
afterAll(async () => {
  for (const endpoint of open) endpoint.close()
  await sender.close()
})

async function endpointFor(severity: 'critical' | 'warning'): Promise<Endpoint> {
  const endpoint = await openEndpoint()
  open.push(endpoint)
  const settings = { name: severity, url: endpoint.url, kinds: [], severities: [severity], enabled: true } as const
  await db.sql.begin((tx) => insertWebhook(tx, { ...settings, warning: null, secret: newSecret() }, 50))
  return endpoint
}

const event = (title: string, over: Pick<NewEvent, 'kind' | 'severity' | 'data'>): NewEvent => ({
  key: title,
  subject: 'VIX_PANIC',
  title,
  at: NOW,
  cycleId: null,
  origin: 'scheduled',
  ...over,
})
const titles = ({ got }: Endpoint): string[] => got.map(({ body }) => JSON.parse(body).data.title).toSorted()

test('an endpoint that got the fire of an alert gets its clear, although a clear is information', async () => {
  const critical = await endpointFor('critical')
  const warning = await endpointFor('warning')
  await logEvents(db.sql, [
    event('fired', { kind: 'alert', severity: 'critical', data: { type: 'fired', alert_severity: 'critical' } }),
    event('cleared', { kind: 'alert', severity: 'info', data: { type: 'cleared', alert_severity: 'critical' } }),
    event('a minor one cleared', {
      kind: 'alert',
      severity: 'info',
      data: { type: 'cleared', alert_severity: 'info' },
    }),
    event('a change', { kind: 'transition', severity: 'info', data: { alert_severity: 'critical' } }),
  ])
  expect(await deliverRound({ sql: db.sql, sender })).toBe(2)
  expect(titles(critical)).toEqual(['cleared', 'fired'])
  expect(titles(warning)).toEqual([])
})
