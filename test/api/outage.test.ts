import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PAGE_POLICY } from '../../api/http/page-policy.ts'
import { freshDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { FAULTS } from '../../harness/fault-proxy.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { ADMIN, FROM_MEMORY, INTERNAL, NEVER_OLD, publicGets, testApi, WITHOUT_DATABASE } from './support/api.ts'
import { seededBehindProxy } from './support/behind-proxy.ts'

const NOT_REACHABLE = 'the database is not reachable'
/** Shorter than a replica's own, because every answer of a broken link waits for it. */
const DEADLINE = { readDeadlineMs: 1_000 }
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

const seeded = seededBehindProxy()
beforeAll(() => seeded.db.sql`update read_models as m set traceparent = ${TRACEPARENT}`)
beforeEach(() => seeded.proxy.inject('none'))

interface Answer {
  url: string
  response: LightMyRequestResponse
}

/** A request that a broken link holds forever is ended by the test's time limit. */
const get = async (app: FastifyInstance, url: string): Promise<Answer> => ({ url, response: await app.inject(url) })

const fresh = (app: FastifyInstance, url: string): Promise<LightMyRequestResponse> =>
  eventually(async () => {
    const { response } = await get(app, url)
    expect(response.headers['x-reason'] ?? '', url).not.toMatch(/database/)
    return response
  })
const up = (app: FastifyInstance) => fresh(app, '/api/v1/reports')

function expectReason({ url, response }: Answer): void {
  expect(response.statusCode, url).toBe(200)
  if (WITHOUT_DATABASE.includes(url)) return
  expect(response.headers['x-reason'] ?? 'none', url).toMatch(/database/)
  expect(response.headers['cache-control'], url).toBe('no-store')
  expect(response.headers, url).not.toHaveProperty('etag')
  if (!response.headers['content-type']?.toString().startsWith('application/json')) return
  const body = response.json()
  const reason = body.stale_reason ?? body.reason ?? body.empty_reason ?? body.issues?.[0]
  expect(reason, url).toMatch(/database/)
}

describe.each(FAULTS)('Postgres behind %s', (fault) => {
  test('every public read of a fresh replica answers empty with a reason', async () => {
    const app = await testApi(seeded.proxy.url, { limits: DEADLINE })
    seeded.proxy.inject(fault)
    for (const answer of await Promise.all(publicGets(app).map((url) => get(app, url)))) expectReason(answer)
    // The breaker is open now, so no read waits for the deadline.
    for (const url of publicGets(app)) {
      const { response } = await get(app, url)
      if (!WITHOUT_DATABASE.includes(url)) expect(response.headers['x-reason'], url).toBe(NOT_REACHABLE)
    }
  })

  test('every public read of a warm replica answers with the last document marked stale, and recovers with the link', async () => {
    const app = await testApi(seeded.proxy.url, { limits: { ...DEADLINE, documentAgeMs: 0 } })
    const before = new Map<string, string>()
    for (const url of publicGets(app)) before.set(url, (await fresh(app, url)).body)
    seeded.proxy.inject(fault)
    const answers = await Promise.all(publicGets(app).map((url) => get(app, url)))
    for (const answer of answers) {
      if (FROM_MEMORY.includes(answer.url)) continue
      expectReason(answer)
      const { url, response } = answer
      if (WITHOUT_DATABASE.includes(url) || NEVER_OLD.includes(url) || url.endsWith('/check')) continue
      expect(response.headers, url).toMatchObject({ 'x-stale': 'true', age: expect.stringMatching(/^\d+$/) })
      if (url.endsWith('/signals/latest')) expect(response.headers.traceparent).toBe(TRACEPARENT)
      if (!response.headers['content-type']?.toString().startsWith('application/json')) {
        // A page is drawn again, because it states above its figures that they could not be confirmed.
        if (response.headers['content-security-policy'] === PAGE_POLICY)
          expect(response.body).toContain('class="banner')
        else expect(response.body).toBe(before.get(url))
        continue
      }
      const { stale, stale_age_seconds, stale_reason, ...rest } = response.json()
      expect({ stale, age: typeof stale_age_seconds, why: typeof stale_reason }).toEqual({
        stale: true,
        age: 'number',
        why: 'string',
      })
      if (!url.endsWith('/source-health')) expect(rest, url).toEqual(JSON.parse(before.get(url)!))
    }
    const status = (await app.inject('/api/v1/status')).json()
    expect(status).toMatchObject({ level: 'red', status: 'unhealthy', report_count: null })
    expect(status.issues).toHaveLength(1)
    seeded.proxy.inject('none')
    await up(app)
  })
})

test('reads recover from an outage that outlasts several probes', async () => {
  const app = await testApi(seeded.proxy.url, { limits: { ...DEADLINE, documentAgeMs: 0 } })
  await up(app)
  seeded.proxy.inject('black_hole')
  expectReason(await get(app, '/api/v1/weeks'))
  const before = seeded.proxy.opened()
  await eventually(() => expect(seeded.proxy.opened() - before).toBeGreaterThanOrEqual(3))
  seeded.proxy.inject('none')
  await up(app)
})

test('a replica asks a server that hangs up only now and then', async () => {
  seeded.proxy.inject('refuse')
  const app = await testApi(seeded.proxy.url, { limits: DEADLINE })
  const before = seeded.proxy.opened()
  // The driver alone would reconnect at once, hundreds of times until the deadline of the read.
  expectReason(await get(app, '/api/v1/weeks'))
  expect(seeded.proxy.opened() - before).toBeLessThan(50)
})

test('routes have a reason while the database starts, and answer once it is up', async () => {
  let arrive: (pool: Pool) => void = () => {}
  const app = await testApi(
    new Promise<Pool>((resolve) => {
      arrive = resolve
    }),
  )
  expect((await app.inject('/health')).json()).toEqual({ status: 'ok' })
  expect((await app.inject('/api/v1/reports')).json().reason).toBe('the database has not started yet')
  expect((await app.inject('/api/v1/status')).json()).toMatchObject({ level: 'red' })
  arrive(seeded.db.sql)
  await eventually(async () => expect((await app.inject('/api/v1/reports')).json().total_days).toBe(2))
})

test('without a migrated schema every read answers 200 with the remedy as its reason', async () => {
  const other = await freshDatabase()
  await other.sql`drop schema public cascade`
  const app = await testApi(other.url)
  for (const url of publicGets(app)) {
    const response = await app.inject(url)
    expect(response.statusCode, `${url} ${response.body.slice(0, 300)}`).toBe(200)
    if (WITHOUT_DATABASE.includes(url)) continue
    expect(response.body, url).not.toMatch(/relation "|does not exist/)
    expect(response.headers['x-reason'], url).toBe('the database has no schema yet: run npm run migrate')
  }
  await app.close()
  await other.drop()
})

test('a login that the database refuses since its password was rotated is an outage, with the remedy as its reason', async () => {
  const { sql } = seeded.db
  const url = new URL(seeded.db.url)
  Object.assign(url, { username: 'test_rotated', password: 'before' })
  await sql`create role test_rotated superuser login password 'before'`
  const app = await testApi(url.href, { limits: DEADLINE })
  await up(app)
  const { body: served } = await app.inject('/api/v1/signals/latest')
  await sql`alter role test_rotated password 'after'`
  await sql`select pg_terminate_backend(a.pid) from pg_stat_activity as a where a.usename = 'test_rotated'`
  const words = 'the database refuses the login of the service: correct DATABASE_URL and start the service again'
  await eventually(async () => expect((await app.inject('/api/v1/status')).json().issues).toEqual([words]))
  const stale = await eventually(async () => {
    const response = await app.inject('/api/v1/signals/latest')
    expect(response.headers['x-reason']).toBe(words)
    return response.json()
  })
  expect(stale).toMatchObject({ stale: true, as_of: JSON.parse(served).as_of })
  const accounts = { url: '/api/v1/trading/admin/accounts', headers: { authorization: `Bearer ${ADMIN}` } }
  expect((await app.inject(accounts)).statusCode).toBe(503)
  await sql`alter role test_rotated password 'before'`
  await up(app)
  await app.close()
  await sql`drop role test_rotated`
})

test('a database that an operator closes to the service is an outage, although the code of the refusal names no link', async () => {
  const { sql } = seeded.db
  const url = new URL(seeded.db.url)
  Object.assign(url, { username: 'test_closed', password: 'closed' })
  await sql`create role test_closed login password 'closed' in role pg_read_all_data`
  const app = await testApi(url.href, { limits: DEADLINE })
  await up(app)
  const { body: served } = await app.inject('/api/v1/signals/latest')
  const [{ name }] = (await sql`select quote_ident(current_database()) as name`) as unknown as [{ name: string }]
  await sql.unsafe(`revoke connect, temporary on database ${name} from public`)
  await sql`select pg_terminate_backend(a.pid) from pg_stat_activity as a where a.usename = 'test_closed'`
  await eventually(async () => expect((await app.inject('/api/v1/status')).json().issues).toEqual([NOT_REACHABLE]))
  // The link of the announcements, which keeps a document fresh, may learn of it a moment later.
  const stale = await eventually(async () => {
    const { response } = await get(app, '/api/v1/signals/latest')
    expect(response.headers['x-reason']).toBe(NOT_REACHABLE)
    return response
  })
  expect(stale.json()).toMatchObject({ stale: true, as_of: JSON.parse(served).as_of })
  const accounts = { url: '/api/v1/trading/admin/accounts', headers: { authorization: `Bearer ${ADMIN}` } }
  expect((await app.inject(accounts)).statusCode).toBe(503)
  await sql.unsafe(`grant connect, temporary on database ${name} to public`)
  await up(app)
  await app.close()
  await sql`drop role test_closed`
})

test('tokens are still required while the database is down', async () => {
  const app = await testApi(seeded.proxy.url)
  seeded.proxy.inject('refuse')
  expect((await app.inject('/metrics')).statusCode).toBe(401)
  const metrics = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${INTERNAL}` } })
  expect(metrics.statusCode).toBe(200)
})
