import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { loggedEvents } from '../../harness/log-events.ts'
import { type MovableClock, movableClock } from '../../harness/movable-clock.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { silentLog } from '../../shared/log.ts'
import { believeClock } from '../../shared/postgres/server/believe-clock.ts'
import { recentClockStep } from '../../shared/postgres/server/clock-epoch.ts'
import { claimDataMode } from '../../shared/postgres/server/data-mode.ts'
import {
  ensureServiceTime,
  openServiceTime,
  readServiceTime,
  serviceClock,
} from '../../shared/postgres/server/service-time.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { runDueMinutes, runDueSlots, type SchedulerDeps } from '../../workers/schedule/run-due-slots.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const OPENED = instantAt(tradingDay('2026-11-20'), '09:00')
const CADENCES: SchedulerDeps['cadences'] = [
  { source: 'market', everyCycle: true, at: ['16:35'] },
  { source: 'bars', everyCycle: false, everyMinute: true, at: [] },
]

const database = testDatabase({ each: true, max: 2 })

/** A service whose time opened at nine, with a scheduler of its own. */
async function service({ isLive = false } = {}) {
  const clock = await movableClock(database)
  if (isLive) await ensureServiceTime(clock.sql)
  else await openServiceTime(clock.sql, OPENED, { speed: 1, reason: 'test' })
  await claimDataMode(clock.sql, isLive ? 'live' : 'simulated')
  const watch = clock.watch()
  await watch.compare()
  return { ...clock, watched: watch, isBelieved: await believing(clock, watch) }
}

/** Looks once a second while time passes, as a process does. */
async function believing(clock: MovableClock, watch: ReturnType<MovableClock['watch']>) {
  return async (afterMs: number): Promise<boolean> => {
    await watch.compare()
    await clock.pass(afterMs)
    await watch.compare()
    return watch.isBelieved()
  }
}

test.each([
  ['one second ahead', 'after a minute', SECOND, true],
  ['59 minutes ahead', 'after a minute', 59 * MINUTE, true],
  ['61 minutes ahead', 'by an operator only', 61 * MINUTE, false],
  ['a second back', 'by an operator only', -SECOND, false],
  ['ten minutes back', 'by an operator only', -10 * MINUTE, false],
])('a clock that stepped %s is believed %s', async (_name, _how, stepMs, isAlone) => {
  const { watched, step, isBelieved, sql } = await service()
  expect(watched.isBelieved()).toBe(true)
  await step(stepMs)
  expect(await isBelieved(50 * SECOND)).toBe(false)
  expect(await isBelieved(11 * SECOND)).toBe(isAlone)
  expect(watched.steps).toMatchObject([{ epoch: 1, needsOperator: !isAlone }])
  if (isAlone) return
  expect(await recentClockStep(sql)).toMatchObject({ isBelieved: false, needsOperator: true })
  expect(await isBelieved(24 * HOUR)).toBe(false)
  await believeClock(sql)
  expect(await isBelieved(SECOND)).toBe(true)
  const titles = (await loggedEvents(sql, { after: null, before: null, kinds: ['clock'], limit: 9 })).map(
    (e) => e.title,
  )
  expect(titles).toContain('An operator believed the clock of the database.')
})

test('a machine that was suspended for a night recovers alone', async () => {
  const { watched, suspend, isBelieved } = await service()
  await suspend(9 * HOUR)
  expect(await isBelieved(50 * SECOND)).toBe(false)
  expect(await isBelieved(11 * SECOND)).toBe(true)
  expect(watched.steps).toMatchObject([{ epoch: 1, needsOperator: false }])
})

test('a step that is taken back within the minute needs no operator', async () => {
  const { step, pass, watched, isBelieved } = await service()
  await step(2 * HOUR)
  expect(await isBelieved(12 * SECOND)).toBe(false)
  await step(-2 * HOUR)
  expect(await isBelieved(50 * SECOND)).toBe(false)
  await pass(11 * SECOND)
  expect(await isBelieved(0)).toBe(true)
  expect(watched.steps.map(({ epoch }) => epoch)).toEqual([1, 2])
})

test('a process that starts after a step back believes the clock no sooner', async () => {
  const { step, isBelieved, ...clock } = await service()
  await step(-10 * MINUTE)
  await isBelieved(SECOND)
  const later = clock.watch()
  expect(later.isBelieved()).toBe(false)
  expect(await (await believing({ step, ...clock }, later))(2 * MINUTE)).toBe(false)
})

test('two hours ahead for 12 seconds miss no slot and leave the served time where it belongs', async () => {
  const { step, watched, isBelieved, sql } = await service()
  const served = serviceClock(() => sql)
  onTestFinished(() => served.close())
  const relay = quietRelay()
  const decided = async () => {
    await served.sync()
    const deps = { sql, relay, log: silentLog, cadences: CADENCES, clockWatch: watched }
    const done = [await runDueSlots(deps, served.now()), await runDueMinutes(deps, served.now())]
    return done.flatMap(({ missed }) => missed)
  }
  const since = () => served.now().getTime() - OPENED.getTime()
  await step(2 * HOUR)
  await isBelieved(12 * SECOND)
  expect(await decided()).toEqual([])
  expect(since()).toBeGreaterThan(2 * HOUR)
  await step(-2 * HOUR)
  await isBelieved(60 * SECOND)
  expect(await decided()).toEqual([])
  expect(since()).toBeLessThan(5 * MINUTE)
  await step(55 * MINUTE)
  await isBelieved(SECOND)
  expect(await decided()).toEqual([])
  await isBelieved(60 * SECOND)
  expect((await decided()).length).toBeGreaterThan(10)
})

test('a simulated service continues from its latest time after an operator accepted a clock that went back', async () => {
  const { step, pass, isBelieved, sql } = await service()
  await pass(20 * MINUTE)
  await sql`update service_time set last_seen = service_now()`
  const before = (await readServiceTime(sql))!.lastSeen
  await step(-10 * MINUTE)
  await isBelieved(SECOND)
  const { now } = await believeClock(sql)
  expect(now).toEqual(before)
})

test('a live service takes the clock of the database after an operator accepted it', async () => {
  const { step, isBelieved, sql } = await service({ isLive: true })
  await step(-10 * MINUTE)
  await isBelieved(SECOND)
  const { now } = await believeClock(sql)
  const [row] = await sql<
    [{ ms: number }]
  >`select extract(epoch from clock_timestamp() - ${now}::timestamptz) * 1000 as ms`
  expect(Math.abs(row.ms)).toBeLessThan(5_000)
})
