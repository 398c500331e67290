import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { loggedEvents } from '../../harness/log-events.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { publishedAt } from '../../pipeline/sources/publication-lag.ts'
import { wires } from '../../pipeline/tripwires/index.ts'
import { connectBroker } from '../../shared/broker/connect.ts'
import { handleDelivery } from '../../shared/broker/handle-delivery.ts'
import { type NewMessage, toEnvelope } from '../../shared/broker/new-message.ts'
import { startRelay } from '../../shared/broker/relay.ts'
import { runStage } from '../../shared/broker/run-stage.ts'
import { wireState } from '../../shared/domain/contract/tripwire.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { silentLog } from '../../shared/log.ts'
import { eventFires } from '../../shared/postgres/alerts/event-fires.ts'
import { readWires } from '../../shared/postgres/alerts/tripwires.ts'
import { audit } from '../../shared/postgres/audit/audit.ts'
import { saveMinute } from '../../shared/postgres/market/minutes.ts'
import { saveObservations } from '../../shared/postgres/market/observations.ts'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import { tripwiresStage } from '../../workers/evaluate-tripwires.ts'

const DAY = tradingDay('2026-11-20')
const at = (time: string) => instantAt(DAY, time)
const plus = (time: string, minutes: number) => new Date(at(time).getTime() + minutes * 60_000)
const CALM = { SPY: 671, VIX: 17, VIX3M: 19 }
const STRESSED = { SPY: 671, VIX: 21, VIX3M: 20 }

const database = testDatabase()
beforeEach(async () => {
  await database.sql`truncate minutes, minute_quotes, tripwires, event_fires, events, observations, chains, inbox, outbox
    restart identity cascade`
  await database.sql`update event_budget set day = null, used = 0, last_granted_at = null`
  const days = sessionsBetween(tradingDay('2026-08-03'), addDays(DAY, -1))
  const calm: [SeriesId, number][] = [
    ['spy_close', 665],
    ['hy_oas', 3.3],
    ['dgs10', 4.1],
    ['pct_above_50dma', 52],
  ]
  const rows = calm.flatMap(([series, value]) =>
    days.map((day) => ({
      series,
      day,
      value,
      knownAt: publishedAt(series, day),
      source: 'test',
      origin: 'imported' as const,
    })),
  )
  await saveObservations(
    database.sql,
    rows.filter(({ knownAt }) => knownAt < at('09:00')),
  )
})

const minuteMessage = (minute: Date): NewMessage<'minute.collected'> => {
  const { day, time } = eastern(minute)
  const payload = { minute: minute.toISOString(), collectedAt: minute.toISOString(), origin: 'scheduled' as const }
  return {
    id: `ingest:minute:${day}T${time.slice(0, 5)}#1`,
    type: 'minute.collected',
    occurredAt: minute,
    cycleId: null,
    payload,
  }
}

async function store(minute: Date, prices: Record<string, number> | null): Promise<NewMessage<'minute.collected'>> {
  const quotes = Object.entries(prices ?? {}).map(([symbol, price]) => ({
    symbol,
    price,
    quotedAt: new Date(minute.getTime() - 900_000),
    previousClose: null,
    open: null,
    high: null,
    low: null,
    bid: null,
    ask: null,
    volume: null,
  }))
  const reason = prices ? null : 'cboe-vix-quote: status 503'
  const collected = { minute, collectedAt: minute, reason, origin: 'scheduled' as const }
  await database.sql.begin((tx) => saveMinute(tx, collected, quotes, 'minute'))
  return minuteMessage(minute)
}

async function deliver(message: NewMessage, redelivered = false) {
  const deps = { sql: database.sql, relay: quietRelay(), log: silentLog }
  const delivery = { body: toEnvelope(message), deliveryId: message.id, redelivered }
  return (await handleDelivery(deps, tripwiresStage({ log: silentLog }), delivery, {})).outcome
}

async function minutes(from: string, count: number, prices: Record<string, number> | null): Promise<void> {
  for (let each = 0; each < count; each++) {
    expect(await deliver(await store(plus(from, each), prices))).toBe('done')
  }
}

const cycle = (time: string, run = 1, origin: 'scheduled' | 'backfill' = 'scheduled') =>
  deliver({
    id: `signals:${DAY}T${time}#${run}`,
    type: 'signals.computed',
    occurredAt: at(time),
    cycleId: `${DAY}T${time}`,
    payload: { cycleId: `${DAY}T${time}`, run, cutoff: at(time).toISOString(), origin },
  })

const fires = async () =>
  (await eventFires(database.sql, { from: at('00:00'), to: at('23:59') })).map(
    ({ subject, at: when, outcome }) => `${eastern(when).time.slice(0, 5)} ${subject} ${outcome}`,
  )
const logged = async () =>
  (await loggedEvents(database.sql, { after: 0, before: null, kinds: ['tripwire'], limit: 500 })).map(
    ({ subject, at: when, data }) => `${when.slice(11, 16)} ${subject} ${data.hold_broken_after_minutes ?? data.to}`,
  )
const soundly = async () => expect((await audit(database.sql)).filter((rule) => rule.offenders.length > 0)).toEqual([])

test('a wire that holds for 20 minutes fires once; a second fire at the same time is refused by the gap and recorded', async () => {
  await minutes('10:00', 1, CALM)
  await minutes('10:01', 30, STRESSED)
  expect(await fires()).toEqual(['10:21 vix_20 granted', '10:21 vix_term_inversion refused'])
  expect(await logged()).toEqual([
    '10:01 vix_20 triggered',
    '10:01 vix_term_inversion triggered',
    '10:21 vix_20 fired',
    '10:21 vix_term_inversion fired',
  ])
  const events = await loggedEvents(database.sql, { after: null, before: null, kinds: ['tripwire'], limit: 2 })
  expect(events.map(({ data }) => data)).toMatchObject([
    { granted: false, refused: expect.stringMatching(/less than 30 minutes/), risk_direction: 'risk-up' },
    { granted: true, refused: null, value: 21, level: 20, level_kind: 'vix_level', distance: 1 },
  ])
  await soundly()
})

test('a redelivery, a second run and an older minute change nothing', async () => {
  await minutes('10:00', 1, CALM)
  await minutes('10:01', 25, STRESSED)
  const before = { memories: await readWires(database.sql), events: await logged(), fires: await fires() }
  expect(await deliver(minuteMessage(at('10:21')), true)).toBe('duplicate')
  // The same minute under another id is new to the inbox, but the wire's memory recognises it.
  expect(await deliver({ ...minuteMessage(at('10:21')), id: 'test:again#1' })).toBe('done')
  await store(at('09:55'), STRESSED)
  expect(await deliver(minuteMessage(at('09:55')))).toBe('done')
  expect({ memories: await readWires(database.sql), events: await logged(), fires: await fires() }).toEqual(before)
})

test('a minute after the close moves no wire, because it brings the last prices of the session for the bars', async () => {
  expect(await deliver(await store(at('16:01'), STRESSED))).toBe('done')
  expect(await readWires(database.sql)).toEqual({})
  expect(await deliver(await store(at('16:00'), STRESSED))).toBe('done')
  expect(Object.keys(await readWires(database.sql))).not.toEqual([])
})

test('a minute without data breaks the hold and logs it; so does a minute that was not collected', async () => {
  await minutes('10:00', 1, CALM)
  await minutes('10:01', 10, STRESSED)
  await minutes('10:11', 1, null)
  expect((await readWires(database.sql)).vix_20).toMatchObject({ noData: 'cboe-vix-quote: status 503', met: true })
  await minutes('10:12', 10, STRESSED)
  await minutes('10:23', 20, STRESSED)
  expect(await fires()).toEqual([])
  expect((await logged()).filter((each) => /vix_20/.test(each))).toEqual([
    '10:01 vix_20 triggered',
    '10:11 vix_20 9',
    '10:23 vix_20 9',
  ])
  const told = await loggedEvents(database.sql, {
    after: 0,
    before: null,
    kinds: ['tripwire'],
    subjects: ['vix_20'],
    limit: 9,
  })
  expect(told.at(-1)!.title).toBe(
    'VIX at or above 20: the hold was broken after 9 minutes, because no minute was evaluated between ' +
      'Fri 20 Nov 2026, 10:21 ET and Fri 20 Nov 2026, 10:23 ET.',
  )
  await minutes('10:43', 1, STRESSED)
  expect(await fires()).toEqual(['10:43 vix_20 granted', '10:43 vix_term_inversion refused'])
  await soundly()
})

test('a report cycle moves only wires on daily series, by a new observation; minutes count their hold', async () => {
  const breadth = async () => {
    const { breadth_40: memory } = await readWires(database.sql)
    return memory ? wireState(memory, memory.evaluatedThrough!) : null
  }
  await minutes('09:50', 1, CALM)
  expect(await breadth()).toBe('armed')
  const known = { source: 'test', origin: 'scheduled' as const, knownAt: at('09:55') }
  const newest = addDays(DAY, -1)
  // A revision for the deciding day is not a new observation.
  await saveObservations(database.sql, [{ series: 'pct_above_50dma', day: newest, value: 31, ...known }])
  await cycle('10:00')
  expect(await breadth()).toBe('armed')
  await saveObservations(database.sql, [{ series: 'pct_above_50dma', day: DAY, value: 30, ...known }])
  expect(await cycle('10:00', 2)).toBe('done')
  expect(await breadth()).toBe('armed')
  await cycle('10:15')
  expect(await breadth()).toBe('triggered')
  expect((await readWires(database.sql)).vix_20?.evaluatedThrough).toEqual(at('09:50'))
  await minutes('10:34', 1, CALM)
  expect(await fires()).toEqual([])
  await minutes('10:35', 1, CALM)
  expect(await fires()).toEqual(['10:35 breadth_40 granted'])
  const [event] = await loggedEvents(database.sql, { after: 0, before: null, kinds: ['tripwire'], limit: 1 })
  expect(event).toMatchObject({ subject: 'breadth_40', cycle_id: `${DAY}T10:15` })
  expect(event!.title).toMatch(
    /^Fewer than 40 % of members above their 50-day average: [\d.]+ % against the level of 40 %/,
  )
})

test('back-filled cycles leave no memory in wires', async () => {
  await cycle('10:00', 1, 'backfill')
  expect(await readWires(database.sql)).toEqual({})
})

test('levels come from today’s newest known chain; a wire met at the first observation is triggered and cannot fire', async () => {
  await database.sql`
    insert into chains (underlying, quoted_at, known_at, spot, contracts, call_wall, put_wall, contracts_used, zero_gamma,
      source, origin)
    values ('SPY', ${at('10:00')}, ${at('10:15')}, 671, 10, 690, 660, 10, 675, 'options', 'scheduled')`
  await minutes('10:14', 1, CALM)
  expect((await readWires(database.sql)).spy_put_wall?.noData).toBe('no option chain from today is known yet')
  await minutes('10:15', 25, CALM)
  const memories = await readWires(database.sql)
  expect(memories.spy_put_wall).toMatchObject({ met: false, noData: null, reading: { value: 671, level: 660 } })
  expect(memories.spy_zero_gamma).toMatchObject({ met: true, flipped: false, reading: { level: 675 } })
  expect(Object.keys(memories)).toHaveLength(wires.length)
  expect(await fires()).toEqual([])
})

describe('through a broker', () => {
  test('every message delivered twice to two workers has the effect of one', async () => {
    const broker = await connectBroker({ databaseUrl: database.url }, silentLog)
    const relay = startRelay({ sql: database.sql, broker, log: silentLog })
    const deps = { sql: database.sql, broker, relay, log: silentLog }
    const stage = tripwiresStage({ log: silentLog })
    const workers = [await runStage(deps, stage, { concurrency: 1 }), await runStage(deps, stage, { concurrency: 1 })]
    const through = (minute: Date) =>
      eventually(async () => {
        const { vix_20: memory } = await readWires(database.sql)
        expect(memory?.evaluatedThrough).toEqual(minute)
      })
    try {
      for (let each = 0; each <= 22; each++) {
        const message = await store(plus('10:00', each), each === 0 ? CALM : STRESSED)
        await relay.transaction(database.sql, async () => ({ result: null, messages: [message] }))
        await broker.publish([toEnvelope(message)])
        await through(plus('10:00', each))
      }
      expect(await fires()).toEqual(['10:21 vix_20 granted', '10:21 vix_term_inversion refused'])
      expect(await logged()).toHaveLength(4)
      await eventually(async () => {
        const depth = (await broker.depths()).find((each) => each.stage === 'tripwires')
        expect(depth).toMatchObject({ ready: 0, active: 0, delayed: 0, dead: 0 })
      })
      await soundly()
    } finally {
      await Promise.all(workers.map((worker) => worker.drain()))
      await relay.stop()
      await broker.close()
    }
  }, 180_000)
})
