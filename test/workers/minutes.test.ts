import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { startSharedSimulator } from '../../harness/shared-simulator.ts'
import { minute } from '../../pipeline/sources/minute.ts'
import { handleDelivery } from '../../shared/broker/handle-delivery.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import { vendorBaseUrl } from '../../shared/config.ts'
import { silentLog } from '../../shared/log.ts'
import { pruneMinutes, readMinute } from '../../shared/postgres/market/minutes.ts'
import { pruneSlots } from '../../shared/postgres/messaging/slots.ts'
import { openServiceTime } from '../../shared/postgres/server/service-time.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { createFetchAgent } from '../../workers/ingest/fetch-feed.ts'
import { ingestStage } from '../../workers/ingest/ingest.ts'
import type { Cadence } from '../../workers/schedule/plan-slots.ts'
import { runDueMinutes, runDueSlots, type SchedulerDeps } from '../../workers/schedule/run-due-slots.ts'

const DAY = tradingDay('2026-11-20')
const at = (time: string) => instantAt(DAY, time)
const CADENCES: Cadence[] = [
  { source: 'market', everyCycle: true, at: [] },
  { source: 'minute', everyCycle: false, everyMinute: true, at: [] },
]

const database = testDatabase()
let scheduler: SchedulerDeps
let simulator: Awaited<ReturnType<typeof startSharedSimulator>>
const agent = createFetchAgent()

beforeAll(async () => {
  scheduler = { sql: database.sql, relay: quietRelay(), log: silentLog, cadences: CADENCES }
  simulator = await startSharedSimulator({ seed: 7, now: () => at('11:00') })
})
afterAll(async () => {
  await agent.close()
  await simulator.close()
})
beforeEach(async () => {
  await fetch(`${simulator.url}/control/faults`, { method: 'DELETE' })
  await database.sql`truncate service_time, service_pauses, slots, cycles, cycle_arrivals, signal_snapshots,
    cycle_documents, reports, inbox, outbox, minutes, minute_quotes, quotes, source_runs, quarantine`
})

const openAt = (time: string) => openServiceTime(database.sql, at(time), { speed: 0, reason: 'test' })
const minuteSlots = () => database.sql<{ key: string; state: string; reason: string | null }[]>`
  select s.key, s.state, s.reason from slots as s where s.kind = 'minute' order by s.scheduled_for`

test('each minute of an hour fires once under two schedulers, as its own message, and opens no cycle', async () => {
  await openAt('09:00')
  for (let now = at('09:29').getTime(); now <= at('10:30').getTime(); now += 30_000) {
    await Promise.all([runDueMinutes(scheduler, new Date(now)), runDueMinutes(scheduler, new Date(now))])
  }
  const slots = await minuteSlots()
  expect(slots).toHaveLength(60)
  expect(new Set(slots.map(({ state }) => state))).toEqual(new Set(['fired']))
  const messages = await database.sql<{ id: string }[]>`select o.message_id as id from outbox as o order by o.seq`
  expect(messages).toHaveLength(60)
  expect(messages[0]?.id).toBe('schedule:minute:2026-11-20T09:31/minute#1')
})

test('a minute more than 90 s late is missed with the reason, apart from missed slots of the report schedule', async () => {
  await openAt('09:00')
  await runDueMinutes(scheduler, at('10:00'))
  await runDueSlots(scheduler, at('10:00'))
  await runDueMinutes(scheduler, at('10:05'))
  await runDueSlots(scheduler, at('10:05'))
  expect((await minuteSlots()).slice(-7)).toMatchObject([
    { key: 'minute:2026-11-20T09:59', state: 'fired' },
    { key: 'minute:2026-11-20T10:00', state: 'fired' },
    {
      key: 'minute:2026-11-20T10:01',
      state: 'missed',
      reason: expect.stringMatching(/240 s late, past its grace of 90 s/),
    },
    { key: 'minute:2026-11-20T10:02', state: 'missed' },
    { key: 'minute:2026-11-20T10:03', state: 'missed' },
    { key: 'minute:2026-11-20T10:04', state: 'fired' },
    { key: 'minute:2026-11-20T10:05', state: 'fired' },
  ])
  // The newest minute does not count for other slots: slots that came due before it are still decided.
  const cycles = await database.sql<{ key: string; state: string }[]>`
    select s.key, s.state from slots as s where s.kind = 'cycle' order by s.scheduled_for`
  expect(cycles.map(({ key, state }) => `${key.slice(-5)} ${state}`)).toEqual([
    '09:30 missed',
    '09:45 missed',
    '10:00 fired',
  ])
})

test('minutes of a recorded pause are not missed', async () => {
  await openAt('09:59')
  await runDueMinutes(scheduler, at('10:00'))
  await database.sql`update service_time set last_seen = ${at('10:00')}`
  await openAt('11:00')
  await runDueMinutes(scheduler, at('11:01'))
  expect((await minuteSlots()).map(({ key, state }) => `${key.slice(-5)} ${state}`)).toEqual([
    '09:59 fired',
    '10:00 fired',
    '11:00 fired',
    '11:01 fired',
  ])
})

async function collect(time: string, now = at(time)) {
  const deps = {
    sql: database.sql,
    agent,
    clock: fixedClock(now),
    log: silentLog,
    fredApiKey: null,
    baseUrl: (vendor: Parameters<typeof vendorBaseUrl>[1], instant: Date) =>
      vendorBaseUrl({ SIMULATOR_URL: simulator.url }, vendor, instant),
    takeToken: async () => 0,
    rest: async () => {},
    sleep: async () => {},
  }
  const slot = `minute:${DAY}T${time}`
  const body = toEnvelope({
    id: `schedule:${slot}/minute#1`,
    type: 'source.requested',
    occurredAt: at(time),
    cycleId: null,
    payload: {
      source: 'minute',
      slot,
      mode: 'latest',
      origin: 'scheduled',
      deadline: new Date(now.getTime() + 30_000).toISOString(),
    },
  })
  const stage = { sql: database.sql, relay: quietRelay(), log: silentLog }
  return await handleDelivery(stage, ingestStage(deps, minute), { body, deliveryId: 'test', redelivered: false }, {})
}

const runs = () => database.sql<{ ok: number; degraded: number; requests: number }[]>`
  select r.ok, r.degraded, r.requests from source_runs as r order by r.id`

test('a minute makes three requests and stores three prices by minute, none among the quotes of cycles', async () => {
  await collect('11:00')
  expect((await collect('11:00')).outcome).toBe('duplicate')
  const stored = await readMinute(database.sql, at('11:00'))
  expect(stored).toMatchObject({ reason: null, origin: 'scheduled', collectedAt: at('11:00') })
  expect(stored?.quotes.map(({ symbol, source }) => `${symbol} ${source}`)).toEqual([
    'SPY minute',
    'VIX minute',
    'VIX3M minute',
  ])
  expect([...(await runs())]).toEqual([{ ok: 1, degraded: 0, requests: 3 }])
  expect([...(await database.sql`select q.symbol from quotes as q`)]).toEqual([])
  const sent = await database.sql<{ envelope: unknown }[]>`select o.envelope from outbox as o`
  expect(sent).toMatchObject([
    {
      envelope: {
        id: 'ingest:minute:2026-11-20T11:00#1',
        type: 'minute.collected',
        payload: { minute: at('11:00').toISOString(), origin: 'scheduled' },
      },
    },
  ])
})

test('a minute that a vendor refuses in part keeps its prices and the reason, without stand-ins', async () => {
  await collect('10:59')
  const made = await fetch(`${simulator.url}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ vendor: 'cboe', path: '_VIX.json', mode: 'status', status: 429 }),
  })
  expect(made.status).toBe(201)
  await collect('11:00')
  const stored = await readMinute(database.sql, at('11:00'))
  expect(stored?.quotes.map(({ symbol }) => symbol)).toEqual(['SPY', 'VIX3M'])
  expect(stored?.reason).toBe('cboe-vix-quote: status 429')
  expect((await runs()).map(({ ok, degraded }) => ({ ok, degraded }))).toEqual([
    { ok: 1, degraded: 0 },
    { ok: 0, degraded: 0 },
  ])
})

test('a request that waited brings prices of another minute, which are not stored', async () => {
  await collect('11:00', at('11:04'))
  const stored = await readMinute(database.sql, at('11:00'))
  expect(stored).toMatchObject({ reason: 'fetched 240 s after its minute', quotes: [] })
})

test('retention deletes the oldest minutes and their slots in batches, and nothing else', async () => {
  await openAt('09:00')
  await runDueMinutes(scheduler, at('09:33'))
  await runDueSlots(scheduler, at('09:33'))
  for (const time of ['09:31', '09:32', '09:33']) await collect(time)
  expect(await pruneMinutes(database.sql, at('09:33'), 1)).toBe(1)
  expect(await pruneMinutes(database.sql, at('09:33'), 10)).toBe(1)
  expect(await pruneSlots(database.sql, { minutesBefore: at('09:33'), othersBefore: at('09:00') }, 10)).toBe(2)
  const left = await database.sql<{ key: string }[]>`select s.key from slots as s order by s.key`
  expect(left.map(({ key }) => key)).toEqual([
    'cycle:2026-11-20T09:30',
    'house:2026-11-20T09:31',
    'house:2026-11-20T09:33',
    'minute:2026-11-20T09:33',
    'screener-entry:2026-11-20T09:31',
    'screener-entry:2026-11-20T09:33',
    'settlement:2026-11-20/bell',
  ])
  const quotes = await database.sql`select distinct q.minute from minute_quotes as q`
  expect(quotes).toHaveLength(1)
})
