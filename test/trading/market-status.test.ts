import { beforeAll, expect, test } from 'vitest'
import type { MarketCalendar } from '../../api/trading/market/calendar-document.ts'
import { testDatabase } from '../../harness/database.ts'
import { testApi } from '../api/support/api.ts'
import { get } from './vendors.ts'

const db = testDatabase()
let app: Awaited<ReturnType<typeof testApi>>
let at = new Date(0)
beforeAll(async () => {
  app = await testApi(db.url, { clock: { now: () => at } })
})

/** Instant, state, session, closed_because, minutes_to_change, next open, next close. */
test.each([
  ['2026-11-20T15:31:00Z', 'open', 'regular', null, 329, '2026-11-23T09:30:00-05:00', '2026-11-20T16:00:00-05:00'],
  [
    '2026-11-20T14:29:59.5Z',
    'closed',
    'regular',
    'before_open',
    1,
    '2026-11-20T09:30:00-05:00',
    '2026-11-20T16:00:00-05:00',
  ],
  ['2026-11-20T14:30:00Z', 'open', 'regular', null, 390, '2026-11-23T09:30:00-05:00', '2026-11-20T16:00:00-05:00'],
  ['2026-11-20T20:59:00.001Z', 'open', 'regular', null, 1, '2026-11-23T09:30:00-05:00', '2026-11-20T16:00:00-05:00'],
  // From Friday's close over the weekend.
  [
    '2026-11-20T21:00:00Z',
    'closed',
    'regular',
    'after_close',
    3_930,
    '2026-11-23T09:30:00-05:00',
    '2026-11-23T16:00:00-05:00',
  ],
  [
    '2026-11-22T17:00:00Z',
    'closed',
    'none',
    'weekend',
    1_290,
    '2026-11-23T09:30:00-05:00',
    '2026-11-23T16:00:00-05:00',
  ],
  // Thanksgiving, and the half-day after it.
  [
    '2026-11-26T15:00:00Z',
    'closed',
    'none',
    'holiday',
    1_410,
    '2026-11-27T09:30:00-05:00',
    '2026-11-27T13:00:00-05:00',
  ],
  ['2026-11-27T17:00:00Z', 'open', 'half_day', null, 60, '2026-11-30T09:30:00-05:00', '2026-11-27T13:00:00-05:00'],
  [
    '2026-11-27T18:00:00Z',
    'closed',
    'half_day',
    'after_close',
    4_110,
    '2026-11-30T09:30:00-05:00',
    '2026-11-30T16:00:00-05:00',
  ],
  // Clocks change on Sunday: the weekend is an hour shorter in spring and an hour longer in autumn.
  [
    '2026-03-06T21:00:00Z',
    'closed',
    'regular',
    'after_close',
    3_870,
    '2026-03-09T09:30:00-04:00',
    '2026-03-09T16:00:00-04:00',
  ],
  [
    '2026-10-30T20:00:00Z',
    'closed',
    'regular',
    'after_close',
    3_990,
    '2026-11-02T09:30:00-05:00',
    '2026-11-02T16:00:00-05:00',
  ],
  // Over Good Friday and its weekend, and over New Year.
  [
    '2026-04-02T20:00:00Z',
    'closed',
    'regular',
    'after_close',
    5_370,
    '2026-04-06T09:30:00-04:00',
    '2026-04-06T16:00:00-04:00',
  ],
  [
    '2026-12-31T21:00:00Z',
    'closed',
    'regular',
    'after_close',
    5_370,
    '2027-01-04T09:30:00-05:00',
    '2027-01-04T16:00:00-05:00',
  ],
])('%s: %s, %s', async (instant, state, session, closed_because, minutes_to_change, next_open, next_close) => {
  at = new Date(instant)
  const { status, body, headers } = await get(app, 'market/status')
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toMatchObject({ state, session, closed_because, minutes_to_change, next_open, next_close, reason: null })
  expect(body.is_open).toBe(state === 'open')
  expect(body.next_change).toBe(state === 'open' ? next_close : next_open)
})

test('the current time is in New York’s offset, in summer and in winter', async () => {
  at = new Date('2026-07-01T14:00:00Z')
  expect((await get(app, 'market/status')).body).toMatchObject({
    current_time: '2026-07-01T10:00:00-04:00',
    date: '2026-07-01',
    session_open: '2026-07-01T09:30:00-04:00',
    session_close: '2026-07-01T16:00:00-04:00',
  })
  at = new Date('2026-12-25T03:00:00Z')
  expect((await get(app, 'market/status')).body).toMatchObject({
    current_time: '2026-12-24T22:00:00-05:00',
    session: 'half_day',
    session_close: '2026-12-24T13:00:00-05:00',
  })
})

test('every field is null with a reason while service time is unknown', async () => {
  const own = await testApi(Promise.withResolvers<never>().promise, {
    clock: { now: () => at, isKnown: () => false },
  })
  const { status, body, headers } = await get(own, 'market/status')
  expect(status).toBe(200)
  expect(body).toMatchObject({ current_time: null, is_open: null, minutes_to_change: null })
  expect(body.reason).toBe('the database has not started yet')
  expect(headers['x-reason']).toBe(body.reason)
})

const sessionsOf = (body: MarketCalendar) =>
  body.sessions.map(
    ({ date, open, close, kind, name }) => `${date} ${open.slice(11)} ${close.slice(11)} ${kind} ${name}`,
  )

test('the calendar lists sessions with their offsets, half-days and holidays with their names', async () => {
  at = new Date('2026-11-25T15:00:00Z')
  const { body } = await get(app, 'market/calendar?from=2026-11-25&to=2026-11-30')
  expect(sessionsOf(body)).toEqual([
    '2026-11-25 09:30:00-05:00 16:00:00-05:00 regular null',
    '2026-11-27 09:30:00-05:00 13:00:00-05:00 half_day Day after Thanksgiving',
    '2026-11-30 09:30:00-05:00 16:00:00-05:00 regular null',
  ])
  expect(body).toMatchObject({ count: 3, holidays: [{ date: '2026-11-26', name: 'Thanksgiving Day' }], reason: null })
  const spring = await get(app, 'market/calendar?from=2026-03-06&to=2026-03-09')
  expect(sessionsOf(spring.body)).toEqual([
    '2026-03-06 09:30:00-05:00 16:00:00-05:00 regular null',
    '2026-03-09 09:30:00-04:00 16:00:00-04:00 regular null',
  ])
})

test('the calendar begins today by service time and covers thirty days unless a range is given', async () => {
  at = new Date('2026-11-21T03:00:00Z')
  const own = await testApi(db.url, { clock: { now: () => at } })
  const { body } = await get(own, 'market/calendar')
  expect(body).toMatchObject({ from: '2026-11-20', to: '2026-12-20', count: 20 })
  const last = await get(own, 'market/calendar?from=2060-12-25')
  expect(last.body).toMatchObject({ to: '2060-12-31', announced_through: '2028-12-31' })
})

test('a range without a session is empty with a reason', async () => {
  const { status, body } = await get(app, 'market/calendar?from=2026-11-28&to=2026-11-29')
  expect(status).toBe(200)
  expect(body).toMatchObject({ count: 0, sessions: [], holidays: [] })
  expect(body.reason).toBe('the exchange is closed on every day of this range')
})

test.each([
  ['from=2026-02-30', 'from', 'must be an existing date, written YYYY-MM-DD'],
  ['from=1992-12-31', 'from', 'must lie between 1993-01-01 and 2060-12-31'],
  ['to=2061-01-01', 'to', 'must lie between 1993-01-01 and 2060-12-31'],
  ['from=2026-11-20&to=2026-11-19', 'to', 'must not lie before from, which is today unless given'],
  ['to=1999-01-01', 'to', 'must not lie before from, which is today unless given'],
  ['from=2026-01-01&to=2027-02-06', 'to', 'must lie at most 400 days after from'],
  ['days=3', 'days', 'must not be sent'],
])('the calendar refuses %s and names the field', async (query, field, rule) => {
  const { status, body } = await get(app, `market/calendar?${query}`)
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(rule)
  expect(body.details.fields).toEqual([field])
})
