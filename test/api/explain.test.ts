import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { alertEngine } from '../../pipeline/alerts/index.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { evaluateAlerts } from '../../shared/postgres/alerts/evaluate-alerts.ts'
import { sequenceEvents } from '../../shared/postgres/events/sequence-events.ts'
import { saveObservations } from '../../shared/postgres/market/observations.ts'
import { saveSourceRun } from '../../shared/postgres/market/source-runs.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { testApi } from './support/api.ts'
import { NOW } from './support/seed.ts'
import { seedCycle } from './support/seed-cycle.ts'

const db = testDatabase()
let app: FastifyInstance

const KNOWN = new Date('2026-11-19T21:05:00Z')
const VIX = {
  series: 'vix_close',
  value: 31.4,
  for: '2026-11-19',
  known_at: '2026-11-19T16:05:00-05:00',
  source: 'market',
  quality: 'fresh',
} as const
const component = (key: string, inputs: (typeof VIX)[]) => ({
  key,
  name: key.toUpperCase(),
  value: '31.40',
  points: 1,
  max: 10,
  contribution: 1,
  percentile: 99,
  reason: null,
  inputs,
})

const observe = (value: number, knownAt: Date) =>
  saveObservations(db.sql, [
    {
      series: 'vix_close' as SeriesId,
      day: tradingDay('2026-11-19'),
      value,
      knownAt,
      source: 'market',
      origin: 'scheduled',
    },
  ])
const run = (messageId: string, runAt: Date) =>
  saveSourceRun(db.sql, {
    messageId,
    source: 'market',
    ok: 1,
    degraded: 0,
    error: null,
    runAt,
    durationMs: 10,
    requests: 1,
    stored: 1,
    origin: 'scheduled',
  })

beforeAll(async () => {
  await db.sql`
    insert into service_time (real_origin, service_origin, speed, since, last_seen)
    values (clock_timestamp(), ${NOW}, 0, '2026-11-02T12:00:00Z', ${NOW})`
  await observe(31.4, KNOWN)
  await run('ingest:market-1#1', KNOWN)
  await seedCycle(db.sql, '2026-11-20T15:15:00Z', {
    score_components: [component('vix', [VIX]), component('dix', [])],
    signal_levels: { vix: { level: 'adverse', color: 'red', label: 'Panic' } },
  })
  app = await testApi(db.url)
})

const get = async (url: string, from = app) => await from.inject(url)
const lineage = async (query: string) => {
  const answer = await get(`/api/v1/lineage${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as {
    nodes: {
      id: string
      kind: string
      from: string[]
      value: unknown
      age_seconds: number
      details: Record<string, unknown>
    }[]
    reason: string | null
  }
}

/** Every id in `from` is a later node, and every node is reached from the first. */
function expectWhole({ nodes }: Awaited<ReturnType<typeof lineage>>): void {
  const reached = new Set([nodes[0]!.id])
  nodes.forEach(({ id, from }, at) => {
    for (const source of from) {
      expect(
        nodes.findIndex((node) => node.id === source),
        `${id} from ${source}`,
      ).toBeGreaterThan(at)
      if (reached.has(id)) reached.add(source)
    }
  })
  expect(nodes.filter(({ id }) => !reached.has(id)).map(({ id }) => id)).toEqual([])
}

test('the score leads to components, rules, observations and the runs of their sources, with ages', async () => {
  const whole = await lineage('?path=signals/latest.health_score')
  expectWhole(whole)
  const byKind = (kind: string) => whole.nodes.filter((node) => node.kind === kind)
  expect(byKind('figure')[0]).toMatchObject({ value: 57, age_seconds: 16 * 60 })
  expect(byKind('component').map(({ id }) => id)).toEqual(['component/vix', 'component/dix'])
  expect(byKind('observation')[0]).toMatchObject({ value: 31.4, details: { revision: 1, corrected_to: null } })
  expect(byKind('source_run')[0]).toMatchObject({ details: { source: 'market', ok: 1 }, from: [] })
  expect(await lineage('')).toMatchObject({ nodes: [{ id: 'figure' }, ...whole.nodes.slice(1)] })
})

test.each([
  ['signals/latest.regime', 'CAUTIOUS'],
  ['signals/latest.score_components.vix', 1],
  ['signals/latest.signal_levels.vix', { level: 'adverse' }],
])('%s is explained', async (path, value) => {
  const whole = await lineage(`?path=${path}`)
  expect(whole.nodes[0]).toMatchObject({ kind: 'figure', value })
  expect(whole.nodes.some(({ kind }) => kind === 'source_run')).toBe(true)
})

test.each([
  ['?path=signals/latest.weather', 400, 'path'],
  ['?path=signals/latest.score_components.nope', 400, 'path'],
  ['?path=x', 400, 'path'],
  ['?path=signals/latest.regime&event=1', 400, 'path'],
  ['?event=0', 400, 'event'],
])('%s is refused by its name', async (query, status, field) => {
  const answer = await get(`/api/v1/lineage${query}`)
  expect(answer.statusCode, answer.body).toBe(status)
  expect(answer.json().details.fields).toEqual([field])
})

test('an unknown event is 404, and a receipt that was never made has a reason', async () => {
  expect((await get('/api/v1/lineage?event=987654')).statusCode).toBe(404)
  expect(await lineage('?path=ai2/verdict.risk')).toMatchObject({
    nodes: [],
    reason: 'no scheduled verdict has been written yet',
  })
  expect(await lineage('?path=alerts/active.VIX_PANIC')).toMatchObject({ nodes: [], reason: 'no such alert is active' })
})

test('an alert names the receipt of what was known when it fired, which a revision does not change', async () => {
  await db.sql`
    insert into alert_state (alert_id, evaluated_through, observed_at)
    select a, '2026-11-20T15:00:00Z', '2026-11-19T15:00:00Z' from unnest(${[...alertEngine.ids]}::text[]) as a`
  await db.sql.begin((tx) => evaluateAlerts(tx, alertEngine, { cycleId: '2026-11-20T1015', run: 1 }))
  const { alerts } = (await get('/api/v1/alerts/history?days=2')).json()
  const served = alerts.find(({ alert_id: id }: { alert_id: string }) => id === 'VIX_PANIC')
  const fired: string = served.state_ref
  const before = await get(`/api/v1/receipts/${fired}`)
  expect(before.statusCode, before.body).toBe(200)
  expect(before.json()).toMatchObject({
    kind: 'state',
    cycle_id: '2026-11-20T1015',
    snapshot: { health_score: 57 },
    alerts: alerts.map(({ id }: { id: number }) => ({ id })),
    verdict: null,
    sources: [{ source: 'market', ok: true }],
  })
  expect(fired).toBe(`state-${createHash('sha256').update(before.body).digest('hex').slice(0, 40)}`)

  await observe(32.9, new Date('2026-11-20T15:20:00Z'))
  await seedCycle(db.sql, '2026-11-20T15:15:00Z', { run: 2, health_score: 12 })
  const after = await get(`/api/v1/receipts/${fired}`)
  expect(after.rawPayload.equals(before.rawPayload)).toBe(true)
  const alert = await lineage('?path=alerts/active.VIX_PANIC')
  expectWhole(alert)
  expect(alert.nodes.find(({ kind }) => kind === 'observation')).toMatchObject({
    value: 31.4,
    details: { revision: 1, corrected_to: 32.9, corrected_at: '2026-11-20T10:20:00-05:00' },
  })
  const unchanged = await app.inject({
    url: `/api/v1/receipts/${fired}`,
    headers: { 'if-none-match': String(before.headers.etag) },
  })
  expect(unchanged.statusCode).toBe(304)
})

test('an event of an alert leads to its episode and its receipt', async () => {
  const [episode] = await db.sql<{ id: number; episode: string; ref: string }[]>`
    select a.id, a.episode, a.state_ref as ref from alerts as a where a.alert_id = 'VIX_PANIC'`
  await sequenceEvents(db.sql as Pool, 100)
  const [event] = await db.sql<
    { id: number }[]
  >`select e.id from events as e where e.key = ${`alert/${episode!.episode}/fired`}`
  const whole = await lineage(`?event=${event!.id}`)
  expectWhole(whole)
  expect(whole.nodes.map(({ kind }) => kind)).toEqual(['event', 'alert', 'rule', 'observation', 'source_run'])
  expect(whole.nodes[1]!.details.state_ref).toBe(episode!.ref)
})

test.each([
  ['state-0', 400],
  [`state-${'0'.repeat(40)}`, 404],
  [`fill-${'0'.repeat(40)}`, 401],
])('the receipt %s is %i without a token', async (ref, status) => {
  expect((await get(`/api/v1/receipts/${ref}`)).statusCode).toBe(status)
})

test('a receipt is never changed or deleted', async () => {
  await expect(db.sql`update receipts set body = 'x'`).rejects.toThrow('append-only')
  await expect(db.sql`delete from receipts`).rejects.toThrow('append-only')
})
