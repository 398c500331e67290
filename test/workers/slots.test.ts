import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { silentLog } from '../../shared/log.ts'
import { openServiceTime, stepServiceTime } from '../../shared/postgres/server/service-time.ts'
import { sessionOn, sessionsBetween } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { Cadence } from '../../workers/schedule/plan-slots.ts'
import { runDueSlots, type SchedulerDeps } from '../../workers/schedule/run-due-slots.ts'

const CADENCES: Cadence[] = [
  { source: 'market', everyCycle: true, at: ['16:35'] },
  { source: 'fred', everyCycle: false, at: ['10:30', '17:15'] },
]
const et = (day: string, time: string) => instantAt(tradingDay(day), time)

const database = testDatabase()
let scheduler: SchedulerDeps

beforeAll(async () => {
  scheduler = { sql: database.sql, relay: quietRelay(), log: silentLog, cadences: CADENCES }
})
beforeEach(async () => {
  await database.sql`truncate service_time, service_pauses, slots, cycles, cycle_arrivals, signal_snapshots, cycle_documents, reports, outbox,
    ai_reads`
})

const states = async () =>
  Object.fromEntries(
    (
      await database.sql<
        { key: string; state: string }[]
      >`select s.key, s.state from slots as s order by s.scheduled_for, s.key`
    ).map(({ key, state }) => [key, state]),
  )
const openAt = (at: Date) => openServiceTime(database.sql, at, { speed: 0, reason: 'test' })

/** The sessions around both clock changes; a nightly run takes the whole year. */
const DAYS = process.env.LONG
  ? sessionsBetween(tradingDay('2026-01-01'), tradingDay('2026-12-31')).filter((day) => !sessionOn(day)!.earlyClose)
  : ['2026-03-06', '2026-03-09', '2026-10-30', '2026-11-02']

test('every slot of a day fires once under two schedulers, in both DST halves', {
  timeout: 900_000,
}, async () => {
  for (const day of DAYS) {
    await database.sql`truncate service_time, slots, cycles, cycle_arrivals, outbox cascade`
    await openAt(et(day, '00:00'))
    for (let at = et(day, '00:00').getTime(); at <= et(day, '23:59').getTime(); at += 15 * 60_000) {
      await Promise.all([runDueSlots(scheduler, new Date(at)), runDueSlots(scheduler, new Date(at))])
    }
    const decided = await states()
    expect(Object.values(decided).every((state) => state === 'fired')).toBe(true)
    expect(Object.keys(decided).filter((key) => key.startsWith('cycle:'))).toHaveLength(28)
    expect(Object.keys(decided)).toContain(`cycle:${day}T09:30`)
    const [{ count }] = await database.sql<[{ count: number }]>`select count(*)::int as count from cycles`
    expect(count).toBe(28)
    const duplicates = await database.sql`select message_id from outbox group by message_id having count(*) > 1`
    expect(duplicates).toHaveLength(0)
  }
})

test('a half-day has 16 cycles, a holiday none', async () => {
  await openAt(et('2026-11-26', '00:00'))
  for (let at = et('2026-11-26', '00:00').getTime(); at <= et('2026-11-27', '23:50').getTime(); at += 5 * 60_000) {
    await runDueSlots(scheduler, new Date(at))
  }
  const cycles = Object.keys(await states()).filter((key) => key.startsWith('cycle:'))
  expect(cycles).toHaveLength(16)
  expect(cycles.at(-1)).toBe('cycle:2026-11-27T13:20')
})

test('cycles past their grace, without a scheduler from 10:00 to 10:40, are missed with the reason', async () => {
  await openAt(et('2026-11-20', '09:00'))
  await runDueSlots(scheduler, et('2026-11-20', '09:45'))
  await runDueSlots(scheduler, et('2026-11-20', '10:40'))
  expect(await states()).toMatchObject({
    'cycle:2026-11-20T09:45': 'fired',
    'cycle:2026-11-20T10:00': 'missed',
    'cycle:2026-11-20T10:15': 'missed',
    'cycle:2026-11-20T10:30': 'fired',
  })
  const [row] = await database.sql<
    [{ reason: string }]
  >`select s.reason from slots as s where s.key = 'cycle:2026-11-20T10:00'`
  expect(row.reason).toContain('40 min late')
  expect(await database.sql`select 1 from cycles as c where c.id = '2026-11-20T10:00'`).toHaveLength(0)
})

test('slots of a recorded pause are neither fired nor missed, and the one at its end is due', async () => {
  await openAt(et('2026-11-20', '09:00'))
  await runDueSlots(scheduler, et('2026-11-20', '09:30'))
  await openAt(et('2026-11-20', '12:00'))
  await runDueSlots(scheduler, et('2026-11-20', '12:15'))
  expect(Object.keys(await states())).toEqual([
    'cycle:2026-11-20T09:30',
    'settlement:2026-11-20/bell',
    'ai1:2026-11-20T12:00',
    'cycle:2026-11-20T12:00',
    'house:2026-11-20T12:00',
    'portfolio:2026-11-20T12:00',
    'cycle:2026-11-20T12:15',
  ])
})

test('slots of one source that fell due while no scheduler ran are caught up by one request, the newest one', async () => {
  const cadences: Cadence[] = [
    { source: 'fred', everyCycle: false, at: ['06:00', '06:30', '07:00'], againAt: ['07:30'] },
    { source: 'cot', everyCycle: false, at: ['06:45'] },
  ]
  const deps = { ...scheduler, cadences }
  const at = (time: string) => et('2026-11-20', time)
  await openAt(at('05:00'))
  await runDueSlots(deps, at('06:00'))
  const both = await Promise.all([runDueSlots(deps, at('08:00')), runDueSlots(deps, at('08:00'))])
  const requested = async () =>
    (
      await database.sql<
        { id: string }[]
      >`select o.message_id as id from outbox as o where o.message_id like '%ingest:%'`
    )
      .map(({ id }) => id)
      .sort()
  const asked = [
    'schedule:ingest:cot:2026-11-20T06:45/cot#1',
    'schedule:ingest:fred:2026-11-20T06:00/fred#1',
    'schedule:ingest:fred:2026-11-20T07:00/fred#1',
  ]
  expect(await requested()).toEqual(asked)
  const keys = ['cot:2026-11-20T06:45', 'fred:2026-11-20T06:30', 'fred:2026-11-20T07:00', 'fred:2026-11-20T07:30']
  const fired = both.flatMap((decided) => decided.fired.filter((key) => key.startsWith('ingest:')))
  expect(fired.sort()).toEqual(keys.map((key) => `ingest:${key}`))
  const [row] = await database.sql<
    [{ state: string; reason: string }]
  >`select s.state, s.reason from slots as s where s.key = 'ingest:fred:2026-11-20T06:30'`
  const reason = 'fetched together with ingest:fred:2026-11-20T07:00, because both were caught up at once'
  expect(row).toEqual({ state: 'fired', reason })
  await runDueSlots(deps, at('08:00'))
  expect(await requested()).toEqual(asked)
})

test('a live service that was down catches up what is within its grace, and records the rest as missed', async () => {
  await openAt(et('2026-11-20', '15:50'))
  await runDueSlots(scheduler, et('2026-11-20', '16:15'))
  await openServiceTime(database.sql, et('2026-11-20', '20:10'), { speed: 0, reason: 'restart', isReal: true })
  await runDueSlots(scheduler, et('2026-11-20', '20:10'))
  const decided = await states()
  expect(decided).toMatchObject({
    'ingest:market:2026-11-20T16:35': 'fired',
    'ingest:fred:2026-11-20T17:15': 'fired',
    'daily_final:2026-11-20': 'fired',
    'cycle:2026-11-20T16:20': 'missed',
  })
})

test('a slot that a crash left undecided is decided later unless the newest is four days ahead of it', async () => {
  const lost = ['cycle:2026-11-16T12:15', 'cycle:2026-11-16T12:30']
  await openAt(et('2026-11-16', '09:00'))
  await runDueSlots(scheduler, et('2026-11-16', '13:00'))
  await stepServiceTime(database.sql, et('2026-11-20', '12:15'))
  await runDueSlots(scheduler, et('2026-11-20', '12:15'))
  await database.sql`delete from slots as s where s.key in ${database.sql(lost)}`
  await runDueSlots(scheduler, et('2026-11-20', '12:16'))
  const decided = await states()
  expect(lost.map((key) => decided[key] ?? null)).toEqual([null, 'missed'])
})

test('a late final row is caught up and computes the same from data known at 20:00', async () => {
  await openAt(et('2026-11-20', '19:00'))
  await runDueSlots(scheduler, et('2026-11-21', '11:00'))
  expect(await states()).toMatchObject({ 'daily_final:2026-11-20': 'fired' })
  const [message] = await database.sql<[{ cutoff: string }]>`
    select o.envelope->'payload'->>'cutoff' as cutoff from outbox as o where o.envelope->>'type' = 'day.due'`
  expect(new Date(message.cutoff)).toEqual(et('2026-11-20', '20:00'))
})

test('service time never goes back', async () => {
  await openAt(et('2026-11-20', '12:00'))
  await expect(openAt(et('2026-11-20', '11:59'))).rejects.toThrow('cannot go back')
})
