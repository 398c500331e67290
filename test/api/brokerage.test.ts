import { unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { faultProxy } from '../../harness/fault-proxy.ts'
import { type Brokerage, openBrokerage } from '../../shared/market/brokerage.ts'
import { writeTokenFile } from '../../shared/market/token-file.ts'
import { brokerageWorld, CREDENTIALS, type World } from '../market/support.ts'
import { testApi } from './support/api.ts'
import { NOW, seed } from './support/seed.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ago = (ms: number) => new Date(NOW.getTime() - ms)

const db = testDatabase()
let world: World
let files = 0
const opened: Brokerage[] = []
beforeAll(async () => {
  await seed(db.sql)
  world = await brokerageWorld(() => NOW)
})
afterEach(async () => {
  await world.heal()
  await Promise.all(opened.splice(0).map((brokerage) => brokerage.close()))
})
afterAll(async () => {
  await world.close()
})

interface Replica {
  app: FastifyInstance
  path: string
  lines: string[]
  wait(ms: number): void
}

/** A replica over the simulated brokerage; by default each request probes again. */
async function replica({ probeReuseMs = 0, probeDeadlineMs = 2_000, sql = db.url } = {}): Promise<Replica> {
  const path = join(world.folder, `replica-${files++}.json`)
  const lines: string[] = []
  let nowMs = 0
  const brokerage = openBrokerage({
    baseUrl: () => world.baseUrl(NOW),
    credentials: CREDENTIALS,
    tokenFile: path,
    clock: { now: () => NOW },
    log: pino({ messageKey: 'event' }, { write: (line: string) => void lines.push(line) }),
    nowMs: () => nowMs,
  })
  opened.push(brokerage)
  const limits = { documentAgeMs: 0, probeReuseMs, probeDeadlineMs }
  const app = await testApi(sql, { brokerage, limits, instanceId: 'replica-7' })
  return {
    app,
    path,
    lines,
    wait(ms) {
      nowMs += ms
    },
  }
}

async function status(app: FastifyInstance) {
  const response = await app.inject('/api/v1/status')
  expect(response.statusCode).toBe(200)
  return response.json()
}
const about = (sentences: string[]) => sentences.filter((line) => line.startsWith('brokerage'))

test('a brokerage that is not configured is reported without a warning', async () => {
  const body = await status(await testApi(db.url))
  expect(body.brokerage).toMatchObject({ status: 'not_configured', token_state: 'not_configured', spy_quote: null })
  expect(about([...body.issues, ...body.warnings])).toEqual([])
  expect(body.trading_client).toMatchObject({ initialized: false, alarm: false, instance_id: 'test' })
})

test('a healthy brokerage is reported with the client of this replica', async () => {
  const { app, path } = await replica()
  await world.loginTo(path, ago(HOUR / 6))
  const body = await status(app)
  expect(body.brokerage).toMatchObject({
    status: 'healthy',
    token_state: 'valid',
    data_state: 'flowing',
    reason: null,
    token_expires_at: '2026-11-27T10:21:00-05:00',
    spy_quote: { quoted_at: '2026-11-20T10:31:00-05:00', realtime: true },
  })
  expect(about([...body.issues, ...body.warnings])).toEqual([])
  expect(body.trading_client).toEqual({
    initialized: true,
    consecutive_failures: 0,
    seconds_since_success: 0,
    refresh_failing: false,
    alarm: false,
    rebuilds: 0,
    instance_id: 'replica-7',
  })
})

test('an expiring login is a warning while data flow', async () => {
  const { app, path } = await replica()
  await world.loginTo(path, ago(6.6 * DAY))
  const body = await status(app)
  expect(body.brokerage).toMatchObject({ status: 'healthy', token_state: 'expiring', data_state: 'flowing' })
  expect(body).toMatchObject({ level: 'yellow', issues: [] })
  expect(about(body.warnings)).toEqual([expect.stringContaining('the login expires in 9 hour(s)')])
})

test.each([
  ['expired', (path: string) => world.loginTo(path, ago(7 * DAY)), /has expired/],
  ['missing', (path: string) => unlink(path).catch(() => {}), /no token file/],
  ['unreadable', (path: string) => writeFile(path, '<html>'), /not a token file/],
])('%s: the status is that of the token, and it is an issue', async (state, make, words) => {
  const { app, path } = await replica()
  await make(path)
  const body = await status(app)
  expect(body.brokerage).toMatchObject({ status: state, token_state: state, data_state: 'unknown', spy_quote: null })
  expect(body.brokerage.reason).toMatch(words)
  expect(body.level).toBe('red')
  expect(about(body.issues)).toEqual([expect.stringMatching(words)])
  // A login makes it healthy without a restart.
  await world.loginTo(path, NOW)
  expect((await status(app)).brokerage.status).toBe('healthy')
})

test.each([
  ['wedged', { mode: 'stall', path: '/marketdata' }, /in time/],
  ['401', { mode: 'status', status: 401, path: '/marketdata' }, /status 401/],
  ['429', { mode: 'status', status: 429, path: '/marketdata' }, /status 429/],
  ['malformed', { mode: 'malformed', path: '/marketdata' }, /not JSON/],
  ['absurd', { mode: 'absurd', path: '/marketdata' }, /not one is valid/],
  ['of yesterday', { mode: 'stale', path: '/marketdata' }, /newest quote is of/],
])('%s: token_ok_client_failing is a warning, and heals', async (_name, fault, words) => {
  const { app, path } = await replica()
  const file = await world.login(ago(DAY + HOUR))
  await writeTokenFile(path, { ...file, token: { ...file.token, ...(await world.login(NOW)).token } })
  await world.fault(fault)
  const body = await status(app)
  expect(body.brokerage).toMatchObject({
    status: 'token_ok_client_failing',
    token_state: 'valid',
    data_state: 'failing',
  })
  expect(body.brokerage.reason).toMatch(words)
  expect(body.level).toBe('yellow')
  expect(about(body.warnings)).toEqual([expect.stringMatching(words)])
  await world.heal()
  expect((await status(app)).brokerage.status).toBe('healthy')
})

test('a refresh that the vendor refuses is refresh_failing, although the file looks valid', async () => {
  const { app, path } = await replica()
  const file = await world.login(ago(HOUR))
  await writeTokenFile(path, { ...file, token: { ...file.token, refresh_token: 'revoked' } })
  const body = await status(app)
  expect(body.brokerage).toMatchObject({ status: 'token_ok_client_failing', token_state: 'valid' })
  expect(body.trading_client).toMatchObject({ refresh_failing: true, consecutive_failures: 1 })
})

test('a client that stays wedged raises the alarm, a second warning and a critical log line until a success', async () => {
  const { app, path, lines, wait } = await replica({ probeDeadlineMs: 300 })
  await world.loginTo(path, NOW)
  const healthy = () =>
    eventually(async () =>
      expect(await status(app)).toMatchObject({
        brokerage: { status: 'healthy' },
        trading_client: { consecutive_failures: 0, alarm: false },
      }),
    )
  await healthy()
  await world.fault({ mode: 'stall', path: '/marketdata' })
  for (let count = 0; count < 6; count++) {
    expect((await status(app)).trading_client).toMatchObject({ consecutive_failures: count + 1, alarm: false })
    wait(10_000)
  }
  const body = await status(app)
  expect(body.trading_client).toMatchObject({
    consecutive_failures: 7,
    seconds_since_success: 60,
    alarm: true,
    rebuilds: 2,
  })
  expect(about(body.warnings)).toEqual([
    expect.stringContaining('live SPY quote failed'),
    'brokerage: the trading client is wedged (7 failures in a row)',
  ])
  expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 60)).toEqual([
    expect.objectContaining({ event: 'trading_client_wedged', failures: 7 }),
  ])
  await world.heal()
  await healthy()
})

test('simultaneous requests to any route share one probe, as do those of the next seconds', async () => {
  const { app, path } = await replica({ probeReuseMs: 60_000 })
  await world.loginTo(path, NOW)
  await world.fault({ mode: 'status', status: 500, path: '/marketdata' })
  // Each route builds its document once for its own callers, so two routes make two probes.
  await Promise.all([status(app), app.inject('/api/v1/coherence'), status(app), app.inject('/api/v1/coherence')])
  for (let count = 0; count < 3; count++) {
    const body = await status(app)
    expect(body.brokerage.status).toBe('token_ok_client_failing')
    expect(body.trading_client.consecutive_failures).toBe(1)
  }
})

test('without the database the status has the last reading of the brokerage', async () => {
  const proxy = await faultProxy(db.url)
  const { app, path } = await replica({ sql: proxy.url })
  await world.loginTo(path, NOW)
  expect((await status(app)).brokerage.status).toBe('healthy')
  proxy.inject('refuse')
  const body = await status(app)
  expect(body.issues[0]).toMatch(/database/)
  expect(body.brokerage.status).toBe('healthy')
  expect(body.trading_client.initialized).toBe(true)
  await proxy.close()
})

test('no route serves a secret of the brokerage', async () => {
  const { app, path } = await replica()
  const { token } = await world.loginTo(path, NOW)
  const served = await Promise.all(
    ['/api/v1/status', '/api/v1/coherence', '/api/v1/source-health'].map(async (url) => (await app.inject(url)).body),
  )
  for (const secret of [token.access_token, token.refresh_token, CREDENTIALS.appSecret, CREDENTIALS.appKey, path]) {
    expect(served.join()).not.toContain(secret)
  }
})
