import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNginxCache } from '../../harness/cluster/nginx-cache.ts'
import { openWorkshop, type Workshop } from '../../harness/cluster/server-process.ts'
import { eventually } from '../../harness/eventually.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
}, 180_000)
afterAll(async () => await workshop?.remove(), 60_000)

test.each([
  ['requests with a token', '/api/v1/trading/account', { authorization: 'Bearer of-this-test' }],
  ['streams', '/api/v1/agents/stream', {}],
] as [string, string, Record<string, string>][])(
  '%s do not wait for each other at a shared cache',
  async (_what, path, headers) => {
    const held: ServerResponse[] = []
    const origin = createServer((_request, response) => {
      held.push(response.setHeader('cache-control', 'no-store'))
    })
    await new Promise<void>((done) => origin.listen(0, '127.0.0.1', done))
    const cache = await startNginxCache(workshop, `http://127.0.0.1:${(origin.address() as AddressInfo).port}`)
    const answers = Array.from({ length: 5 }, () => fetch(`${cache}${path}`, { headers }))
    // The cache would let the second one through after five seconds.
    await eventually(() => expect(held).toHaveLength(5), { within: 4_000 })
    for (const response of held) response.end('own')
    for (const answer of await Promise.all(answers)) expect(await answer.text()).toBe('own')
    origin.close()
    origin.closeAllConnections()
  },
  60_000,
)
