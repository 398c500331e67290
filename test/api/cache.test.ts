import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { CACHE_CONTROL } from '../../api/http/cache-control.ts'
import { eventually } from '../../harness/eventually.ts'
import { announceDocuments, saveReadModel } from '../../shared/postgres/signals/read-models.ts'
import { publicGets, testApi } from './support/api.ts'
import { seededBehindProxy } from './support/behind-proxy.ts'
import { snapshot } from './support/snapshot.ts'

const LATEST = '/api/v1/signals/latest'
const EXPORT = '/api/v1/signals/export'
const seeded = seededBehindProxy()

let run = 1
async function publish(score: number, announce: boolean): Promise<void> {
  await seeded.db.sql.begin(async (tx) => {
    const body = JSON.stringify(snapshot({ health_score: score }))
    await saveReadModel(tx, {
      key: 'signals/latest',
      contentType: 'application/json',
      body,
      asOf: new Date('2026-11-20T15:31:00Z'),
      run: ++run,
    })
    if (announce) await announceDocuments(tx, 'signals')
  })
}
const score = async (app: FastifyInstance): Promise<number> => (await app.inject(LATEST)).json().health_score

describe('ready bytes', () => {
  test('hot reads send nothing to Postgres, however many there are', async () => {
    const app = await testApi(seeded.proxy.url, { limits: { documentAgeMs: 600_000 } })
    await app.inject(LATEST)
    await eventually(async () => {
      const before = seeded.proxy.sent()
      for (let read = 0; read < 50; read++) expect((await app.inject(LATEST)).statusCode).toBe(200)
      // Retried, because the start of listening makes every document old once.
      expect(seeded.proxy.sent()).toBe(before)
    })
  })
  test('simultaneous cold readers share one load', async () => {
    const app = await testApi(seeded.proxy.url, { limits: { documentAgeMs: 600_000 } })
    // Reads every document first, so that no read ahead runs during the measurement.
    for (const url of publicGets(app)) await app.inject(url)
    const before = seeded.proxy.sent()
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.inject('/api/v1/signals/history?days=7')))
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(seeded.proxy.sent() - before).toBeLessThanOrEqual(8)
  })
  test('forty readers of the whole table cost one read of it, and a reader that has it gets no bytes', async () => {
    const app = await testApi(seeded.proxy.url, { limits: { documentAgeMs: 600_000 } })
    for (const url of publicGets(app)) await app.inject(url)
    const { headers, body } = await app.inject(EXPORT)
    const before = seeded.proxy.sent()
    const answers = await Promise.all(Array.from({ length: 40 }, () => app.inject(EXPORT)))
    expect(new Set(answers.map((answer) => answer.body))).toEqual(new Set([body]))
    expect(seeded.proxy.sent() - before).toBeLessThanOrEqual(8)
    const known = await app.inject({ url: EXPORT, headers: { 'if-none-match': String(headers.etag) } })
    expect({ status: known.statusCode, body: known.body, etag: known.headers.etag }).toEqual({
      status: 304,
      body: '',
      etag: headers.etag,
    })
  })
  test('the parameter is part of the key: a longer list never answers a shorter request', async () => {
    const app = await testApi(seeded.db.url)
    expect((await app.inject('/api/v1/signals/history?days=3')).json().data).toHaveLength(3)
    expect((await app.inject('/api/v1/signals/history?days=1')).json().data).toHaveLength(1)
  })
})

describe('changes', () => {
  test('an announced change is served at once, an unannounced one is not', async () => {
    const app = await testApi(seeded.db.url, { limits: { documentAgeMs: 600_000 } })
    await score(app)
    await publish(61, true)
    await eventually(async () => expect(await score(app)).toBe(61))
    // Retried, because the announcement may come after the catch-up that already showed the change.
    await eventually(async () => {
      const served = await score(app)
      await publish(served === 62 ? 61 : 62, false)
      expect(await score(app)).toBe(served)
    })
    await publish(63, true)
    await eventually(async () => expect(await score(app)).toBe(63))
  })
  test('a change without an announcement is served after the maximum age', async () => {
    const app = await testApi(seeded.db.url, { limits: { documentAgeMs: 30 } })
    await score(app)
    await publish(64, false)
    await eventually(async () => expect(await score(app)).toBe(64))
  })
  test('after a lost listening connection, missed changes are caught up and new announcements are heard', async () => {
    const app = await testApi(seeded.db.url, { limits: { documentAgeMs: 600_000 } })
    await score(app)
    await publish(65, true)
    await eventually(async () => expect(await score(app)).toBe(65))
    await seeded.db
      .sql`select pg_terminate_backend(a.pid) from pg_stat_activity as a where a.query ilike 'listen%' limit 10`
    await publish(66, true)
    await eventually(async () => expect(await score(app)).toBe(66), { within: 5_000 })
    await publish(67, true)
    await eventually(async () => expect(await score(app)).toBe(67), { within: 5_000 })
  })
  test('an older cycle does not replace a newer one', async () => {
    const stored = await saveReadModel(seeded.db.sql, {
      key: 'signals/latest',
      contentType: 'application/json',
      body: '{}',
      asOf: new Date('2026-11-20T15:16:00Z'),
      run: 9,
    })
    expect(stored).toBe(false)
  })
  test('a stored document that breaks its contract is not served', async () => {
    const app = await testApi(seeded.db.url, { limits: { documentAgeMs: 0 } })
    const good = await score(app)
    await seeded.db.sql`update read_models set body = '{"regime":"MAYBE"}' where key = 'signals/latest'`
    const answer = await app.inject(LATEST)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      stale: true,
      health_score: good,
      stale_reason: 'this reading could not be prepared',
    })
    await publish(70, false)
  })
})

describe('validators', () => {
  test.each([
    ['the tag', (etag: string) => etag],
    ['a weak form', (etag: string) => `W/${etag}`],
    ['a list', (etag: string) => `"other", ${etag}`],
    ['a star', () => '*'],
  ])('304 without a body for %s', async (_name, of) => {
    const app = await testApi(seeded.db.url)
    const first = await app.inject(LATEST)
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^"[\w-]+"$/)
    expect(first.headers['cache-control']).toBe(CACHE_CONTROL.live)
    for (let read = 0; read < 2; read++) {
      const second = await app.inject({ url: LATEST, headers: { 'if-none-match': of(etag) } })
      expect(second.statusCode).toBe(304)
      expect(second.body).toBe('')
      expect(second.headers.etag).toBe(etag)
    }
    expect((await app.inject({ url: LATEST, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200)
  })
  test('HEAD has the headers of GET and no body', async () => {
    const app = await testApi(seeded.db.url)
    const got = await app.inject(LATEST)
    const head = await app.inject({ method: 'HEAD', url: LATEST })
    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
    expect(head.headers.etag).toBe(got.headers.etag)
    expect(head.headers['content-length']).toBe(got.headers['content-length'])
  })
})

describe('what shared caches may keep', () => {
  test('every public answer declares its caching by its kind, with a strong tag and Vary; nothing else may be cached', async () => {
    const app = await testApi(seeded.db.url)
    const kinds: readonly string[] = Object.values(CACHE_CONTROL)
    const kept = new Map<string, string>()
    for (const url of publicGets(app)) {
      const { headers } = await app.inject(url)
      const control = String(headers['cache-control'])
      expect(kinds, url).toContain(control)
      if (control === CACHE_CONTROL.never) continue
      kept.set(url, control)
      expect(headers.etag, url).toMatch(/^"[\w-]+"$/)
      expect(headers.vary, url).toMatch(/^(Accept-Encoding|Authorization)$/)
      expect(headers, url).not.toHaveProperty('set-cookie')
    }
    expect(kept.get(LATEST)).toBe(CACHE_CONTROL.live)
    expect(kept.get('/api/v1/reports/report-20261120-103000.md')).toBe(CACHE_CONTROL.report)
    expect(kept.get('/reports/report-20261120-103000.md')).toBe(CACHE_CONTROL.report)
    expect(kept.get('/openapi.json')).toBe(CACHE_CONTROL.version)
    for (const { path, method, class: of } of app.inventory.items) {
      if (of === 'public' || method !== 'GET') continue
      const { headers } = await app.inject(path.replace(/:\w+/g, '1'))
      expect(headers['cache-control'], path).toBe('no-store')
    }
  })

  test('two replicas give the same document the same tag', async () => {
    const [one, two] = [await testApi(seeded.db.url), await testApi(seeded.db.url, { instanceId: 'other' })]
    for (const url of publicGets(one)) {
      // The status names the replica that answers.
      if (url === '/api/v1/status') continue
      const [first, second] = [await one.inject(url), await two.inject(url)]
      expect(second.headers.etag, url).toBe(first.headers.etag)
    }
  })
})
