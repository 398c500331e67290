import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { ROUTES } from '../../api/routes.ts'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import type { alertEngine } from '../../pipeline/alerts/index.ts'
import { SEVERITIES, type Severity } from '../../shared/domain/contract/alert.ts'
import { saveSnapshot } from '../../shared/postgres/signals/snapshots.ts'
import { testApi } from './support/api.ts'
import { lastRoute } from './support/last-route.ts'
import { NOW, seed } from './support/seed.ts'
import { snapshot } from './support/snapshot.ts'

const db = testDatabase()
let app: FastifyInstance
beforeAll(async () => {
  await seed(db.sql)
  const last = lastRoute()
  app = await testApi(db.url, { routes: [...ROUTES, last.route], limits: { documentAgeMs: 0 } })
  // Waits for the reads ahead: otherwise a test's reader would share a running load, which misses rows planted in the
  // meantime.
  await last.reached
})
beforeEach(async () => {
  // A reader of several tables may meet the truncation; Postgres then ends one of the two.
  await eventually(
    () => db.sql`truncate alerts, alert_state, alert_evaluations, signal_snapshots restart identity cascade`,
  )
})

const json = async (path: string) => {
  const response = await app.inject(`/api/v1/alerts/${path}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

const EVIDENCE = {
  value: 1,
  unit: '',
  threshold: 1,
  clears_at: 0,
  change: null,
  change_sessions: null,
  observed_at: '2026-11-20T09:45:00-05:00',
  inputs: [],
  rules_version: '1',
}

interface PlantedEpisode {
  kind: (typeof alertEngine.ids)[number]
  severity: Severity
  fired: string
  cleared?: string
}

async function plant(...episodes: PlantedEpisode[]): Promise<void> {
  await db.sql`insert into alert_state (alert_id, evaluated_through) values ('VIX_PANIC', ${NOW}) on conflict do nothing`
  for (const { kind, severity, fired, cleared = null } of episodes) {
    await db.sql`
      insert into alerts (alert_id, episode, severity, message, fired_at, evidence, cleared_at, cleared_message,
        cleared_on, origin)
      values (${kind}, ${`${kind}:${fired}`}, ${severity}, 'fired', ${fired}, ${db.sql.json(EVIDENCE)}, ${cleared},
        ${cleared && 'cleared'}, ${cleared && db.sql.json(EVIDENCE)}, 'scheduled')`
  }
}

test('an empty list before any evaluation has another reason than one without active alerts', async () => {
  expect(await json('active')).toMatchObject({
    alerts: [],
    summary: { critical: 0, warning: 0, info: 0, total: 0, highest_severity: 'none' },
    evaluated_through: null,
    reason: 'no snapshot has been evaluated by the alert rules yet',
  })
  await plant()
  expect(await json('active')).toMatchObject({
    reason: 'no alert is active',
    evaluated_through: '2026-11-20T10:31:00-05:00',
  })
  expect(await json('summary')).toEqual({
    critical: 0,
    warning: 0,
    info: 0,
    total: 0,
    highest_severity: 'none',
    evaluated_through: '2026-11-20T10:31:00-05:00',
    held: 0,
  })
  expect(await json('today')).toMatchObject({
    date: '2026-11-20',
    active_count: 0,
    highest_severity: 'none',
    alerts: [],
  })
})

test('active alerts are sorted by severity, today is the Eastern day, history is newest first, resolved counts 24 sliding hours', async () => {
  await plant(
    // 23:59:59 and 00:00 ET, around the beginning of the day.
    { kind: 'WTI_SHOCK', severity: 'warning', fired: '2026-11-20T04:59:59Z', cleared: '2026-11-20T05:30:00Z' },
    { kind: 'OIL_SPIKE', severity: 'info', fired: '2026-11-20T05:00:00Z' },
    { kind: 'VIX_PANIC', severity: 'critical', fired: '2026-11-20T15:30:00Z' },
    { kind: 'DIX_EXTREME', severity: 'info', fired: '2026-11-20T15:30:00Z', cleared: '2026-11-20T15:31:00Z' },
    { kind: 'GEX_NEGATIVE', severity: 'warning', fired: '2026-11-02T15:30:00Z', cleared: '2026-11-19T15:31:00Z' },
    { kind: 'DOLLAR_SURGE', severity: 'warning', fired: '2026-10-22T03:59:00Z' },
    // The clocks changed on 1 November: the 30th day back begins at 04:00Z.
    { kind: 'HY_OAS_WIDENING', severity: 'warning', fired: '2026-10-22T04:00:00Z', cleared: '2026-11-19T15:31:01Z' },
  )
  const kinds = (body: { alerts: { alert_id: string }[] }) => body.alerts.map(({ alert_id }) => alert_id)
  const active = await json('active')
  expect(kinds(active)).toEqual(['VIX_PANIC', 'DOLLAR_SURGE', 'OIL_SPIKE'])
  expect(active).toMatchObject({
    summary: { critical: 1, warning: 1, info: 1, total: 3, highest_severity: 'critical' },
  })
  expect(active.resolved_24h).toBe(3)
  expect(active).not.toHaveProperty('reason')
  const today = await json('today')
  expect(kinds(today)).toEqual(['VIX_PANIC', 'DIX_EXTREME', 'OIL_SPIKE'])
  expect(today).toMatchObject({ date: '2026-11-20', active_count: 2, highest_severity: 'critical' })
  expect(kinds(await json('history'))).toEqual([
    'DIX_EXTREME',
    'VIX_PANIC',
    'OIL_SPIKE',
    'WTI_SHOCK',
    'GEX_NEGATIVE',
    'HY_OAS_WIDENING',
  ])
  expect(kinds(await json('history?days=1'))).toEqual(['DIX_EXTREME', 'VIX_PANIC', 'OIL_SPIKE'])
  const year = await json('history?days=365')
  expect(year.days).toBe(365)
  for (const alert of year.alerts) {
    expect(alert.state).toBe(alert.cleared_at === null ? 'active' : 'resolved')
    expect(alert.fired_at).toMatch(/-0[45]:00$/)
  }
  const rows = await db.sql<{ severity: Severity; count: number }[]>`
    select a.severity, count(*)::int as count from alerts as a where a.cleared_at is null group by a.severity`
  const oracle = Object.fromEntries(
    SEVERITIES.map((each) => [each, rows.find((row) => row.severity === each)?.count ?? 0]),
  )
  expect(await json('summary')).toMatchObject({ ...oracle, total: 3, highest_severity: 'critical' })
})

test('an alert whose input is missing stays active and names the missing input', async () => {
  await plant({ kind: 'VIX_PANIC', severity: 'critical', fired: '2026-11-20T15:00:00Z' })
  await db.sql`update alert_state set input_missing = 'source market did not deliver: status 503'`
  const body = await json('active')
  expect(body.alerts[0]).toMatchObject({ state: 'active', input_missing: 'source market did not deliver: status 503' })
  expect(body.held).toEqual([{ alert_id: 'VIX_PANIC', input_missing: 'source market did not deliver: status 503' }])
  expect(await json('summary')).toMatchObject({ total: 1, held: 1 })
})

test.each(['0', '366', 'x', '1.5'])('history of %s days is refused', async (days) => {
  const response = await app.inject(`/api/v1/alerts/history?days=${days}`)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ details: { fields: ['days'] } })
})

test('the track record has a reason while the stage has written none', async () => {
  expect(await json('track-record')).toMatchObject({ alerts: [], reason: expect.stringMatching(/no session/) })
})

const evaluations = async () => {
  const [row] = await db.sql<{ count: number }[]>`select count(*)::int as count from alert_evaluations`
  return row!.count
}

/** A snapshot with VIX far above its threshold, not evaluated yet. */
async function snapshotOfPanic(cycleId = '2026-11-20T1030', asOf = '2026-11-20T10:31:00-05:00'): Promise<void> {
  const at = new Date(asOf)
  await db.sql`
    insert into cycles (id, scheduled_for, expected, deadline, state, cutoff, origin, opened_at)
    values (${cycleId}, ${at}, '{}', ${at}, 'computed', ${at}, 'scheduled', ${at}) on conflict do nothing`
  await saveSnapshot(db.sql, snapshot({ cycle_id: cycleId, as_of: asOf }), 1)
  await db.sql`
    insert into quotes (symbol, quoted_at, known_at, price, source, origin)
    values ('VIX', ${new Date(at.getTime() - 600_000)}, ${at}, 41, 'market', 'scheduled') on conflict do nothing`
}

test('check answers with a reason when there is no snapshot', async () => {
  const body = await json('check')
  expect(body).toMatchObject({ cached: false, cycle_id: null, reason: 'no snapshot has been computed yet' })
})

test('200 simultaneous cold checks make one evaluation, and later checks are marked as cached', async () => {
  await snapshotOfPanic()
  const bodies = await Promise.all(Array.from({ length: 200 }, () => json('check')))
  expect(bodies.filter(({ cached }) => !cached)).toHaveLength(1)
  expect(await evaluations()).toBe(1)
  expect(bodies[0]).toMatchObject({ cycle_id: '2026-11-20T1030', run: 1, state: 'applied', fired: expect.any(Number) })
  expect(bodies[0].alerts.map((alert: { alert_id: string }) => alert.alert_id)).toContain('VIX_PANIC')
  expect(await json('check')).toMatchObject({ cached: true, cycle_id: '2026-11-20T1030' })
  expect(await evaluations()).toBe(1)
})

test('two replicas evaluate a snapshot once, and evaluate a new snapshot again', async () => {
  const other = await testApi(db.url, { limits: { documentAgeMs: 0 } })
  await eventually(async () => expect((await other.inject('/api/v1/reports')).json().total_days).toBe(2))
  await snapshotOfPanic()
  const checks = [app, other, app, other].map((each) => each.inject('/api/v1/alerts/check'))
  const bodies = (await Promise.all(checks)).map((response) => response.json())
  expect(bodies.filter(({ cached }) => !cached)).toHaveLength(1)
  await snapshotOfPanic('2026-11-20T1045', '2026-11-20T10:46:00-05:00')
  expect(await json('check')).toMatchObject({ cached: false, cycle_id: '2026-11-20T1045', fired: 0 })
  expect(await evaluations()).toBe(2)
  const [active] = await db.sql<{ count: number }[]>`
    select count(*)::int as count from alerts as a where a.alert_id = 'VIX_PANIC'`
  expect(active!.count).toBe(1)
})

test('check reports an evaluation that came after a newer one as superseded', async () => {
  await snapshotOfPanic()
  expect(await json('check')).toMatchObject({ cached: false, state: 'applied' })
  await db.sql`update alert_evaluations set state = 'superseded'`
  expect(await json('check')).toMatchObject({ cached: true, state: 'superseded' })
})

test('check answers within its deadline while another transaction holds the rows', async () => {
  await snapshotOfPanic()
  const quick = await testApi(db.url, { limits: { documentAgeMs: 0, readDeadlineMs: 400 } })
  await eventually(async () => expect((await quick.inject('/api/v1/reports')).json().total_days).toBe(2))
  const held = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const holding = db.sql.begin(async (tx) => {
    await tx`lock table alert_state in exclusive mode`
    held.resolve()
    await over.promise
  })
  await held.promise
  const response = await quick.inject('/api/v1/alerts/check')
  over.resolve()
  await holding
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'x-reason': expect.stringMatching(/database/) })
  expect(response.json()).toMatchObject({ cached: false, cycle_id: null, reason: expect.stringMatching(/database/) })
})
