import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSender } from '../../shared/webhooks/send-webhook.ts'
import { newSecret } from '../../shared/webhooks/sign-delivery.ts'

/** Sends the status that its path names and a byte, and never ends the answer. */
const server = createServer((request, response) => {
  response.writeHead(Number(request.url!.slice(1)), { 'retry-after': '60' })
  response.write('x')
})
const sender = createSender({ allowLocal: true, timeoutMs: 500 })
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterAll(async () => {
  await sender.close()
  server.closeAllConnections()
  server.close()
})

test.each([
  [200, { isDelivered: true, status: 200, error: null }],
  [410, { isDelivered: false, status: 410, error: 'answered 410' }],
  [503, { isDelivered: false, status: 503, retryAfterSeconds: 60 }],
])('an endpoint that answers %i and leaves its answer open is judged by the status', async (status, outcome) => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${status}`
  expect(await sender.send({ url, id: 'msg_1_1', body: '{}', secrets: [newSecret()] })).toMatchObject(outcome)
})
