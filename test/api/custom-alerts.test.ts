import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { loggedEvents } from '../../harness/log-events.ts'
import { evaluateCustom } from '../../pipeline/alerts/custom-alert.ts'
import { evaluateCustomAlerts } from '../../shared/postgres/alerts/evaluate-custom.ts'
import { audit } from '../../shared/postgres/audit/audit.ts'
import { ask } from '../trading/replicas.ts'
import { testApi } from './support/api.ts'
import { seedCycle } from './support/seed-cycle.ts'
import { snapshot } from './support/snapshot.ts'

const PATH = '/api/v1/admin/alerts'
const VIX = { name: 'VIX high', metric: 'vix', comparison: 'at_or_above', fire_at: 30, clear_at: 25 } as const

const db = testDatabase()
let app: FastifyInstance
beforeAll(async () => {
  app = await testApi(db.url, { limits: { documentAgeMs: 0 } })
})
beforeEach(async () => {
  // Postgres ends one of two when a reader of several tables of the API meets the truncation; it is then tried again.
  await eventually(
    () =>
      db.sql`truncate custom_alerts, custom_alert_versions, alerts, alert_state, alert_evaluations, cycle_documents,
    signal_snapshots, cycles, events, signals_daily restart identity cascade`,
  )
})

const admin = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', body?: unknown) => {
  const answer = await ask(app, { method, url: `${PATH}${path}`, ...(body === undefined ? {} : { body }) })
  return { status: answer.statusCode, body: answer.json() }
}
const created = async (changes: object = {}) => {
  const { status, body } = await admin('POST', '', { ...VIX, ...changes })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.alert
}

/** A cycle whose catalogue shows this VIX. */
async function cycle(time: string, vix: number | null, origin: 'scheduled' | 'backfill' = 'scheduled') {
  const asOf = `2026-11-20T${time}:00-05:00`
  const known = { time: asOf, known_at: asOf, source: 'market', quality: 'fresh', reason: null }
  const unknown = { time: null, known_at: null, source: null, quality: 'missing', reason: 'no quote' }
  const metrics = [{ metric: 'vix_close', value: vix, ...(vix === null ? unknown : known) }]
  const cycleId = `2026-11-20T${time.replace(':', '')}`
  const documents = { 'metrics/latest': { metrics } }
  await seedCycle(db.sql, new Date(asOf).toISOString(), {
    ...snapshot(),
    cycle_id: cycleId,
    as_of: asOf,
    origin,
    documents,
  })
  return await db.sql.begin((tx) => evaluateCustomAlerts(tx, evaluateCustom, { cycleId, run: 1 }))
}
const active = async () => (await ask(app, { url: '/api/v1/alerts/active', token: '' })).json().alerts
/** A read that began before the change may still answer once. */
const expectActive = (wanted: object[]) =>
  eventually(async () => {
    const alerts = await active()
    expect(alerts).toHaveLength(wanted.length)
    expect(alerts).toMatchObject(wanted)
  })
const logged = async () =>
  (await loggedEvents(db.sql, { after: 0, before: null, kinds: ['alert'], limit: 100 })).map(
    ({ subject, severity, data }) => `${subject} ${data.name} ${data.type} ${severity}`,
  )
/** The offenders of the audit whose episodes no evaluation explains. */
const undecided = () => offenders('alert-was-decided-by-its-state')
const offenders = async (name: string) => (await audit(db.sql)).find(({ rule }) => rule === name)!.offenders

describe('a custom alert', () => {
  test('fires, is served and logged like a built-in kind, and clears', async () => {
    const alert = await created({ severity: 'critical' })
    expect(alert).toMatchObject({
      alert_id: `CUSTOM_${alert.config_id}`,
      metric: 'vix_close',
      version: 1,
      enabled: true,
    })
    expect(await cycle('10:30', 29)).toEqual({ evaluated: 1, fired: 0, cleared: 0 })
    expect(await cycle('10:45', 31)).toEqual({ evaluated: 1, fired: 1, cleared: 0 })
    await expectActive([
      {
        alert_id: alert.alert_id,
        custom: { config_id: alert.config_id, name: 'VIX high', version: 1, metric: 'vix_close' },
        severity: 'critical',
        message: expect.stringContaining(
          'VIX 31 index points, at or above 30 index points (quoted 2026-11-20 10:45 ET)',
        ),
        evidence: { inputs: [{ series: 'vix_close', value: 31, source: 'market', quality: 'fresh' }] },
      },
    ])
    expect(await cycle('11:00', 27)).toMatchObject({ fired: 0, cleared: 0 })
    expect(await cycle('11:15', 24)).toMatchObject({ cleared: 1 })
    await expectActive([])
    expect(await logged()).toEqual([
      `${alert.alert_id} VIX high fired critical`,
      `${alert.alert_id} VIX high cleared info`,
    ])
    const history = (await admin('GET', `/${alert.config_id}/history`)).body
    expect(history).toMatchObject({ total: 1, alerts: [{ state: 'resolved' }], versions: [{ version: 1 }] })
  })

  test('is judged once for each cutoff, and not by a back-filled cycle', async () => {
    await created()
    expect(await cycle('10:30', 31, 'backfill')).toEqual({ evaluated: 0, fired: 0, cleared: 0 })
    await cycle('10:45', 31)
    expect((await admin('POST', '/evaluate')).body).toMatchObject({ evaluated: 1, fired: 0, reason: null })
    expect(await logged()).toHaveLength(1)
  })

  test('a new alert is judged at once by evaluate', async () => {
    await cycle('10:30', 31)
    await created()
    expect((await admin('POST', '/evaluate')).body).toMatchObject({
      cycle_id: '2026-11-20T1030',
      evaluated: 1,
      fired: 1,
    })
    await expectActive([{}])
  })

  test.each([
    ['a changed definition', 'PATCH', { fire_at: 35 }, 'its definition was changed to version 2'],
    ['disabling', 'PATCH', { enabled: false }, 'it was disabled by an admin'],
    ['deleting', 'DELETE', undefined, 'it was deleted by an admin'],
  ] as const)('%s ends its episode and says why', async (_name, method, body, reason) => {
    const { config_id: id } = await created()
    await cycle('10:30', 31)
    expect((await admin(method, `/${id}`, body)).status).toBe(200)
    await expectActive([])
    const [, ended] = await loggedEvents(db.sql, { after: 0, before: null, kinds: ['alert'], limit: 10 })
    expect(ended!.title).toBe(`VIX high cleared: The custom alert ended because ${reason}.`)
    expect(await cycle('10:45', 36)).toMatchObject({ fired: method === 'PATCH' && 'fire_at' in body ? 1 : 0 })
  })

  test.each([
    ['PATCH', { fire_at: 35 }],
    ['PATCH', { enabled: false }],
    ['DELETE', undefined],
  ] as const)('%s %j of a fired alert leaves nothing for the audit to find', async (method, body) => {
    const { config_id: id, alert_id: alertId } = await created()
    for (const [time, vix] of [
      ['10:00', 31],
      ['10:15', 20],
      ['10:30', 31],
    ] as const)
      await cycle(time, vix)
    expect((await admin(method, `/${id}`, body)).status).toBe(200)
    expect(await undecided()).toEqual([])
    // The state begins again at a cutoff before the change.
    await cycle('10:35', 36)
    expect(await undecided()).toEqual([])
    await db.sql`delete from alert_state`
    await db.sql`insert into alerts (alert_id, episode, severity, message, fired_at, evidence, origin)
      values (${alertId}, 'open', 'info', '', '2026-11-20T18:00:00Z', '{}', 'scheduled') on conflict do nothing`
    expect(await undecided()).toHaveLength(1)
  })

  test('an edited alert fires again on the reading that it had fired on', async () => {
    const { config_id: id, alert_id: alertId } = await created()
    await cycle('10:30', 31)
    for (const fire_at of [29, 28]) {
      expect((await admin('PATCH', `/${id}`, { fire_at })).status).toBe(200)
      expect((await admin('POST', '/evaluate')).body).toMatchObject({ evaluated: 1, fired: 1 })
    }
    await expectActive([{ alert_id: alertId }])
    expect(await logged()).toHaveLength(5)
    expect(await undecided()).toEqual([])
    expect(await offenders('alert-episodes-take-turns')).toEqual([])
    await db.sql`update alerts set cleared_message = 'by its rule' where cleared_at is not null`
    expect(await offenders('alert-episodes-take-turns')).not.toEqual([])
  })

  test('two evaluations at once run one after the other, also before any alert has a state', async () => {
    await cycle('10:30', 31)
    await created()
    await db.sql`delete from alert_state`
    const listing = await db.sql.reserve()
    await listing`begin`
    await listing`lock table custom_alerts in access exclusive mode`
    const both = [admin('POST', '/evaluate'), admin('POST', '/evaluate')]
    await eventually(async () => {
      const waiting = await db.sql`select from pg_locks as l where not l.granted`
      expect(waiting).toHaveLength(2)
    })
    await listing`commit`
    listing.release()
    const answers = await Promise.all(both)
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.map(({ body }) => body.fired).toSorted()).toEqual([0, 1])
  })

  test('a deleted alert does not fire in an evaluation that began before the deletion', async () => {
    await cycle('10:30', 31)
    const { config_id: id } = await created()
    await db.sql`insert into alert_state (alert_id) values ('VIX_PANIC') on conflict do nothing`
    const deletion = await db.sql.reserve()
    await deletion`begin`
    await deletion`select from alert_state for update`
    const evaluation = admin('POST', '/evaluate')
    await eventually(async () => {
      const waiting = await db.sql`select from pg_locks as l where not l.granted`
      expect(waiting).toHaveLength(1)
    })
    await deletion`update custom_alerts set deleted_at = service_now(), enabled = false where id = ${id}`
    await deletion`commit`
    deletion.release()
    expect((await evaluation).body).toMatchObject({ evaluated: 0, fired: 0 })
    await expectActive([])
  })

  test('a new name keeps the episode and the version', async () => {
    const { config_id: id } = await created()
    await cycle('10:30', 31)
    expect((await admin('PATCH', `/${id}`, { name: 'other' })).body).toMatchObject({ name: 'other', version: 1 })
    await expectActive([{ custom: { name: 'other' } }])
  })

  test('a missing value holds the alert, which then states why', async () => {
    const { config_id: id } = await created()
    await cycle('10:30', 31)
    await cycle('10:45', null)
    expect((await admin('GET')).body.alerts).toMatchObject([{ config_id: id, input_missing: 'no quote' }])
    await expectActive([{ input_missing: 'no quote' }])
  })

  test('a test reports what the alert would do and changes nothing', async () => {
    const { config_id: id } = await created({ enabled: false })
    expect((await admin('POST', `/${id}/test`)).body).toMatchObject({ condition: 'missing', as_of: null })
    await cycle('10:30', 31)
    expect((await admin('POST', `/${id}/test`)).body).toMatchObject({ condition: 'fires', would_fire: true, value: 31 })
    await expectActive([])
  })
})

describe('a rehearsal', () => {
  test('counts the clears among the deliveries of an endpoint that gets the fires', async () => {
    for (const severity of ['critical', 'warning'])
      await db.sql`insert into webhooks (name, url, kinds, severities, secret, cursor_id)
        values (${severity}, 'https://example.com', '', ${severity}, 'whsec_', 0)`
    for (const [place, value] of [29, 31, 27, 24, 32].entries()) await cycle(`10:${place * 10 + 10}`, value)
    const { deliveries } = await rehearsed({ severity: 'critical' })
    await db.sql`delete from webhooks`
    // Two fires and one clear, all to the first endpoint.
    expect(deliveries).toBe(3)
  })

  const rehearsed = async (changes: object = {}, days = 60) =>
    (await admin('POST', `?dry_run=true&days=${days}`, { ...VIX, ...changes })).body.rehearsal

  test('without any stored row it states that', async () => {
    expect(await rehearsed()).toMatchObject({ basis: 'none', fires: [], reason: expect.stringContaining('no cycle') })
    expect((await admin('GET')).body.count).toBe(0)
  })

  test('over cycles it fires and clears where the live alert does', async () => {
    await created()
    const values = [29, 31, 27, 24, 32]
    for (const [place, value] of values.entries()) await cycle(`10:${String(place * 10 + 10)}`, value)
    const { fires, ...rest } = await rehearsed()
    expect(rest).toMatchObject({ basis: 'cycles', observations: { cycles: 5, daily_rows: 0 }, flaps: 1, events: 3 })
    const history = (await admin('GET', '/1/history')).body.alerts.toReversed()
    expect(fires).toEqual(
      history.map((one: { fired_at: string; cleared_at: string | null; evidence: { value: number } }) => ({
        fired_at: one.fired_at,
        cleared_at: one.cleared_at,
        value: one.evidence.value,
      })),
    )
  })
})

test.each([
  [{ metric: 'nonsense' }, 'metric'],
  [{ metric: '__proto__' }, 'metric'],
  [{ clear_at: 30 }, 'clear_at'],
  [{ comparison: 'at_or_below' }, 'clear_at'],
  [{ fire_at: 1e300 }, 'fire_at'],
  [{ name: ' x' }, 'name'],
  [{ name: 'x'.repeat(5_000) }, 'name'],
  [{ hold_minutes: 0.5 }, 'hold_minutes'],
  [{ missing: 'panic' }, 'missing'],
  [{ owner: 'me' }, 'owner'],
])('%j is refused and names %s', async (changes, field) => {
  const { status, body } = await admin('POST', '', { ...VIX, ...changes })
  expect(status).toBe(400)
  expect(body.details.fields).toEqual([field])
})

test('a name with markup is served as it was written', async () => {
  const name = '<b>{{x}}</b> \u202eabc'
  const refused = await admin('POST', '', { ...VIX, name })
  expect(refused.status).toBe(400)
  expect((await created({ name: '<b>{{constructor}}</b>' })).name).toBe('<b>{{constructor}}</b>')
})
