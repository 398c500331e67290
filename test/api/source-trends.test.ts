import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { saveSourceRun } from '../../shared/postgres/market/source-runs.ts'
import { takeToken } from '../../shared/postgres/market/vendor-budgets.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { prune } from '../../workers/schedule/prune.ts'
import { testApi } from './support/api.ts'
import { NOW } from './support/seed.ts'

const DAY = 86_400_000

const db = testDatabase()

let runs = 0
async function run(
  source: 'fred' | 'cot' | 'market',
  at: string,
  outcome: 'ok' | 'degraded' | 'failed',
  { id, gaps }: { id?: string; gaps?: string[] } = {},
) {
  return await saveSourceRun(db.sql, {
    messageId: id ?? `run-${runs++}`,
    source,
    durationMs: 1,
    requests: 3,
    stored: 1,
    origin: 'scheduled',
    ok: outcome === 'failed' ? 0 : 1,
    degraded: outcome === 'degraded' ? 1 : 0,
    error: outcome === 'ok' ? null : 'away',
    runAt: new Date(at),
    gaps,
  })
}

interface Trend {
  source: string
  pct: number | null
  series: { date: string; runs: number | null; pct: number | null }[]
}
async function trends(query = '', deps: Parameters<typeof testApi>[1] = {}) {
  const app = await testApi(db.url, { limits: { documentAgeMs: 0 }, ...deps })
  const response = await app.inject(`/api/v1/source-health/trends${query}`)
  expect(response.statusCode, response.body).toBe(200)
  const body = response.json()
  return { ...body, of: (source: string): Trend => body.sources.find((each: Trend) => each.source === source) }
}

test('days are null and there is a reason before the first run', async () => {
  const body = await trends('?days=2')
  expect(body).toMatchObject({ days: 2, from: '2026-11-19', to: '2026-11-20', counted_since: null, runs_kept_days: 30 })
  expect(body.reason).toBe('no source has run yet')
  expect(body.of('fred').series[0]).toEqual({
    date: '2026-11-19',
    runs: null,
    ok: null,
    degraded: null,
    failed: null,
    pct: null,
  })
})

test('runs are counted by Eastern day and outcome, and a redelivery counts once', async () => {
  // 23:30 in New York on the 17th, already the next day in London.
  expect(await run('fred', '2026-11-18T04:30:00Z', 'ok', { id: 'the-same' })).toBe(true)
  expect(await run('fred', '2026-11-18T04:30:00Z', 'ok', { id: 'the-same' })).toBe(false)
  await run('fred', '2026-11-18T15:00:00Z', 'ok')
  await run('fred', '2026-11-18T16:00:00Z', 'degraded')
  await run('fred', '2026-11-18T17:00:00Z', 'failed')
  await run('cot', '2026-11-20T15:00:00Z', 'failed')
  const body = await trends('?days=5')
  expect(body).toMatchObject({ days: 5, from: '2026-11-16', counted_since: '2026-11-17' })
  expect(body).not.toHaveProperty('reason')
  expect(body.of('fred')).toEqual({
    source: 'fred',
    runs: 4,
    ok: 3,
    degraded: 1,
    failed: 1,
    pct: 75,
    series: [
      { date: '2026-11-16', runs: null, ok: null, degraded: null, failed: null, pct: null },
      { date: '2026-11-17', runs: 1, ok: 1, degraded: 0, failed: 0, pct: 100 },
      { date: '2026-11-18', runs: 3, ok: 2, degraded: 1, failed: 1, pct: 66.7 },
      { date: '2026-11-19', runs: 0, ok: 0, degraded: 0, failed: 0, pct: null },
      { date: '2026-11-20', runs: 0, ok: 0, degraded: 0, failed: 0, pct: null },
    ],
  })
  expect(body.of('cot')).toMatchObject({ runs: 1, failed: 1, pct: 0 })
  expect(body.of('market')).toMatchObject({ runs: 0, pct: null })
})

test('days defaults to 30 and is refused outside 1 to 180', async () => {
  expect((await trends()).of('fred').series).toHaveLength(30)
  expect((await trends('?days=180')).of('fred').series).toHaveLength(180)
  expect((await trends('?days=1')).of('cot')).toMatchObject({ runs: 1, series: [{ date: '2026-11-20' }] })
  const app = await testApi(db.url)
  for (const days of ['0', '181', '-1', '1e1', 'x', '']) {
    expect((await app.inject(`/api/v1/source-health/trends?days=${days}`)).statusCode, days).toBe(400)
  }
})

test('runs are pruned in batches after their days, while daily counts and the figures of seven days stay', async () => {
  const old = new Date(NOW.getTime() - 100 * DAY).toISOString()
  for (let index = 0; index < 7; index++) await run('market', old, index === 6 ? 'failed' : 'ok')
  for (let index = 0; index < 3; index++) await run('market', '2026-11-20T15:00:00Z', 'ok')
  const weekOf = async () => {
    const body = (await (await testApi(db.url, { limits: { documentAgeMs: 0 } })).inject('/api/v1/status')).json()
    return [body.sources_healthy_pct_7d, body.total_source_runs_7d, body.source_failures_7d]
  }
  const storedRuns = async () => {
    const [row] = await db.sql<{ market: number; all: number }[]>`
      select count(*) filter (where sr.source = 'market')::int as market, count(*)::int as "all" from source_runs as sr limit 1`
    return row
  }
  const [before, week] = [await trends('?days=180'), await weekOf()]
  await prune(db.sql, NOW, 0, 2)
  expect(await storedRuns()).toEqual({ market: 10, all: 15 })
  await prune(db.sql, NOW, 30, 2)
  // The only failure of the source stays, so that its last failure remains known.
  expect(await storedRuns()).toEqual({ market: 4, all: 9 })
  const after = await trends('?days=180')
  expect(after.sources).toEqual(before.sources)
  expect(after.counted_since).toBe('2026-08-12')
  expect(await weekOf()).toEqual(week)
  // Years later the newest run of each kind still exists, and source-health has its time.
  await prune(db.sql, new Date(NOW.getTime() + 1_000 * DAY), 30, 2)
  const later = await testApi(db.url, { clock: fixedClock(new Date(NOW.getTime() + 1_000 * DAY)) })
  const { sources } = (await later.inject('/api/v1/source-health')).json()
  expect(sources.find(({ source }: Trend) => source === 'fred')).toMatchObject({
    state: 'failed',
    last_run_at: '2026-11-18T12:00:00-05:00',
    last_success_at: '2026-11-18T10:00:00-05:00',
  })
})

test('with the setting 0 runs are kept forever, and the route shows that as null', async () => {
  expect(await trends('', { sourceRunsKeepDays: 0 })).toMatchObject({ runs_kept_days: null })
})

test('source-health counts the optional documents that failed today, with the newest error', async () => {
  const gaps = ['cboe-vix9d-quote: status 503 of https://vendor.example/?api_key=hidden', 'cboe-spx-quote: status 503']
  await run('market', '2026-11-19T20:00:00Z', 'ok', { gaps: ['yesterday: status 500'] })
  await run('market', '2026-11-20T14:45:00Z', 'ok', { gaps: ['an earlier one: status 500'] })
  await run('market', '2026-11-20T15:00:00Z', 'ok', { gaps })
  await run('market', '2026-11-20T15:15:00Z', 'ok')
  const { sources } = (await (await testApi(db.url)).inject('/api/v1/source-health')).json()
  const of = (name: string) => sources.find(({ source }: Trend) => source === name)
  const newest = 'cboe-vix9d-quote: status 503 of https://vendor.example/?api_key=[redacted]'
  expect(of('market')).toMatchObject({ state: 'ok', gaps_today: 3, last_gap: newest, last_error: null })
  expect(of('cot')).toMatchObject({ gaps_today: 0, last_gap: null })
})

test('source-health has the remaining rate limits of each source, and no daily cap', async () => {
  await db.sql`insert into vendor_budgets (vendor, tokens, refilled_at, used_today, used_day)
    values ('finra', 3, clock_timestamp() + interval '1 second', 17, '2026-11-20')`
  const app = await testApi(db.url)
  const { sources, vendors } = (await app.inject('/api/v1/source-health')).json()
  const of = (name: string) => sources.find(({ source }: Trend) => source === name)
  expect(of('darkpool')).toMatchObject({ daily_cap: null, requests_today: 0, failures_today: 0 })
  expect(of('darkpool').budgets).toEqual([
    { vendor: 'finra', requests_per_minute: 20, remaining: expect.any(Number) },
    { vendor: 'dix', requests_per_minute: 4, remaining: 4 },
  ])
  expect(of('darkpool').budgets[0].remaining).toBeLessThan(20)
  expect(of('cot').budgets).toEqual([{ vendor: 'cftc', requests_per_minute: 10, remaining: 10 }])
  // Vendors of live quotes have budgets too.
  const budgetOf = (name: string) => vendors.find(({ vendor }: { vendor: string }) => vendor === name)
  expect(budgetOf('schwab')).toMatchObject({ terms: 'none', requests_per_minute: 110, remaining: 110, used_today: 0 })
  expect(budgetOf('alpaca')).toMatchObject({ terms: 'none', requests_per_minute: 180 })
  expect(await takeToken(db.sql, 'alpaca')).toBe(0)
  const later = (await (await testApi(db.url)).inject('/api/v1/source-health')).json()
  const used = later.vendors.find(({ vendor }: { vendor: string }) => vendor === 'alpaca')
  expect(used.used_today).toBe(1)
  expect(used.remaining).toBeLessThanOrEqual(180)
})
