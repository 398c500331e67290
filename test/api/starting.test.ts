import type { FastifyInstance } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { ROUTES } from '../../api/routes.ts'
import { eventually } from '../../harness/eventually.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { serviceClock } from '../../shared/postgres/server/service-time.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { INTERNAL, NEVER_OLD, publicGets, testApi, WITHOUT_DATABASE } from './support/api.ts'
import { seededBehindProxy } from './support/behind-proxy.ts'
import { lastRoute } from './support/last-route.ts'
import { recordedLog } from './support/recorded-log.ts'
import { NOW } from './support/seed.ts'

const seeded = seededBehindProxy()
beforeEach(() => seeded.proxy.inject('none'))

const NEVER = new Promise<Pool>(() => {})
/** A clock without service time: it shows real time, which must not be served. */
const WALL: Clock = { now: () => new Date('2031-02-03T04:05:06Z'), isKnown: () => false }
const json = async (app: FastifyInstance, url: string) => (await app.inject(url)).json()

test('service time is null, not the machine’s time, until the database is up', async () => {
  const app = await testApi(NEVER, { clock: WALL })
  const reason = 'the database has not started yet'
  expect(await json(app, '/api/v1/status')).toMatchObject({ service_time: null, market: null, issues: [reason] })
  expect(await json(app, '/api/v1/source-health')).toMatchObject({ date: null, as_of: null, reason })
  for (const url of publicGets(app)) {
    if (url !== '/openapi.json') expect((await app.inject(url)).body, url).not.toMatch(/2031|203102/)
  }
})

test('a balancer that looks at a starting replica again and again leaves no line in the log', async () => {
  const { log, lines } = recordedLog()
  const app = await testApi(NEVER, { clock: WALL, log })
  const probe = await app.inject('/ready')
  expect([probe.statusCode, probe.json().code]).toEqual([503, 'not_ready'])
  expect(lines().filter(({ msg }) => msg === 'request refused')).toEqual([])
})

test('service time comes from the database while the clock does not know it', async () => {
  const app = await testApi(seeded.db.url, { clock: WALL })
  expect(await json(app, '/api/v1/status')).toMatchObject({
    service_time: '2026-11-20T10:31:00-05:00',
    market: { phase: 'open', next_change: '2026-11-20T16:00:00-05:00' },
  })
  expect(await json(app, '/api/v1/source-health')).toMatchObject({ date: '2026-11-20' })
})

test('the clock of the service does not know the time before its first read', async () => {
  const clock = serviceClock(() => seeded.db.sql)
  expect(clock.isKnown?.()).toBe(false)
  await clock.sync()
  expect(clock.isKnown?.()).toBe(true)
  expect(clock.now()).toEqual(NOW)
  clock.close()
})

/** Documents with a bare URL, except those that are never served stale. */
const PRIMARY = ROUTES.filter(
  ({ cached, params, query, path }) =>
    cached &&
    !params &&
    (query === null || query.safeParse({}).success) &&
    !NEVER_OLD.includes(path) &&
    !WITHOUT_DATABASE.includes(path),
).map(({ path }) => path)
const loads = async (app: FastifyInstance): Promise<number> => {
  const { body } = await app.inject({ url: '/metrics', headers: { 'x-internal-token': INTERNAL } })
  return Number(/document_cache_loads_total (\d+)/.exec(body)?.[1])
}
test('a replica without readers serves the documents it read ahead during an outage', async () => {
  const last = lastRoute()
  const app = await testApi(seeded.proxy.url, { routes: [...ROUTES, last.route], limits: { documentAgeMs: 0 } })
  await last.reached
  seeded.proxy.inject('refuse')
  await eventually(async () =>
    expect((await app.inject('/api/v1/signals/history?days=7')).headers['x-reason']).toBeTruthy(),
  )
  for (const url of PRIMARY) {
    const { headers } = await app.inject(url)
    expect(headers, url).toMatchObject({ 'x-stale': 'true', age: expect.stringMatching(/^\d+$/) })
  }
  expect(await json(app, '/api/v1/signals/latest')).toMatchObject({ stale: true, health_score: 57 })
})

test('documents are read ahead once when the database comes up late', async () => {
  seeded.proxy.inject('refuse')
  const app = await testApi(seeded.proxy.url, { limits: { documentAgeMs: 600_000 } })
  await eventually(async () => expect((await app.inject('/api/v1/weeks')).headers['x-reason']).toMatch(/not reachable/))
  const before = await loads(app)
  seeded.proxy.inject('none')
  await eventually(async () => expect(await loads(app)).toBeGreaterThanOrEqual(before + PRIMARY.length), {
    within: 8_000,
  })
})
