import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { commandClock } from '../../shared/postgres/server/clock-commands.ts'
import { endMove, raiseCeiling, readClockRow } from '../../shared/postgres/server/clock-row.ts'
import {
  ensureServiceTime,
  markSeen,
  openServiceTime,
  pausesSince,
  readServiceTime,
  serviceClock,
  stepServiceTime,
} from '../../shared/postgres/server/service-time.ts'

import { claimSimulatedWorld, type NamedWorld, refuseOtherWorld } from '../../shared/postgres/server/simulated-world.ts'

const AT = new Date('2026-11-20T15:00:00Z')
const later = (ms: number): Date => new Date(AT.getTime() + ms)

const database = testDatabase()
beforeEach(() => database.sql`truncate service_time, service_pauses`)

const open = (at: Date, speed = 0) => openServiceTime(database.sql, at, { speed, reason: 'test' })
const lastSeen = async () => (await readServiceTime(database.sql))?.lastSeen

test('service time is moved by hand forward only', async () => {
  await open(AT)
  await stepServiceTime(database.sql, later(1_000))
  await stepServiceTime(database.sql, later(1_000))
  await expect(stepServiceTime(database.sql, later(999))).rejects.toMatchObject({ kind: 'conflict' })
  expect(await readServiceTime(database.sql)).toMatchObject({ serviceOrigin: later(1_000), lastSeen: later(1_000) })
})

test('it opens where it was last seen or later, and never before', async () => {
  await open(AT)
  await open(AT)
  await open(later(5_000))
  await expect(open(later(4_999))).rejects.toMatchObject({ kind: 'conflict' })
  expect(await lastSeen()).toEqual(later(5_000))
})

test('ten seconds between two openings are a pause, and less is not', async () => {
  await open(AT)
  await open(later(9_999))
  expect(await pausesSince(database.sql, AT)).toEqual([])
  await open(later(19_999))
  expect(await pausesSince(database.sql, AT)).toEqual([{ pausedAt: later(9_999), resumedAt: later(19_999) }])
  expect(await pausesSince(database.sql, later(19_999))).toEqual([])
})

test('a time that went on meanwhile, like that of live vendors, has no pause', async () => {
  await open(AT)
  await openServiceTime(database.sql, later(3_600_000), { speed: 1, reason: 'test', isReal: true })
  expect(await pausesSince(database.sql, AT)).toEqual([])
})

test('a governed time stays at its opening, however fast it runs, until its ceiling is raised', async () => {
  await openServiceTime(database.sql, AT, { speed: 3_600, reason: 'test', isGoverned: true })
  const clock = serviceClock(() => database.sql)
  onTestFinished(() => clock.close())
  await clock.sync()
  const [{ now }] = await database.sql<[{ now: Date }]>`select service_now() as now from pg_sleep(0.02)`
  expect([now, clock.now()]).toEqual([AT, AT])
  const { seq, timeline } = (await readClockRow(database.sql))!
  expect(await raiseCeiling(database.sql, { seq, timeline, to: later(60_000) })).toMatchObject({
    seq: seq + 1,
    ceiling: later(60_000),
  })
  expect(await raiseCeiling(database.sql, { seq, timeline, to: later(120_000) })).toBeNull()
  await database.sql`select pg_sleep(0.03)`
  await clock.sync()
  expect(clock.now()).toEqual(later(60_000))
})

test('the ceiling is raised neither before time has reached it nor while a message is unsettled', async () => {
  await openServiceTime(database.sql, AT, { speed: 1, reason: 'test', isGoverned: true })
  const raise = async (ms: number) => {
    const { seq, timeline } = (await readClockRow(database.sql))!
    return (await raiseCeiling(database.sql, { seq, timeline, to: later(ms) })) !== null
  }
  await database.sql`insert into outbox (message_id, envelope, stages) values ('m', '{}', '{signals}')`
  expect(await raise(60_000)).toBe(false)
  await database.sql`update outbox set settled_at = clock_timestamp()`
  expect([await raise(60_000), await raise(120_000)]).toEqual([true, false])
})

test('a heartbeat notes the time it is, and never an earlier one than was seen before', async () => {
  await open(AT)
  await database.sql`update service_time set service_origin = ${later(2_000)}`
  await markSeen(database.sql)
  expect(await lastSeen()).toEqual(later(2_000))
  await database.sql`update service_time set service_origin = ${later(1_000)}`
  await markSeen(database.sql)
  expect(await lastSeen()).toEqual(later(2_000))
})

test('a clock never goes back, although a new look at the database finds an earlier time', async () => {
  await open(later(60_000))
  const clock = serviceClock(() => database.sql)
  onTestFinished(() => clock.close())
  await clock.sync()
  expect(clock.now()).toEqual(later(60_000))
  await database.sql`update service_time set service_origin = ${later(59_990)}`
  await clock.sync()
  expect(clock.now()).toEqual(later(60_000))
  await database.sql`update service_time set service_origin = ${later(60_010)}`
  await clock.sync()
  expect(clock.now()).toEqual(later(60_010))
})

test('a clock follows a step back, and not an answer that a newer notice has overtaken', async () => {
  await open(later(60_000))
  const clock = serviceClock(() => database.sql)
  onTestFinished(() => clock.close())
  await clock.sync()
  expect(clock.now()).toEqual(later(60_000))
  await database.sql`update service_time set service_origin = ${later(-60_000)}`
  await clock.sync()
  expect(clock.now()).toEqual(later(-60_000))
  const { seq } = (await readClockRow(database.sql))!
  await clock.hear({ seq: seq + 1, at: later(600_000).getTime(), arriving: null })
  await clock.sync()
  expect(clock.now()).toEqual(later(600_000))
})

test('raising the ceiling notes the ceiling that time has reached, and no earlier one', async () => {
  await openServiceTime(database.sql, AT, { speed: 3_600_000, reason: 'test', isGoverned: true })
  const raise = async (ms: number) => {
    const { seq, timeline } = (await readClockRow(database.sql))!
    await eventually(() => raiseCeiling(database.sql, { seq, timeline, to: later(ms) }))
    return await lastSeen()
  }
  expect(await raise(60_000)).toEqual(AT)
  expect(await raise(120_000)).toEqual(later(60_000))
  await database.sql`update service_time set last_seen = ${later(600_000)}`
  expect(await raise(180_000)).toEqual(later(600_000))
})

test('a pause stops the clock where it is, before its ceiling', async () => {
  await openServiceTime(database.sql, AT, { speed: 1, reason: 'test', isGoverned: true })
  await database.sql`update service_time set ceiling = ${later(3_600_000)}`
  const paused = await database.sql.begin((tx) => commandClock(tx, { action: 'pause', by: 'test' }))
  expect(paused).toMatchObject({ kind: 'done', row: { state: 'paused' } })
  const { now } = (await readClockRow(database.sql))!
  expect([now >= AT, now < later(1_800_000)]).toEqual([true, true])
})

test('the end of a move notes the ceiling, and never an earlier instant than was seen before', async () => {
  await openServiceTime(database.sql, AT, { speed: 1, reason: 'test', isGoverned: true })
  const end = async () => {
    expect(await endMove(database.sql, (await readClockRow(database.sql))!.seq)).toBe(true)
    return await lastSeen()
  }
  await database.sql`update service_time set ceiling = ${later(60_000)}`
  expect(await end()).toEqual(later(60_000))
  await database.sql`update service_time set ceiling = ${later(30_000)}`
  expect(await end()).toEqual(later(60_000))
})

test('a service that was never opened runs in real time, and an open one is left as it is', async () => {
  await ensureServiceTime(database.sql)
  const real = await readServiceTime(database.sql)
  expect(real?.speed).toBe(1)
  expect(Math.abs(real!.serviceOrigin.getTime() - Date.now())).toBeLessThan(60_000)
  await database.sql`truncate service_time`
  await open(AT)
  await ensureServiceTime(database.sql)
  expect(await lastSeen()).toEqual(AT)
})

test('a database holds one simulated world, and a process that names another one is refused by the variable', async () => {
  const { sql } = database
  const world: NamedWorld = { SOURCES: 'simulated', SIMULATOR_SEED: 7, SIMULATOR_SCENARIO: 'crash' }
  // Before the first worker runs, nothing is recorded, and no process is refused.
  await refuseOtherWorld(sql, { ...world, SIMULATOR_SEED: 8 })
  expect(await claimSimulatedWorld(sql, world, AT)).toMatchObject({ seed: 7, start: AT, scenario: 'crash' })
  await claimSimulatedWorld(sql, world, later(1_000))
  await refuseOtherWorld(sql, { ...world, SIMULATOR_START: AT })
  for (const [variable, other] of [
    ['SIMULATOR_SEED', { ...world, SIMULATOR_SEED: 8 }],
    ['SIMULATOR_SCENARIO', { ...world, SIMULATOR_SCENARIO: 'none' }],
    ['SIMULATOR_START', { ...world, SIMULATOR_START: later(60_000) }],
  ] as const) {
    const refused = { kind: 'conflict', message: expect.stringContaining(`${variable}: the data holds`) }
    await expect(refuseOtherWorld(sql, other)).rejects.toMatchObject(refused)
    await expect(claimSimulatedWorld(sql, other, AT)).rejects.toMatchObject(refused)
  }
  await refuseOtherWorld(sql, { ...world, SOURCES: 'live', SIMULATOR_SEED: 8 })
})
