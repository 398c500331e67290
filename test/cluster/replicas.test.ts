import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiProcess, apiProcess } from '../../harness/api-process.ts'
import { startHaproxy } from '../../harness/cluster/haproxy.ts'
import { startNginxCache } from '../../harness/cluster/nginx-cache.ts'
import { openWorkshop, type Workshop } from '../../harness/cluster/server-process.ts'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { logEvents } from '../../harness/log-events.ts'
import { ADMIN, INTERNAL } from '../../harness/tokens.ts'
import { eventBounds } from '../../shared/postgres/events/events.ts'
import { ensureServiceTime } from '../../shared/postgres/server/service-time.ts'
import { seed } from '../api/support/seed.ts'
import { openStream } from '../stream/open-stream.ts'
import { event } from '../stream/stream-world.ts'
import { ACCOUNTS, type Created } from '../trading/replicas.ts'

const db = testDatabase()
let workshop: Workshop
let replicas: ApiProcess[] = []
beforeAll(async () => {
  await seed(db.sql)
  await ensureServiceTime(db.sql)
  workshop = await openWorkshop()
}, 300_000)
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop('SIGKILL')))
  await workshop?.remove()
})

/** Long enough for a balancer that looks five times a second. */
const start = (port?: number, more: Record<string, string> = {}) =>
  apiProcess({ DATABASE_URL: db.url, INTERNAL_TOKEN: INTERNAL, DRAIN_NOTICE_S: '1', ...more }, port)
async function openAccount(url: string, name: string): Promise<Created> {
  const headers = { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' }
  const answer = await fetch(url + ACCOUNTS, { method: 'POST', headers, body: JSON.stringify({ name }) })
  return (await answer.json()) as Created
}
const isReady = (url: string) => eventually(async () => (await fetch(`${url}/ready`)).ok, { within: 30_000 })

test('a rolling restart with a balancer loses no request and no event id', async () => {
  replicas = await Promise.all([start(), start(), start()])
  await Promise.all(replicas.map(({ url }) => isReady(url)))
  const ports = replicas.map(({ url }) => Number(new URL(url).port))
  const front = await startHaproxy(workshop, ports)
  await isReady(front)

  let isOver = false
  const failures: string[] = []
  let answered = 0
  const client = async (path: string) => {
    while (!isOver) {
      const status = await fetch(front + path).then(
        async (response) => {
          await response.arrayBuffer()
          return response.status
        },
        (error: Error) => String(error.cause ?? error),
      )
      if (status === 200) answered += 1
      else failures.push(`${path}: ${status}`)
    }
  }
  const ids: number[] = []
  const closes: unknown[] = []
  /** Follows the log through whatever replica the balancer gives it, as EventSource does. */
  const follow = async () => {
    let after: string | null = null
    while (!isOver) {
      const query: string = after === null ? '' : `&after=${after}`
      const stream = await openStream(`${front}/api/v1/agents/stream?kinds=alert${query}`).catch(() => null)
      if (stream?.status !== 200) continue
      const stopping = eventually(() => isOver, { within: 110_000 }).then(() => stream.close())
      await Promise.race([stream.ended, stopping])
      for (const { type, id } of stream.frames) {
        after = id ?? after
        if (type === 'alert') ids.push(Number(id))
        if (type === 'close') closes.push(id)
      }
    }
  }
  const working = [client('/api/v1/weeks'), client('/api/v1/status'), client('/api/v1/signals/latest'), follow()]
  const writing = (async () => {
    while (!isOver) {
      await logEvents(db.sql, [event({ kind: 'alert' })])
      await new Promise((done) => setTimeout(done, 50))
    }
  })()

  for (const [at, replica] of replicas.entries()) {
    await replica.stop('SIGTERM')
    replicas[at] = await start(ports[at])
    await isReady(replicas[at].url)
    // The balancer has to see it before the next one goes.
    await eventually(async () => (await fetch(`${front}/ready`)).ok)
  }
  const newest = (await eventBounds(db.sql))?.latest
  isOver = true
  await Promise.all([...working, writing])
  expect(failures).toEqual([])
  expect(answered).toBeGreaterThan(100)
  const all = [...new Set(ids)]
  expect(ids).toEqual(all)
  expect(ids).toEqual(all.toSorted((a, b) => a - b))
  expect(closes.length).toBeGreaterThan(0)
  process.stdout.write(
    `rolling restart: ${answered} answers, ${ids.length} of ${newest} events, ${closes.length} closes\n`,
  )
}, 120_000)

test('a crowd using a shared cache costs the origin one request per document and second, and no caller gets another’s answer', async () => {
  if (replicas.length === 0) replicas = [await start()]
  await isReady(replicas[0]!.url)
  const seen = new Map<string, number>()
  const origin = createServer((request, response) => {
    const key = `${request.url} ${request.headers.authorization ?? ''}`
    seen.set(key, (seen.get(key) ?? 0) + 1)
    const headers = Object.entries(request.headers).filter(([name]) => !['host', 'connection'].includes(name))
    fetch(replicas[0]!.url + request.url, { headers: headers as [string, string][] }).then(
      async (answer) => {
        const bytes = Buffer.from(await answer.arrayBuffer())
        const kept = [...answer.headers].filter(
          ([name]) =>
            !['content-encoding', 'content-length', 'connection', 'keep-alive', 'transfer-encoding'].includes(name),
        )
        response.writeHead(answer.status, Object.fromEntries(kept)).end(bytes)
      },
      () => response.writeHead(502).end(),
    )
  })
  await new Promise<void>((done) => origin.listen(0, '127.0.0.1', done))
  const cache = await startNginxCache(workshop, `http://127.0.0.1:${(origin.address() as AddressInfo).port}`)
  const began = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, () => fetch(`${cache}/api/v1/signals/latest`).then((answer) => answer.status)),
  )
  const seconds = Math.ceil((performance.now() - began) / 1_000) + 1
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(seen.get('/api/v1/signals/latest ')).toBeLessThanOrEqual(seconds)

  const report = `${cache}/api/v1/reports/report-20261120-103000.md`
  for (let read = 0; read < 3; read += 1) await fetch(report)
  expect(seen.get('/api/v1/reports/report-20261120-103000.md ')).toBe(1)
  for (let read = 0; read < 3; read += 1) {
    const answer = await fetch(`${cache}/api/v1/internal/pipeline`, {
      headers: { authorization: `Bearer ${INTERNAL}` },
    })
    expect([answer.status, answer.headers.get('x-cache')]).toEqual([200, 'BYPASS'])
  }
  expect((await fetch(`${cache}/api/v1/internal/pipeline`)).status).toBe(401)

  const opened = await Promise.all(['one', 'other'].map((name) => openAccount(replicas[0]!.url, name)))
  for (let read = 0; read < 2; read += 1)
    for (const { account_id, token } of opened) {
      const answer = await fetch(`${cache}/api/v1/trading/account`, { headers: { authorization: `Bearer ${token}` } })
      const { account_id: served } = (await answer.json()) as { account_id: number }
      expect([served, answer.headers.get('x-cache')]).toEqual([account_id, 'BYPASS'])
    }
  expect((await fetch(`${cache}/api/v1/trading/account`)).status).toBe(401)
  origin.close()
  origin.closeAllConnections()
}, 120_000)

test('a caller behind a balancer gets its limit at least, and at most as many times as there are replicas', async () => {
  const limit = 20
  const limited = { RATE_LIMITS: `public=${limit}`, TRUST_PROXY: '127.0.0.1' }
  const few = await Promise.all([start(undefined, limited), start(undefined, limited)])
  replicas.push(...few)
  const front = await startHaproxy(
    workshop,
    few.map(({ url }) => Number(new URL(url).port)),
  )
  await eventually(async () => (await fetch(`${front}/health`)).ok)
  /** The answers to a caller that sends more requests than all limits together allow. */
  async function allowed(localAddress: string): Promise<number> {
    const client = new Client(front, { localAddress })
    let within = 0
    let busy = 0
    for (let answered = 0; answered < 3 * few.length * limit; ) {
      const { statusCode, body } = await client.request({ method: 'GET', path: '/api/v1/weeks' })
      await body.dump()
      expect([200, 429, 503]).toContain(statusCode)
      if (statusCode === 200) within += 1
      if (statusCode !== 503) {
        answered += 1
        continue
      }
      // On a busy machine the balancer takes the replicas for dead now and then: the caller waits until one is back.
      expect(++busy).toBeLessThan(limit)
      await eventually(async () => (await fetch(`${front}/health`)).ok)
    }
    await client.close()
    return within
  }
  // The balancer gives each request to the next replica, so a caller reaches the whole factor; each address has its own
  // count.
  for (const address of ['127.1.0.1', '127.1.0.2']) {
    const within = await allowed(address)
    expect(within).toBeGreaterThanOrEqual(limit)
    expect(within).toBeLessThanOrEqual(few.length * limit)
  }
}, 120_000)
