import type { LookupAddress } from 'node:dns'
import { afterEach, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { createSender, type Resolve } from '../../shared/webhooks/send-webhook.ts'
import { testApi } from '../api/support/api.ts'
import { ask } from '../trading/replicas.ts'
import { type Endpoint, openEndpoint } from './endpoint.ts'

const db = testDatabase()
const open: Endpoint[] = []
afterEach(() => {
  for (const endpoint of open.splice(0)) endpoint.close()
})

/** A resolver that gives these answers one after the other, then the last one again. */
function answering(...answers: LookupAddress[][]) {
  const resolver = Object.assign(resolve, { asked: 0 })
  function resolve(_host: string, done: Parameters<Resolve>[1]): void {
    resolver.asked++
    done(null, answers[Math.min(resolver.asked, answers.length) - 1]!)
  }
  return resolver
}

const PUBLIC: LookupAddress = { address: '93.184.216.34', family: 4 }
const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 }
const METADATA: LookupAddress = { address: '169.254.169.254', family: 4 }

const sent = async (resolve: Resolve) => {
  const sender = createSender({ allowLocal: false, resolve, timeoutMs: 300 })
  const outcome = await sender.send({
    url: 'https://hooks.example.com/',
    id: 'msg_1_1',
    body: '{}',
    secrets: ['whsec_AAAA'],
  })
  await sender.close()
  return outcome
}

test.each([
  ['a private address', [[LOOPBACK]]],
  ['metadata', [[METADATA]]],
  ['a mixed answer', [[PUBLIC, LOOPBACK]]],
  ['no address', [[]]],
])('a name that leads to %s is refused at the delivery', async (_name, answers) => {
  expect(await sent(answering(...answers))).toMatchObject({
    isDelivered: false,
    error: 'the name leads to a private address',
  })
})

test('a name is resolved once, and the connection goes to the address that was checked', async () => {
  const endpoint = await openEndpoint()
  open.push(endpoint)
  const resolver = answering([PUBLIC], [LOOPBACK])
  expect(await sent(resolver)).toMatchObject({ isDelivered: false, status: null })
  expect(resolver.asked).toBe(1)
  expect(endpoint.got).toEqual([])
})

test('without the setting for development, the routes refuse private targets', async () => {
  const app = await testApi(db.url)
  for (const url of ['https://127.0.0.1/', 'https://2130706433/', 'https://localhost/', 'http://example.com/']) {
    const refused = await ask(app, { method: 'POST', url: '/api/v1/admin/webhooks', body: { name: 'x', url } })
    expect(refused.statusCode, url).toBe(400)
    expect(refused.json().details.fields).toEqual(['url'])
  }
  const unknown = await ask(app, {
    method: 'POST',
    url: '/api/v1/admin/webhooks',
    body: { name: 'x', url: 'https://no-such-name.invalid/' },
  })
  expect(unknown.json()).toMatchObject({
    warning: 'the name does not resolve now; it is checked again at each delivery',
  })
  const { webhook_id: id } = unknown.json()
  const patched = await ask(app, {
    method: 'PATCH',
    url: `/api/v1/admin/webhooks/${id}`,
    body: { url: 'https://[::ffff:169.254.169.254]/' },
  })
  expect(patched.statusCode).toBe(400)
})
