import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { silentLog } from '../../shared/log.ts'
import { openBrokerage } from '../../shared/market/brokerage.ts'
import { saveReadModel } from '../../shared/postgres/signals/read-models.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { brokerageWorld, CREDENTIALS, type World } from '../market/support.ts'
import { testApi } from './support/api.ts'
import { emptyService, readCoherence, SCHEDULED } from './support/coherence.ts'
import { NOW, seedReport } from './support/seed.ts'

const DAY = 86_400_000

const service = emptyService()
const { replica, rowsOf, store } = service

test('every check has a row on an empty service, worst first, and the summary counts them', async () => {
  const { rows, summary, as_of } = await readCoherence(await replica())
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

test('without the database there is one critical row', async () => {
  const { rows, summary, reason } = await readCoherence(await testApi(new Promise(() => {})))
  expect(reason).toMatch(/database/)
  expect(rows).toEqual([expect.objectContaining({ check: 'database', severity: 'critical' })])
  expect(summary).toEqual({ critical: 1, warn: 0, info: 0 })
})

test('brokerage_token: not configured and valid are info, expiring is warn, expired and missing are critical', async () => {
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
  const found = async () => (await readCoherence(app)).rows.find(({ check }) => check === 'brokerage_token')
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

test('snapshot_age_skew: the served snapshot is the newest one, a little older, or a cycle older', async () => {
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

test('snapshot_age_skew: a replica whose cache is older than the stored document is found', async () => {
  await store('2026-11-20T10:31:00-05:00')
  // Changed some time ago without an announcement.
  await service.db.sql`
    update read_models as m set as_of = '2026-11-20T15:51:00Z', written_at = clock_timestamp() - interval '1 minute'`
  const app = await testApi(service.db.url)
  await eventually(async () => {
    expect((await app.inject('/api/v1/signals/latest')).json().as_of).toMatch(/10:31/)
    expect((await readCoherence(app)).rows.find(({ check }) => check === 'snapshot_age_skew')).toMatchObject({
      severity: 'critical',
      measured: { cached_as_of: '2026-11-20T10:31:00-05:00', document_as_of: '2026-11-20T10:51:00-05:00' },
    })
  })
})

test('signal_integrity: a reported cycle without its report is critical, and an issue of the status', async () => {
  expect(await rowsOf('signal_integrity')).toEqual([expect.objectContaining({ severity: 'info' })])
  await seedReport(service.db.sql, SCHEDULED)
  expect(await rowsOf('signal_integrity')).toEqual([expect.objectContaining({ severity: 'info' })])
  await service.db.sql`delete from reports as r where true`
  expect(await rowsOf('signal_integrity')).toEqual([
    expect.objectContaining({ severity: 'critical', message: 'reported cycles without a report: 1' }),
  ])
  const status = (await (await replica()).inject('/api/v1/status')).json()
  expect(status.level).toBe('red')
  expect(status.issues).toContain('signal database: reported cycles without a report: 1')
})

test('signal_integrity: a read model that is not a snapshot is an issue, and the rest of the status is still served', async () => {
  await saveReadModel(service.db.sql, {
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
