import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../api/http/limits.ts'
import { QUEUED_MAX } from '../../api/http/pipelining.ts'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { NO_RATE_LIMITS } from '../../harness/no-rate-limits.ts'
import { openPool } from '../../shared/postgres/server/db.ts'
import { ask, type Created, createAccount } from '../trading/replicas.ts'
import { PATIENT, testApi } from './support/api.ts'
import { seed } from './support/seed.ts'

const TAPE = '/api/v1/flow/tape'
const EXPORT = '/api/v1/signals/export'
const HISTORY = '/api/v1/signals/history'
const ACCOUNT = '/api/v1/trading/account'
const db = testDatabase()

/** Holds a lock that every read of the table waits for; released at the end of the test. */
async function lockTable(name: string): Promise<() => Promise<void>> {
  const holder = openPool(db.url, { max: 1, name: 'lock-holder' })
  const released = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const held = holder.begin(async (tx) => {
    await tx.unsafe(`lock table ${name} in access exclusive mode`)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const release = async (): Promise<void> => {
    released.resolve()
    await held
    await holder.end({ timeout: 1 })
  }
  onTestFinished(release)
  return release
}

describe('reads that wait', () => {
  let app: FastifyInstance
  let agent: Created
  beforeAll(async () => {
    await seed(db.sql)
    app = await testApi(db.url, {
      limits: { ...PATIENT, admission: { ...DEFAULT_LIMITS.admission, public: { max: 2, waitingMax: 3 } } },
    })
    agent = await createAccount(app)
  })

  test('beyond their number are refused as overload, while agents trade and the database counts as up', async () => {
    const release = await lockTable('signals_daily')
    // Each requests another document, so that no two of them share a read.
    const crowd = Array.from({ length: 40 }, (_, at) => ask(app, { url: `${HISTORY}?days=${at + 100}`, token: '' }))
    const first = await Promise.race(crowd)
    expect(first.statusCode).toBe(503)
    expect(first.json()).toMatchObject({ code: 'overloaded', retryable: true })
    expect(first.headers['retry-after']).toBe('1')
    expect((await ask(app, { url: ACCOUNT, token: agent.token })).statusCode).toBe(200)
    expect((await createAccount(app)).token).toMatch(/^ms_agt_/)
    await release()
    const statuses = (await Promise.all(crowd)).map(({ statusCode }) => statusCode)
    // The replica's own reads ahead may occupy a place too.
    const served = statuses.filter((status) => status === 200).length
    expect(served).toSatisfy((count: number) => count >= 1 && count <= 5)
    expect(statuses.filter((status) => status === 503)).toHaveLength(40 - served)
    expect((await ask(app, { url: HISTORY, token: '' })).statusCode).toBe(200)
  })
})

describe('limits of a caller', () => {
  const LATEST = '/api/v1/signals/latest'
  const limited = (trustProxy: string[] = []) =>
    testApi(db.url, {
      trustProxy,
      limits: { rates: { ...NO_RATE_LIMITS, public: 3, costly: 1, settings: 2, agent: 2 } },
    })
  const read = (app: FastifyInstance, ip: string, headers = {}) => ask(app, { url: LATEST, token: '', ip, headers })

  test('a cached document counts like any other, and the refusal states when to retry', async () => {
    const app = await limited()
    const answers = [await read(app, '10.0.0.1'), await read(app, '10.0.0.1'), await read(app, '10.0.0.1')]
    expect(
      answers.map(({ statusCode, headers }) => [statusCode, headers['ratelimit-policy'], headers.ratelimit]),
    ).toEqual(
      [2, 1, 0].map((left) => [200, '"public";q=3;w=60', expect.stringMatching(`^"public";r=${left};t=[1-6]?\\d$`)]),
    )
    const refused = await read(app, '10.0.0.1')
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'rate_limited', retryable: true })
    expect(Number(refused.headers['retry-after'])).toSatisfy((seconds: number) => seconds >= 1 && seconds <= 60)
    expect(refused.headers['access-control-allow-origin']).toBe('*')
    expect((await read(app, '10.0.0.2')).statusCode).toBe(200)
    expect((await ask(app, { url: '/health', token: '', ip: '10.0.0.1' })).statusCode).toBe(200)
  })

  test('X-Forwarded-For is believed from a trusted proxy only', async () => {
    const forwarded = (app: FastifyInstance, at: number) =>
      read(app, '10.0.0.9', { 'x-forwarded-for': `192.0.2.${at}` })
    const statuses = async (app: FastifyInstance) => {
      const found: number[] = []
      for (let at = 1; at <= 5; at++) found.push((await forwarded(app, at)).statusCode)
      return found
    }
    expect(await statuses(await limited())).toEqual([200, 200, 200, 429, 429])
    expect(await statuses(await limited(['10.0.0.0/8']))).toEqual([200, 200, 200, 200, 200])
  })

  test('agents are counted by account, whatever their address, and changes of limits have their own', async () => {
    const app = await limited()
    const [one, other] = [await createAccount(app), await createAccount(app)]
    const account = (token: string, ip: string) => ask(app, { url: ACCOUNT, token, ip })
    expect((await account(one.token, '10.0.1.1')).statusCode).toBe(200)
    expect((await account(one.token, '10.0.1.2')).statusCode).toBe(200)
    expect((await account(one.token, '10.0.1.3')).json()).toMatchObject({ code: 'rate_limited' })
    expect((await account(other.token, '10.0.1.1')).statusCode).toBe(200)
    const patch = () =>
      ask(app, { method: 'PATCH', url: '/api/v1/trading/limits', token: one.token, body: { orders_per_minute: 5 } })
    expect([(await patch()).statusCode, (await patch()).statusCode, (await patch()).statusCode]).toEqual([
      200, 200, 429,
    ])
  })

  test('paths that do not exist count too, and the question of a browser before a call does not', async () => {
    const app = await limited()
    const missing = (method: 'GET' | 'OPTIONS') =>
      app.inject({ method, url: method === 'GET' ? '/nothing' : LATEST, remoteAddress: '10.0.3.1' })
    const statuses = async (method: 'GET' | 'OPTIONS', times: number) => {
      const found: number[] = []
      for (let at = 0; at < times; at++) found.push((await missing(method)).statusCode)
      return found
    }
    expect(await statuses('GET', 4)).toEqual([404, 404, 404, 429])
    expect(await statuses('OPTIONS', 5)).toEqual([204, 204, 204, 204, 204])
  })

  test.each([EXPORT, TAPE])('a costly read has a lower limit: %s', async (url) => {
    const app = await limited()
    const heavy = () => ask(app, { url, token: '', ip: '10.0.2.1' })
    expect([(await heavy()).statusCode, (await heavy()).statusCode]).toEqual([200, 429])
  })
})

test('a client that never reads is cut', async () => {
  const app = await testApi(db.url, { limits: { silenceMs: 300 } })
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.pause()
  // More than the buffers of both ends hold.
  socket.write('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(QUEUED_MAX))
  const open = () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  await eventually(async () => expect(await open()).toBe(1), { within: 5_000 })
  await eventually(async () => expect(await open()).toBe(0), { within: 10_000 })
})
