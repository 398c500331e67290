import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { logEvents } from '../../harness/log-events.ts'
import type { NewEvent } from '../../shared/domain/contract/event.ts'
import { eventBounds, OPERATORS_LOG, PUBLIC_LOG } from '../../shared/postgres/events/events.ts'
import { planDeliveries } from '../../shared/postgres/webhooks/deliveries.ts'
import { createSender, type WebhookSender } from '../../shared/webhooks/send-webhook.ts'
import { INTERNAL, testApi } from '../api/support/api.ts'
import { NOW } from '../api/support/seed.ts'
import { ask } from '../trading/replicas.ts'
import { deliverRound } from './deliver-round.ts'
import { type Endpoint, openEndpoint } from './endpoint.ts'

const PATH = '/api/v1/admin/webhooks'

const db = testDatabase()
let app: FastifyInstance
let sender: WebhookSender
const open: Endpoint[] = []
beforeAll(async () => {
  app = await testApi(db.url, { webhooksAllowLocal: true })
  sender = createSender({ allowLocal: true })
})
afterEach(async () => {
  for (const endpoint of open.splice(0)) endpoint.close()
  await db.sql`delete from webhooks`
})
afterAll(() => sender.close())

let keys = 0
const log = (...events: Partial<NewEvent>[]) =>
  logEvents(
    db.sql,
    events.map((over) => ({
      key: `event-${++keys}`,
      kind: 'alert',
      subject: 'VIX_PANIC',
      severity: 'critical',
      title: `event ${keys}`,
      at: NOW,
      data: {},
      cycleId: null,
      origin: 'scheduled',
      ...over,
    })),
  )
const latest = async () => (await eventBounds(db.sql, PUBLIC_LOG))?.latest ?? 0

const admin = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', body?: unknown) => {
  const answer = await ask(app, { method, url: `${PATH}${path}`, ...(body === undefined ? {} : { body }) })
  return { status: answer.statusCode, body: answer.json() }
}
async function created(settings: object = {}) {
  const endpoint = await openEndpoint()
  open.push(endpoint)
  const { status, body } = await admin('POST', '', { name: 'desk', url: endpoint.url, ...settings })
  expect(status, JSON.stringify(body)).toBe(201)
  return { endpoint, id: body.webhook_id as number, secret: body.secret as string }
}

const round = () => deliverRound({ sql: db.sql, sender })
/** Lets the waiting time of all repetitions pass. */
const waited = () => db.sql`update webhook_deliveries set next_attempt_at = clock_timestamp() where state = 'pending'`
const deliveries = async (id: number) => (await admin('GET', `/${id}/deliveries`)).body.deliveries

describe('deliveries', () => {
  test('carry the event as the log serves it, signed so that the standard verifier accepts it', async () => {
    const { endpoint, secret } = await created()
    await log({ title: 'VIX 31' })
    expect(await round()).toBe(1)
    const [delivered] = endpoint.got
    const page = (await ask(app, { url: `/api/v1/events?after=${(await latest()) - 1}`, token: '' })).json()
    const { prev_id_in_filter: _own, ...event } = page.events[0]
    expect(endpoint.verify(secret, delivered!)).toEqual({ type: 'alert', timestamp: event.at, data: event })
    expect(() => endpoint.verify(`whsec_${Buffer.alloc(32).toString('base64')}`, delivered!)).toThrow()
    expect(await round()).toBe(0)
  })

  test('follow the filters and begin with what happens after the webhook was made', async () => {
    await log({})
    const alerts = await created({ kinds: ['alert'], severities: ['critical'] })
    const all = await created()
    await log({ severity: 'warning' }, { kind: 'news', severity: 'info' }, {})
    await round()
    const end = await latest()
    expect(alerts.endpoint.got.map(({ id }) => id)).toEqual([`msg_${alerts.id}_${end}`])
    expect(all.endpoint.got).toHaveLength(3)
  })

  test('are repeated with the same id until the schedule ends, and a success ends them', async () => {
    const { endpoint, id } = await created()
    endpoint.answer = (_request, attempt) => ({ status: attempt < 3 ? 500 : 204 })
    await log({})
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await round()).toBe(1)
      expect(await round()).toBe(0)
      await waited()
    }
    expect(new Set(endpoint.got.map((one) => one.id))).toEqual(new Set([`msg_${id}_${await latest()}`]))
    expect((await deliveries(id))[0]).toMatchObject({
      state: 'delivered',
      attempts: 3,
      response_status: 204,
      error: null,
    })

    endpoint.answer = () => ({ status: 503 })
    await log({})
    for (let attempt = 0; attempt < 4; attempt++) {
      expect(await round()).toBe(1)
      await waited()
    }
    expect(await round()).toBe(0)
    expect((await deliveries(id))[0]).toMatchObject({ state: 'failed', attempts: 4, error: 'answered 503' })
  })

  test('a redirect is a failure and is not followed; Retry-After is respected', async () => {
    const { endpoint, id } = await created()
    endpoint.answer = () => ({ status: 302, headers: { location: endpoint.url, 'retry-after': '600' } })
    await log({})
    await round()
    expect(endpoint.got).toHaveLength(1)
    const [delivery] = await deliveries(id)
    expect(delivery).toMatchObject({ state: 'pending', error: 'answered 302: redirects are not followed' })
    const [row] = await db.sql<{ seconds: number }[]>`
      select extract(epoch from next_attempt_at - clock_timestamp())::integer as seconds from webhook_deliveries`
    expect(row!.seconds).toBeGreaterThan(590)
  })

  test('an endpoint that hangs takes one place and delays no other endpoint', async () => {
    const patient = sender
    sender = createSender({ allowLocal: true, timeoutMs: 3_000 })
    const slow = await created()
    const quick = await created()
    slow.endpoint.answer = () => 'hang'
    await log({})
    await round()
    expect((await deliveries(slow.id))[0]).toMatchObject({ state: 'pending', error: 'no answer in time' })
    await waited()
    await log({}, {}, {})
    const working = round()
    await eventually(() => expect(quick.endpoint.got).toHaveLength(4))
    await working
    expect(slow.endpoint.got).toHaveLength(2)
    await sender.close()
    sender = patient
  })

  test('an endpoint that refuses is down to one attempt at a time, one that fails half of the time is not', async () => {
    const [refusing, flaky] = [await created(), await created()]
    refusing.endpoint.answer = () => ({ status: 500 })
    flaky.endpoint.answer = (_request, attempt) => ({ status: attempt % 2 === 0 ? 500 : 204 })
    await log(...Array(40).fill({}))
    await round()
    const sent = () => [refusing, flaky].map(({ endpoint }) => endpoint.got.length)
    expect(sent()[0]).toBe(16)
    expect(sent()[1]).toBeGreaterThanOrEqual(16)
    await round()
    expect(sent()[0]).toBe(17)
    expect(sent()[1]).toBeGreaterThan(20)
    // An endpoint that recovers gets all of its places again.
    refusing.endpoint.answer = () => ({ status: 204 })
    for (; sent()[0]! < 56; await waited()) await round()
    expect(await db.sql`select 1 from webhooks where id = ${refusing.id} and recent_success = 1`).toHaveLength(1)
  })

  test('a success makes room for the next delivery, so an endpoint that is well needs one plan', async () => {
    const { endpoint } = await created()
    await log(...Array(40).fill({}))
    expect(await round()).toBe(16)
    expect(new Set(endpoint.got.map((one) => one.id)).size).toBe(40)
    expect(endpoint.got).toHaveLength(40)
    expect(await round()).toBe(0)
  })

  test('410 disables at once, five days without a success disable, and the operators’ log records it', async () => {
    const gone = await created()
    const dead = await created({ name: 'dead' })
    gone.endpoint.answer = () => ({ status: 410 })
    dead.endpoint.answer = () => ({ status: 500 })
    await log({})
    await round()
    await db.sql`update webhooks set failing_since = clock_timestamp() - interval '6 days' where id = ${dead.id}`
    await waited()
    await round()
    await logEvents(db.sql, [])
    const { body } = await admin('GET')
    expect(body.webhooks.map((one: { disabled_reason: string }) => one.disabled_reason)).toEqual([
      'the endpoint answered 410',
      'no delivery succeeded for 5 days',
    ])
    const told = await ask(app, { url: '/api/v1/internal/events', token: INTERNAL })
    expect(told.json().events.map((one: { subject: string }) => one.subject)).toEqual([
      `webhook/${gone.id}`,
      `webhook/${dead.id}`,
    ])
    expect((await eventBounds(db.sql, OPERATORS_LOG))!.latest).toBe(2)
    await log({})
    expect(await round()).toBe(0)
  })

  test('an attempt whose worker died is made again', async () => {
    const { endpoint } = await created()
    await log({})
    expect(await db.sql.begin((tx) => planDeliveries(tx, 10))).toHaveLength(1)
    expect(await round()).toBe(0)
    await db.sql`update webhook_deliveries set sent_at = clock_timestamp() - interval '3 minutes'`
    expect(await round()).toBe(1)
    expect(endpoint.got).toHaveLength(1)
  })
})

describe('administration', () => {
  test('after a rotation both secrets sign for a day', async () => {
    const { endpoint, id, secret } = await created()
    const { body } = await admin('POST', `/${id}/rotate`)
    await log({})
    await round()
    const [delivered] = endpoint.got
    expect(delivered!.headers['webhook-signature']!.split(' ')).toHaveLength(2)
    endpoint.verify(secret, delivered!)
    endpoint.verify(body.secret, delivered!)
    await db.sql`update webhooks set old_secret_until = clock_timestamp()`
    await log({})
    await round()
    expect(() => endpoint.verify(secret, endpoint.got[1]!)).toThrow()
    endpoint.verify(body.secret, endpoint.got[1]!)
  })

  test('a replay delivers the wanted events of a range again with their ids', async () => {
    const { endpoint, id } = await created({ kinds: ['alert'] })
    const from = (await latest()) + 1
    await log({}, { kind: 'news', severity: 'info' }, {})
    await round()
    const backwards = await admin('POST', `/${id}/replay`, { from, to: from - 1 })
    expect([backwards.status, backwards.body.details.fields]).toEqual([400, ['to']])
    expect((await admin('POST', `/${id}/replay`, { from, to: from + 2 })).body).toEqual({ queued: 2 })
    await round()
    const times = (event: number) => endpoint.got.filter((one) => one.id === `msg_${id}_${event}`).length
    expect([from, from + 1, from + 2].map(times)).toEqual([2, 0, 2])
  })

  test('a test is sent at once and signed, and reports what the endpoint did', async () => {
    const { endpoint, id, secret } = await created()
    expect((await admin('POST', `/${id}/test`)).body).toMatchObject({
      delivered: true,
      response_status: 204,
      error: null,
    })
    expect(endpoint.verify(secret, endpoint.got[0]!)).toMatchObject({ type: 'test' })
    endpoint.close()
    expect((await admin('POST', `/${id}/test`)).body).toMatchObject({
      delivered: false,
      response_status: null,
      error: 'the connection failed (ECONNREFUSED)',
    })
  })

  test('a webhook is changed, disabled, enabled from now on, and deleted; its secret is never shown again', async () => {
    const { endpoint, id, secret } = await created()
    const patched = await admin('PATCH', `/${id}`, { name: 'new name', kinds: ['news'], enabled: false })
    expect(patched.body).toMatchObject({ name: 'new name', kinds: ['news'], disabled_reason: 'disabled by an admin' })
    await log({ kind: 'news', severity: 'info' })
    expect(await round()).toBe(0)
    await admin('PATCH', `/${id}`, { enabled: true })
    await log({ kind: 'news', severity: 'info' })
    expect(await round()).toBe(1)
    expect(endpoint.got.map((one) => one.id)).toEqual([`msg_${id}_${await latest()}`])
    expect(JSON.stringify((await admin('GET')).body)).not.toContain(secret)
    expect((await admin('DELETE', `/${id}`)).status).toBe(200)
    expect((await admin('DELETE', `/${id}`)).status).toBe(404)
    expect((await admin('GET', `/${id}/deliveries`)).status).toBe(404)
  })

  test.each([
    [{ name: 'x', url: 'ftp://example.com' }, 'url'],
    [{ name: '', url: 'https://example.com' }, 'name'],
    [{ name: 'a\u0007b', url: 'https://example.com' }, 'name'],
    [{ name: 'x', url: 'https://example.com', kinds: ['fill'] }, 'kinds.0'],
    [{ name: 'x', url: 'https://example.com', severities: ['loud'] }, 'severities.0'],
    [{ name: 'x', url: 'https://example.com', secret: 'mine' }, 'secret'],
  ])('%j is refused and names %s', async (body, field) => {
    const refused = await admin('POST', '', body)
    expect(refused.status).toBe(400)
    expect(refused.body.details.fields).toEqual([field])
  })

  test('there are at most fifty', async () => {
    await db.sql`
      insert into webhooks (name, url, kinds, severities, secret, cursor_id)
      select 'x', 'http://127.0.0.1:9', '', '', 'whsec_', 0 from generate_series(1, 50)`
    const refused = await admin('POST', '', { name: 'x', url: 'http://127.0.0.1:9' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_webhooks' } })
  })
})
