import { beforeAll, beforeEach, expect, test } from 'vitest'
import { tripwiresRoutes } from '../../api/alerts/tripwires-route.ts'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { handleDelivery } from '../../shared/broker/handle-delivery.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import { WIRE_KEYS } from '../../shared/domain/contract/tripwire.ts'
import { silentLog } from '../../shared/log.ts'
import { saveMinute } from '../../shared/postgres/market/minutes.ts'
import { claimSlot } from '../../shared/postgres/messaging/slots.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { tripwiresStage } from '../../workers/evaluate-tripwires.ts'
import { testApi } from './support/api.ts'

const DAY = tradingDay('2026-11-20')
const at = (time: string) => instantAt(DAY, time)
const plus = (time: string, minutes: number) => new Date(at(time).getTime() + minutes * 60_000)

let now = at('10:00')
const clock: Clock = { now: () => now }
const db = testDatabase()
let app: Awaited<ReturnType<typeof testApi>>

beforeAll(async () => {
  // If only this route exists, the loads of the start are over before a test writes rows; otherwise a read would join
  // one in progress.
  app = await testApi(db.url, { routes: tripwiresRoutes, limits: { documentAgeMs: 0 }, clock })
  await eventually(async () => expect((await app.inject('/api/v1/tripwires')).headers['x-reason']).toBeUndefined())
})
beforeEach(async () => {
  // A reader of several tables may meet the truncation; Postgres then ends one of the two.
  await eventually(() => db.sql`truncate minutes, minute_quotes, tripwires, event_fires, events, slots, inbox cascade`)
  await db.sql`update event_budget set day = null, used = 0, last_granted_at = null`
})

async function minute(of: Date, vix: number | null): Promise<void> {
  const quotes = (vix === null ? [] : [['VIX', vix] as const]).map(([symbol, price]) => ({
    symbol,
    price,
    quotedAt: new Date(of.getTime() - 900_000),
    previousClose: null,
    open: null,
    high: null,
    low: null,
    bid: null,
    ask: null,
    volume: null,
  }))
  const reason = vix === null ? 'cboe-vix-quote: status 429' : null
  const collected = { minute: of, collectedAt: of, reason, origin: 'scheduled' as const }
  await db.sql.begin((tx) => saveMinute(tx, collected, quotes, 'minute'))
  const body = toEnvelope({
    id: `ingest:minute:${of.getTime()}#1`,
    type: 'minute.collected',
    occurredAt: of,
    cycleId: null,
    payload: { minute: of.toISOString(), collectedAt: of.toISOString(), origin: 'scheduled' },
  })
  const deps = { sql: db.sql, relay: quietRelay(), log: silentLog }
  const stage = tripwiresStage({ log: silentLog })
  await handleDelivery(deps, stage, { body, deliveryId: 'test', redelivered: false }, {})
}

async function read(when: Date) {
  now = when
  const response = await app.inject('/api/v1/tripwires')
  expect(response.statusCode, response.body).toBe(200)
  const answer = response.json()
  return { ...answer, vix: answer.wires.find(({ key }: { key: string }) => key === 'vix_20') }
}

test('before the first minute every wire has a reason, and the budget is full', async () => {
  const answer = await read(at('10:00'))
  expect(answer.wires.map(({ key }: { key: string }) => key)).toEqual([...WIRE_KEYS])
  expect(answer).toMatchObject({
    as_of: null,
    reason: 'the wires have not evaluated any minute or report cycle yet',
    budget: { date: DAY, limit: 3, used: 0, remaining: 3, next_allowed_at: null, fires: [] },
    minutes: { observed: 0, missing: 0, newest: null },
    vix: { state: null, level: null, current: null, hold: null, reason: 'it has not been evaluated yet' },
  })
})

test('values have eight digits, as in every other document', async () => {
  await minute(at('10:00'), 17.123456789)
  expect((await read(at('10:00'))).vix).toMatchObject({ current: 17.123457, distance: -2.8765432 })
})

test('a wire goes from armed to fired to cooldown to armed as time passes', async () => {
  await minute(at('10:00'), 17)
  expect((await read(at('10:00'))).vix).toMatchObject({
    state: 'armed',
    current: 17,
    level: 20,
    rearm_level: 19,
    distance: -3,
    distance_unit: 'points',
    level_kind: 'vix_level',
    risk_direction: 'risk-up',
    age_seconds: 900,
    source: 'minute',
    hold: null,
    reason: null,
  })
  for (let each = 1; each <= 12; each++) await minute(plus('10:00', each), 21)
  expect((await read(at('10:12'))).vix).toMatchObject({
    state: 'triggered',
    since: '2026-11-20T10:01:00-05:00',
    hold: { minutes: 11, of: 20 },
    fired_today: false,
  })
  for (let each = 13; each <= 21; each++) await minute(plus('10:00', each), 21)
  const fired = await read(at('10:21'))
  expect(fired.vix).toMatchObject({
    state: 'fired',
    hold: null,
    fired_today: true,
    cooldown_until: '2026-11-20T12:21:00-05:00',
  })
  expect(fired.budget).toMatchObject({
    used: 1,
    remaining: 2,
    next_allowed_at: '2026-11-20T10:51:00-05:00',
    fires: [{ source: 'wire', subject: 'vix_20', outcome: 'granted', at: '2026-11-20T10:21:00-05:00' }],
  })
  await minute(at('10:22'), 17)
  expect((await read(at('10:22'))).vix).toMatchObject({ state: 'cooldown', since: null })
  const later = await read(at('12:21'))
  expect(later.vix).toMatchObject({ state: 'armed', cooldown_until: null, fired_today: true })
  expect(later.budget).toMatchObject({ used: 1, next_allowed_at: null })
  const tomorrow = await read(instantAt(tradingDay('2026-11-21'), '00:00'))
  expect(tomorrow.budget).toMatchObject({ date: '2026-11-21', used: 0, remaining: 3, fires: [] })
  expect(tomorrow.vix).toMatchObject({ fired_today: false, last_fired_at: '2026-11-20T10:21:00-05:00' })
})

test('a missing minute, a silent feed and a condition met at the first observation each have a reason', async () => {
  await minute(at('10:00'), 21)
  expect((await read(at('10:00'))).vix).toMatchObject({
    state: 'triggered',
    hold: null,
    reason: expect.stringMatching(/at the first observation/),
  })
  await minute(at('10:01'), null)
  await claimSlot(db.sql, {
    key: `minute:${DAY}T10:02`,
    kind: 'minute',
    scheduledFor: at('10:02'),
    state: 'missed',
    reason: 'late',
    decidedAt: at('10:05'),
    origin: 'scheduled',
  })
  const incomplete = await read(at('10:01'))
  expect(incomplete.vix).toMatchObject({ state: 'triggered', reason: 'cboe-vix-quote: status 429', age_seconds: 960 })
  expect(incomplete.minutes).toEqual({
    observed: 1,
    missing: 2,
    newest: '2026-11-20T10:01:00-05:00',
    newest_reason: 'cboe-vix-quote: status 429',
  })
  await minute(at('10:03'), 21)
  expect((await read(at('10:07'))).vix.reason).toBe('no minute since Fri 20 Nov 2026, 10:03 ET')
  expect((await read(at('16:30'))).vix.reason).toMatch(/at the first observation/)
})
