import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SOURCES } from '../../shared/domain/market/source-id.ts'
import { TERMS } from '../../shared/domain/market/vendor-facts.ts'
import { silentLog } from '../../shared/log.ts'
import { openBrokerage } from '../../shared/market/brokerage.ts'
import { saveChain } from '../../shared/postgres/market/chains.ts'
import { saveObservations } from '../../shared/postgres/market/observations.ts'
import { saveSourceRun } from '../../shared/postgres/market/source-runs.ts'
import { saveReadModel } from '../../shared/postgres/signals/read-models.ts'
import { saveSnapshot } from '../../shared/postgres/signals/snapshots.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { brokerageWorld, CREDENTIALS, type World } from '../market/support.ts'
import { type TestDeps, testApi } from './support/api.ts'
import { NOW, seedReport } from './support/seed.ts'
import { snapshot } from './support/snapshot.ts'

const MINUTE = 60_000
const DAY = 86_400_000

let db: TestDatabase
beforeEach(async () => {
  db = await freshDatabase()
  await db.sql`
    insert into service_time (real_origin, service_origin, speed, since, last_seen)
    values (clock_timestamp(), ${NOW}, 0, '2026-11-02T12:00:00Z', ${NOW})`
})
afterEach(() => db.drop())

interface Row {
  check: string
  subject: string
  severity: string
  message: string
  measured: Record<string, unknown>
}

const replica = (deps: TestDeps = {}): Promise<FastifyInstance> =>
  testApi(db.url, { limits: { documentAgeMs: 0, probeReuseMs: 0 }, ...deps })
async function look(app: FastifyInstance) {
  const response = await app.inject('/api/v1/coherence')
  expect(response.statusCode).toBe(200)
  return response.json() as { rows: Row[]; summary: Record<string, number>; as_of: string; reason?: string }
}
const rowsOf = async (check: string, deps: TestDeps = {}) =>
  (await look(await replica(deps))).rows.filter((row) => row.check === check)

const SCHEDULED = '2026-11-20T15:30:00Z'
async function store(asOf: string, changes: Parameters<typeof snapshot>[0] = {}, { serve = true } = {}): Promise<void> {
  const document = snapshot({ as_of: asOf, ...changes })
  await db.sql`
    insert into cycles (id, scheduled_for, expected, deadline, state, cutoff, origin, opened_at)
    values (${document.cycle_id}, ${SCHEDULED}, ${['fred']}, ${asOf}, 'computed', ${asOf}, 'scheduled', ${SCHEDULED})
    on conflict do nothing`
  await saveSnapshot(db.sql, document, 1)
  if (!serve) return
  await saveReadModel(db.sql, {
    key: 'signals/latest',
    contentType: 'application/json',
    body: JSON.stringify(document),
    asOf: new Date(asOf),
    run: 1,
  })
}

test('on an empty service every check says what it has, worst first, and the summary counts', async () => {
  const { rows, summary, as_of } = await look(await replica())
  expect(new Set(rows.map(({ check }) => check))).toEqual(
    new Set([
      'brokerage_token',
      'snapshot_age_skew',
      'zero_dte_data',
      'source_health_floor',
      'stale_freshness',
      'registry_drift',
      'signal_integrity',
    ]),
  )
  const order = ['critical', 'warn', 'info']
  const ranks = rows.map(({ severity }) => order.indexOf(severity))
  expect(ranks).toEqual([...ranks].sort())
  for (const severity of order) {
    expect(summary[severity]).toBe(rows.filter((row) => row.severity === severity).length)
  }
  expect(as_of).toBe('2026-11-20T10:31:00-05:00')
})

test('without the database one critical row says so: absence is no coherence', async () => {
  const { rows, summary, reason } = await look(await testApi(new Promise(() => {})))
  expect(reason).toMatch(/database/)
  expect(rows).toEqual([expect.objectContaining({ check: 'database', severity: 'critical' })])
  expect(summary).toEqual({ critical: 1, warn: 0, info: 0 })
})

test('brokerage_token: not configured is info, valid info, expiring warn, expired and missing critical', async () => {
  expect(await rowsOf('brokerage_token')).toEqual([expect.objectContaining({ severity: 'info' })])
  const world: World = await brokerageWorld(() => NOW)
  const tokenFile = join(world.folder, 'token.json')
  const brokerage = openBrokerage({
    baseUrl: () => world.baseUrl(NOW),
    credentials: CREDENTIALS,
    tokenFile,
    clock: fixedClock(NOW),
    log: silentLog,
  })
  const app = await replica({ brokerage })
  const found = async () => (await look(app)).rows.find(({ check }) => check === 'brokerage_token')
  expect(await found()).toMatchObject({ severity: 'critical', measured: { token_state: 'missing', hours_left: null } })
  await world.loginTo(tokenFile, NOW)
  expect(await found()).toMatchObject({ severity: 'info', measured: { token_state: 'valid', hours_left: 168 } })
  await world.loginTo(tokenFile, new Date(NOW.getTime() - 6.6 * DAY))
  expect(await found()).toMatchObject({ severity: 'warn', measured: { token_state: 'expiring', hours_left: 9.6 } })
  await world.loginTo(tokenFile, new Date(NOW.getTime() - 7 * DAY))
  expect(await found()).toMatchObject({ severity: 'critical', measured: { token_state: 'expired' } })
  await brokerage.close()
  await world.close()
})

test('snapshot_age_skew: what is served is the newest snapshot, a little older, a cycle older, or not there', async () => {
  await store('2026-11-20T10:31:00-05:00')
  expect(await rowsOf('snapshot_age_skew')).toEqual([expect.objectContaining({ severity: 'info' })])
  await store('2026-11-20T10:33:00-05:00', { cycle_id: '2026-11-20T1032' }, { serve: false })
  expect(await rowsOf('snapshot_age_skew')).toEqual([
    expect.objectContaining({
      severity: 'warn',
      measured: {
        snapshot_as_of: '2026-11-20T10:33:00-05:00',
        document_as_of: '2026-11-20T10:31:00-05:00',
        cached_as_of: null,
        skew_seconds: 120,
      },
    }),
  ])
  await store('2026-11-20T10:46:00-05:00', { cycle_id: '2026-11-20T1045' }, { serve: false })
  expect(await rowsOf('snapshot_age_skew')).toEqual([expect.objectContaining({ severity: 'critical' })])
})

test('snapshot_age_skew: a replica that holds an older document than the row is found', async () => {
  await store('2026-11-20T10:31:00-05:00')
  // Behind the back of the announcements, some time ago.
  await db.sql`
    update read_models as m set as_of = '2026-11-20T15:51:00Z', written_at = clock_timestamp() - interval '1 minute'`
  const app = await testApi(db.url)
  await eventually(async () => {
    expect((await app.inject('/api/v1/signals/latest')).json().as_of).toMatch(/10:31/)
    expect((await look(app)).rows.find(({ check }) => check === 'snapshot_age_skew')).toMatchObject({
      severity: 'critical',
      measured: { cached_as_of: '2026-11-20T10:31:00-05:00', document_as_of: '2026-11-20T10:51:00-05:00' },
    })
  })
})

const chain = async (quotedAt: string, expiration: string) => {
  const sides = (['call', 'put'] as const).map((right) => ({
    right,
    expiration: tradingDay(expiration),
    strike: 670,
    bid: 1,
    ask: 1.1,
    iv: 0.2,
    openInterest: 10,
    volume: 5,
  }))
  await saveChain(
    db.sql,
    { underlying: 'SPY', spot: 671, quotedAt: new Date(quotedAt), contracts: sides },
    {
      netGamma: 1,
      callWall: null,
      putWall: null,
      contractsUsed: 2,
      zeroGamma: null,
      maxPain: null,
      method: '2',
      document: '{}',
    },
    { at: new Date(quotedAt), source: 'options', origin: 'scheduled' },
  )
}

test('zero_dte_data: missing in regular hours is a warning, otherwise it is not judged', async () => {
  expect(await rowsOf('zero_dte_data')).toEqual([
    expect.objectContaining({ severity: 'warn', message: expect.stringContaining('no chain') }),
  ])
  for (const [name, at] of [
    ['a Saturday', '2026-11-21T15:31:00Z'],
    ['at night', '2026-11-20T23:00:00Z'],
    ['soon after the open', '2026-11-20T14:50:00Z'],
  ]) {
    const rows = await rowsOf('zero_dte_data', { clock: fixedClock(new Date(at!)) })
    expect(rows, name).toEqual([expect.objectContaining({ severity: 'info' })])
  }
  await chain('2026-11-20T15:14:00Z', '2026-11-23')
  expect(await rowsOf('zero_dte_data')).toEqual([
    expect.objectContaining({ severity: 'warn', message: expect.stringContaining('no contract that expires today') }),
  ])
  await chain('2026-11-20T15:15:00Z', '2026-11-20')
  expect(await rowsOf('zero_dte_data')).toEqual([
    expect.objectContaining({
      severity: 'info',
      measured: { quoted_at: '2026-11-20T10:15:00-05:00', contracts_expiring_today: 1, judged: true },
    }),
  ])
})

test('zero_dte_data: a service that has just been opened is not blamed', async () => {
  await db.sql`update service_time as t set since = ${new Date(NOW.getTime() - MINUTE)}`
  expect(await rowsOf('zero_dte_data')).toEqual([expect.objectContaining({ severity: 'info' })])
})

async function runs(source: 'fred' | 'cot', ok: number, failed: number): Promise<void> {
  for (let index = 0; index < ok + failed; index++) {
    await saveSourceRun(db.sql, {
      messageId: `${source}-${index}`,
      source,
      degraded: 0,
      durationMs: 1,
      requests: 1,
      stored: 1,
      ok: index < ok ? 1 : 0,
      error: index < ok ? null : 'away',
      origin: 'scheduled',
      runAt: new Date(NOW.getTime() - (index + 1) * MINUTE),
    })
  }
}

test('source_health_floor: below 95 warn, below 80 critical, and few runs are never critical', async () => {
  expect(await rowsOf('source_health_floor')).toEqual([expect.objectContaining({ subject: 'all', severity: 'info' })])
  await runs('fred', 7, 3)
  await runs('cot', 0, 1)
  expect(await rowsOf('source_health_floor')).toEqual([
    expect.objectContaining({
      subject: 'fred',
      severity: 'critical',
      measured: { pct_7d: 70, runs_7d: 10, failures_7d: 3, degraded_7d: 0 },
    }),
    expect.objectContaining({ subject: 'cot', severity: 'warn' }),
  ])
})

test.each([
  [0, 'info'],
  [1, 'warn'],
  [5, 'critical'],
])('stale_freshness: %s stale series are %s', async (count, severity) => {
  const stale = ['vix_close', 'dix', 'hy_oas', 'wti', 'skew_close'].slice(0, count)
  await store('2026-11-20T10:31:00-05:00', { data_quality: { missing: [], degraded: [], stale } })
  expect(await rowsOf('stale_freshness')).toEqual([
    expect.objectContaining({ severity, measured: { stale: count, degraded: 0, missing: 0, stale_series: stale } }),
  ])
})

test('registry_drift: codes in rows that no registry has, and codes that should have rows', async () => {
  const drift = async (deps: TestDeps = {}) =>
    Object.fromEntries((await rowsOf('registry_drift', deps)).map((row) => [row.subject, row]))
  const before = await drift()
  expect(Object.keys(before).sort()).toEqual(['alerts', 'components', 'series', 'sources'])
  // Running for 18 days, and no source has ever run; nobody could have asked the survey.
  expect(before.sources).toMatchObject({ severity: 'warn', measured: { absent_count: SOURCES.length } })
  const sourceSetup = { live: true, accepted: TERMS, hasDropDir: false }
  expect((await drift({ sourceSetup })).sources).toMatchObject({ measured: { absent_count: SOURCES.length - 1 } })
  expect(before.alerts).toMatchObject({ severity: 'info' })
  await db.sql`insert into source_run_days (source, day, runs, ok, degraded, requests)
    values ('gopher', '2026-11-01', 1, 1, 0, 1)`
  await db.sql`insert into alert_state (alert_id) values ('VIX_SPIKE'), ('MOON_PHASE')`
  const row = { day: tradingDay('2026-11-19'), value: 1, knownAt: NOW, source: 'x', origin: 'scheduled' as const }
  await saveObservations(db.sql, [
    { ...row, series: 'vix_close' },
    { ...row, series: 'tea_leaves' as 'vix_close' },
  ])
  await store('2026-11-20T10:31:00-05:00')
  const after = await drift()
  expect(after.sources).toMatchObject({ severity: 'warn', measured: { unknown: ['gopher'] } })
  expect(after.alerts).toMatchObject({ severity: 'warn', measured: { unknown: ['MOON_PHASE'], absent_count: 16 } })
  expect(after.series).toMatchObject({ severity: 'warn', measured: { unknown: ['tea_leaves'] } })
  expect(after.components).toMatchObject({ severity: 'warn', measured: { unknown: [] } })
})

test('signal_integrity: a reported cycle without its report is critical, and an issue of the status', async () => {
  expect(await rowsOf('signal_integrity')).toEqual([expect.objectContaining({ severity: 'info' })])
  await seedReport(db.sql, SCHEDULED)
  expect(await rowsOf('signal_integrity')).toEqual([expect.objectContaining({ severity: 'info' })])
  await db.sql`delete from reports as r where true`
  expect(await rowsOf('signal_integrity')).toEqual([
    expect.objectContaining({ severity: 'critical', message: '1 cycle(s) are reported without a report' }),
  ])
  const status = (await (await replica()).inject('/api/v1/status')).json()
  expect(status.level).toBe('red')
  expect(status.issues).toContain('signal database: 1 cycle(s) are reported without a report')
})

test('signal_integrity: a read model that is no snapshot is an issue, and the rest of the status is still said', async () => {
  await saveReadModel(db.sql, {
    key: 'signals/latest',
    contentType: 'application/json',
    asOf: NOW,
    run: 1,
    body: '{"as_of": "yester',
  })
  const status = (await (await replica()).inject('/api/v1/status')).json()
  expect(status.issues).toContain('signal database: the newest snapshot breaks its contract')
  expect(status.report_count).toBe(0)
  expect(await rowsOf('stale_freshness')).toEqual([expect.objectContaining({ message: expect.any(String) })])
})
