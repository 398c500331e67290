import { expect, test } from 'vitest'
import { ALERT_IDS } from '../../shared/domain/contract/alert.ts'
import { SOURCES } from '../../shared/domain/market/source-id.ts'
import { TERMS } from '../../shared/domain/market/vendor-facts.ts'
import { saveChain } from '../../shared/postgres/market/chains.ts'
import { saveObservations } from '../../shared/postgres/market/observations.ts'
import { saveSourceRun } from '../../shared/postgres/market/source-runs.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { TestDeps } from './support/api.ts'
import { emptyService } from './support/coherence.ts'
import { NOW } from './support/seed.ts'

const MINUTE = 60_000

const service = emptyService()
const { rowsOf, store } = service

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
    service.db.sql,
    { underlying: 'SPY', spot: 671, quotedAt: new Date(quotedAt), contracts: sides },
    {
      netGamma: 1,
      netGammaWithoutToday: 1,
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

test('zero_dte_data: a missing chain is a warning in regular hours, and not checked otherwise', async () => {
  expect(await rowsOf('zero_dte_data')).toEqual([
    expect.objectContaining({ severity: 'warn', message: expect.stringContaining('no current chain') }),
  ])
  const closed = 'not checked outside regular hours'
  const early = 'not checked until the delayed chain can be of this session'
  for (const [name, at, message] of [
    ['on a Saturday', '2026-11-21T15:31:00Z', closed],
    ['at night', '2026-11-20T23:00:00Z', closed],
    ['a minute before the open', '2026-11-20T14:29:00Z', closed],
    ['a minute after the open', '2026-11-20T14:31:00Z', early],
    ['soon after the open', '2026-11-20T14:50:00Z', early],
  ] as const) {
    const rows = await rowsOf('zero_dte_data', { clock: fixedClock(new Date(at)) })
    expect(rows, name).toEqual([expect.objectContaining({ severity: 'info', message })])
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

test('zero_dte_data: a service that has just started gets no warning', async () => {
  await service.db.sql`update service_time as t set since = ${new Date(NOW.getTime() - MINUTE)}`
  expect(await rowsOf('zero_dte_data')).toEqual([expect.objectContaining({ severity: 'info' })])
})

async function runs(source: 'fred' | 'cot', ok: number, failed: number): Promise<void> {
  for (let index = 0; index < ok + failed; index++) {
    await saveSourceRun(service.db.sql, {
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

test('source_health_floor: below 95 is warn, below 80 critical, and few runs are never critical', async () => {
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

test('registry_drift: finds codes in rows without a registry, and codes that should have rows', async () => {
  const drift = async (deps: TestDeps = {}) =>
    Object.fromEntries((await rowsOf('registry_drift', deps)).map((row) => [row.subject, row]))
  const before = await drift()
  expect(Object.keys(before).sort()).toEqual(['alerts', 'components', 'series', 'sources'])
  // The service has run for 18 days without any source; prints have no token, and live the survey has no file either.
  expect(before.sources).toMatchObject({ severity: 'warn', measured: { absent_count: SOURCES.length - 1 } })
  const sourceSetup = { live: true, accepted: TERMS, hasDropDir: false }
  expect((await drift({ sourceSetup })).sources).toMatchObject({ measured: { absent_count: SOURCES.length - 2 } })
  expect(before.alerts).toMatchObject({ severity: 'info' })
  await service.db.sql`insert into source_run_days (source, day, runs, ok, degraded, requests)
    values ('gopher', '2026-11-01', 1, 1, 0, 1)`
  await service.db.sql`insert into alert_state (alert_id) values ('VIX_SPIKE'), ('MOON_PHASE')`
  const row = { day: tradingDay('2026-11-19'), value: 1, knownAt: NOW, source: 'x', origin: 'scheduled' as const }
  await saveObservations(service.db.sql, [
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

test('registry_drift: a custom alert that fired is not drift, even once it is deleted; an unknown id is', async () => {
  const { sql } = service.db
  const alerts = async () => (await rowsOf('registry_drift')).find(({ subject }) => subject === 'alerts')
  const fired = (id: string) => sql`
    insert into alerts (alert_id, episode, severity, message, fired_at, evidence, origin)
    values (${id}, ${`${id}:1`}, 'info', '', ${NOW}, '{}', 'scheduled')`
  await sql`
    insert into custom_alerts (name, metric, comparison, fire_at, clear_at, hold_minutes, missing, severity, enabled)
    values ('VIX high', 'vix_close', 'at_or_above', 30, 25, 0, 'hold', 'info', true)`
  await sql`insert into alert_state (alert_id) select unnest(${[...ALERT_IDS, 'CUSTOM_1']}::text[])`
  await fired('CUSTOM_1')
  expect(await alerts()).toMatchObject({ severity: 'info', measured: { unknown: [], absent: [] } })
  await sql`delete from alert_state where alert_id = 'CUSTOM_1'`
  await sql`update custom_alerts set deleted_at = ${NOW}, enabled = false`
  expect(await alerts()).toMatchObject({ severity: 'info', measured: { unknown: [], absent: [] } })
  await fired('CUSTOM_2')
  expect(await alerts()).toMatchObject({ severity: 'warn', measured: { unknown: ['CUSTOM_2'] } })
})
