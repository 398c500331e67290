import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { CACHE_CONTROL } from '../../api/http/cache-control.ts'
import { ROUTES as ALL_ROUTES } from '../../api/routes.ts'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { cycleDocuments } from '../../pipeline/snapshot/cycle-documents.ts'
import { announceDocuments } from '../../shared/postgres/signals/read-models.ts'
import { INTERNAL, testApi } from './support/api.ts'
import { lastRoute } from './support/last-route.ts'
import { NOW } from './support/seed.ts'
import { seedCycle } from './support/seed-cycle.ts'

const LATEST = '/api/v1/signals/latest'
const SCORE = '/api/v1/signals/score'
const CORRELATIONS = '/api/v1/signals/correlations'
const FRAGILITY = '/api/v1/signals/fragility'
const FEDWATCH = '/api/v1/signals/fedwatch'
const SECTORS = '/api/v1/signals/sectors'
const ROUTES = [LATEST, SCORE, CORRELATIONS, FRAGILITY, FEDWATCH, SECTORS]

const db = testDatabase()
let app: FastifyInstance
const bodies: Record<string, string> = {}
beforeAll(async () => {
  await db.sql`
    insert into service_time (real_origin, service_origin, speed, since, last_seen)
    values (clock_timestamp(), ${NOW}, 0, '2026-11-02T12:00:00Z', ${NOW})`
  bodies.first = await seedCycle(db.sql, '2026-11-19T15:00:00Z', { health_score: 41, rules_version: 'older' })
  bodies.second = await seedCycle(db.sql, '2026-11-20T15:00:21.500Z', { health_score: 55 })
  bodies.newest = await seedCycle(db.sql, '2026-11-20T15:15:00Z', { health_score: 57 })
  const last = lastRoute()
  app = await testApi(db.url, { routes: [...ALL_ROUTES, last.route], limits: { documentAgeMs: 600_000 } })
  // Waits for the reads ahead, which would otherwise count among the loads of a test.
  await last.reached
})

const ask = (path: string, asOf: string, headers = {}) =>
  app.inject({ url: `${path}?as_of=${encodeURIComponent(asOf)}`, headers })
const bytes = async (asOf: string): Promise<string> => {
  const answer = await ask(LATEST, asOf)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.body
}

describe('the newest cycle known by an instant', () => {
  test('is served byte for byte from its cutoff until the next cutoff', async () => {
    expect(await bytes('2026-11-19T10:00:00-05:00')).toBe(bodies.first)
    expect(await bytes('2026-11-20T10:00:21.499-05:00')).toBe(bodies.first)
    expect(await bytes('2026-11-20T10:00:21.5-05:00')).toBe(bodies.second)
    expect(await bytes('2026-11-20T15:14:59.999Z')).toBe(bodies.second)
    expect(await bytes('2026-11-20T16:15:00+01:00')).toBe(bodies.newest)
    // The time of a report, as it is served, is Eastern and has no offset.
    expect(await bytes('2026-11-20T10:00:22')).toBe(bodies.second)
    expect(await bytes('2026-11-20T10:14')).toBe(bodies.second)
    const { score_basis, score_note, daily_row, ...newest } = (await app.inject(LATEST)).json()
    expect(newest).toEqual(JSON.parse(await bytes(NOW.toISOString())))
    expect([score_basis, daily_row]).toEqual(['cycle', null])
    expect(score_note).toContain('no daily row yet')
  })
  test('score, correlations and sectors come from the same snapshot, with its rules version', async () => {
    const score = (await ask(SCORE, '2026-11-19T12:00:00-05:00')).json()
    expect(score).toMatchObject({ health_score: 41, timestamp: '2026-11-19', rules_version: 'older', reason: null })
    for (const path of [CORRELATIONS, SECTORS]) {
      expect((await ask(path, '2026-11-19T12:00:00-05:00')).json(), path).toMatchObject({
        cycle_id: '2026-11-19T1000',
        rules_version: 'older',
        trade_date: '2026-11-19',
      })
    }
  })
  test('other documents of the cycle keep the age of their own time, and a cycle without one has a reason', async () => {
    const documents = Object.fromEntries(
      cycleDocuments(marketInputs('2026-11-20', '10:20'), { cycleId: 'c', origin: 'scheduled' }).map(
        ({ key, value }) => [key, value],
      ),
    )
    const stored = documents['signals/fragility']
    await seedCycle(db.sql, '2026-11-20T15:20:00Z', { documents })
    const fed = await ask(FEDWATCH, '2026-11-20T10:25:00-05:00')
    expect(fed.body).toBe(JSON.stringify(documents['signals/fedwatch']))
    const then = await ask(FRAGILITY, '2026-11-20T10:25:00-05:00')
    expect(then.body).toBe(JSON.stringify(stored))
    expect(then.json().as_of).toMatchObject({ age_seconds: 0, updated_at: '2026-11-20T10:20:00-05:00' })
    const none = (await ask(FRAGILITY, '2026-11-20T10:16:00-05:00')).json()
    expect(none).toMatchObject({ reason: 'the cycle of that time has no such document', rating: 'insufficient_data' })
  })
  test('every route is empty with a reason before the first cycle', async () => {
    for (const instant of ['2026-11-19T09:59:59-05:00', '0001-01-01T00:00:00Z', '1999-12-31T23:59:59Z']) {
      for (const path of ROUTES) {
        const body = (await ask(path, instant)).json()
        expect(body.reason, instant).toBe('no cycle had been computed by then')
        expect([body.as_of, body.rules_version ?? null], path).toEqual([null, null])
      }
    }
  })
  test('a snapshot of an older shape is served unchanged, and blocks that cannot be read have a reason', async () => {
    const odd = JSON.stringify({ as_of: '2026-11-18T10:00:00-05:00', cycle_id: '2026-11-18T1000', trade_date: '2026-11-18', rules_version: '0', correlations: 7 }) // biome-ignore format: one document
    await db.sql`
      insert into cycles (id, scheduled_for, expected, deadline, state, cutoff, origin, opened_at)
      values ('2026-11-18T1000', '2026-11-18T15:00:00Z', '{}', '2026-11-18T15:00:00Z', 'computed', '2026-11-18T15:00:00Z', 'scheduled', '2026-11-18T15:00:00Z')`
    await db.sql`
      insert into signal_snapshots (cycle_id, run, as_of, rules_version, document, origin)
      values ('2026-11-18T1000', 1, '2026-11-18T15:00:00Z', '0', ${odd}, 'scheduled')`
    expect(await bytes('2026-11-18T12:00:00-05:00')).toBe(odd)
    const correlations = (await ask(CORRELATIONS, '2026-11-18T12:00:00-05:00')).json()
    expect(correlations).toMatchObject({ status: 'not_ready', pairs: null, rules_version: '0' })
    expect(correlations.reason).toMatch(/shape/)
  })
})

describe('a document like any other', () => {
  test('all instants of a cycle have the same strong tag, which gives 304', async () => {
    const [one, other] = await Promise.all(
      ['2026-11-20T10:01:00-05:00', '2026-11-20T10:14:00-05:00'].map((at) => ask(LATEST, at)),
    )
    expect(one!.headers.etag).toMatch(/^"[\w-]{22}"$/)
    expect(other!.headers.etag).toBe(one!.headers.etag)
    expect(one!.headers['cache-control']).toBe(CACHE_CONTROL.live)
    const again = await ask(LATEST, '2026-11-20T10:02:00-05:00', { 'if-none-match': one!.headers.etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
  test('a thousand instants of one cycle load one document', async () => {
    const loads = async () => {
      const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${INTERNAL}` } })
      return Number(/^document_cache_loads_total (\d+)$/m.exec(body)?.[1])
    }
    await bytes('2026-11-20T10:01:00-05:00')
    const instants = Array.from({ length: 1_000 }, (_, at) => new Date(Date.parse('2026-11-20T15:01:00Z') + at))
    // A read ahead that failed on a busy machine is retried once, seconds later, and would otherwise count among these
    // loads.
    await eventually(async () => {
      const before = await loads()
      expect(before).toBeGreaterThan(0)
      const answers = await Promise.all(instants.map((at) => bytes(at.toISOString())))
      expect(new Set(answers)).toEqual(new Set([bodies.second]))
      expect(await loads()).toBe(before)
    })
  })
  test('a cycle that was computed again is served in its newest run', async () => {
    const at = '2026-11-20T10:05:00-05:00'
    expect(await bytes(at)).toBe(bodies.second)
    const again = await seedCycle(db.sql, '2026-11-20T15:00:21.500Z', { health_score: 12, run: 2 })
    await announceDocuments(db.sql, 'signals')
    await eventually(async () => expect(await bytes(at)).toBe(again))
  })
})

describe('hostile instants', () => {
  const refusal = async (query: string, rule: RegExp) => {
    for (const path of ROUTES) {
      const answer = await app.inject(`${path}?${query}`)
      expect(answer.statusCode, query).toBe(400)
      const body = answer.json()
      expect(body.code).toBe('invalid_parameter')
      expect(body.details).toEqual({ fields: ['as_of'] })
      expect(body.message, query).toMatch(rule)
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  }
  test('an instant in the future is 400 and names the field', async () => {
    await refusal('as_of=2026-11-20T10:31:00.001-05:00', /^as_of: must not lie in the future$/)
    await refusal('as_of=9999-12-31T23:59:59Z', /future/)
    await refusal('as_of=2026-11-20T10:31:01-05:00', /future/)
  })
  test('two instants are refused, also equal ones', async () => {
    const instant = 'as_of=2026-11-20T10:00:00Z'
    await refusal(`${instant}&${instant}`, /^as_of: must be sent once$/)
  })
  test.each([
    '', '2026-11-20', '2026-03-08T02:30:00', '2026-11-20%2010:00:00-05:00', '2026-11-20T10:00:00+01:00', '2026-02-30T10:00:00Z', '2026-11-20T24:00:00Z',
    '2026-11-20T10:00:60Z', '2026-11-20T10:00:00%2B99:00', '1763650800', 'now', '%00', "2026-11-20T10:00:00Z'--", '+002026-11-20T10:00:00Z',
    `2026-11-20T10:00:00.${'0'.repeat(500)}Z`,
  ])('%s is refused: it is no instant', async (value) => {
    await refusal(`as_of=${value}`, /^as_of: must be an instant such as/)
  }) // biome-ignore format: a list of words
})
