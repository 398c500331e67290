import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventFires, readBudget, reserveEventFire } from '../../shared/postgres/alerts/event-fires.ts'
import { audit } from '../../shared/postgres/audit/audit.ts'
import { openPool, type Pool } from '../../shared/postgres/server/db.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'

const DAY = tradingDay('2026-11-20')
const at = (time: string, day = DAY) => instantAt(day, time)

const database = testDatabase()
let workers: Pool[]

beforeAll(async () => {
  workers = [1, 2].map((worker) => openPool(database.url, { max: 10, name: `worker-${worker}` }))
  // All twenty connections are open before a race begins: opening them would serialise the racers.
  await Promise.all(workers.flatMap((pool) => Array.from({ length: 10 }, () => pool`select pg_sleep(0.05)`)))
})
afterAll(async () => {
  await Promise.all(workers.map((pool) => pool.end({ timeout: 1 })))
})
beforeEach(async () => {
  await database.sql`truncate event_fires cascade`
  await database.sql`update event_budget set day = null, used = 0, last_granted_at = null`
})

const ask = (sql: Pool, key: string, when: Date, source: 'wire' | 'escalation' = 'escalation') =>
  sql.begin((tx) => reserveEventFire(tx, { key, source, subject: 'judgment', cause: 'it has gone stale', at: when }))
const stored = () => eventFires(database.sql, { from: at('00:00'), to: at('23:59') })
const broken = async () => (await audit(database.sql)).filter(({ offenders }) => offenders.length > 0)

test('with one fire left, 20 simultaneous requests of two workers are granted exactly once', async () => {
  await ask(workers[0]!, 'first', at('10:00'))
  await ask(workers[1]!, 'second', at('11:00'))
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      // They are hours apart, so that only the day's limit can refuse them.
      ask(workers[index % 2]!, `many-${index}`, at(`${String(12 + (index % 10)).padStart(2, '0')}:00`)),
    ),
  )
  expect(answers.filter(({ granted }) => granted)).toEqual([{ granted: true, number: 3 }])
  const fires = await stored()
  expect(fires).toHaveLength(22)
  expect(fires.filter(({ outcome }) => outcome === 'granted')).toHaveLength(3)
  expect(await readBudget(database.sql)).toMatchObject({ day: DAY, used: 3 })
  expect(await broken()).toEqual([])
})

test('of 20 requests at the same moment one is granted and the gap refuses the others', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => ask(workers[index % 2]!, `same-${index}`, at('10:00'))),
  )
  expect(answers.filter(({ granted }) => granted)).toHaveLength(1)
  expect(answers.filter((each) => !each.granted && /less than 30 minutes/.test(each.reason))).toHaveLength(19)
})

test('wires and escalations share the budget, and a repeated request gets the same answer and counts once', async () => {
  expect(await ask(workers[0]!, 'wire/vix_20:a', at('10:00'), 'wire')).toEqual({ granted: true, number: 1 })
  expect(await ask(workers[1]!, 'escalation/b', at('10:10'))).toMatchObject({ granted: false })
  const again = await Promise.all([1, 2, 3].map(() => ask(workers[1]!, 'wire/vix_20:a', at('15:00'), 'wire')))
  expect(again).toEqual([1, 2, 3].map(() => ({ granted: true, number: 1 })))
  expect(await ask(workers[1]!, 'escalation/b', at('15:00'))).toMatchObject({ granted: false })
  expect(await readBudget(database.sql)).toMatchObject({ used: 1 })
})

test('the reservation of a process that died remains, and another process counts it', async () => {
  const dying = openPool(database.url, { max: 1, name: 'dying' })
  await ask(dying, 'reserved', at('10:00'))
  await dying.end({ timeout: 0 })
  const restarted = openPool(database.url, { max: 1, name: 'restarted' })
  expect(await ask(restarted, 'next', at('10:29'))).toMatchObject({ granted: false })
  expect(await ask(restarted, 'later', at('10:30'))).toEqual({ granted: true, number: 2 })
  await restarted.end({ timeout: 1 })
})

test('a transaction that fails returns its reservation', async () => {
  const failing = workers[0]!.begin(async (tx) => {
    await reserveEventFire(tx, { key: 'lost', source: 'wire', subject: 'vix_20', cause: 'held', at: at('10:00') })
    throw new Error('the stage failed')
  })
  await expect(failing).rejects.toThrow('the stage failed')
  expect(await readBudget(database.sql)).toMatchObject({ used: 0 })
  expect(await ask(workers[1]!, 'lost', at('10:01'))).toEqual({ granted: true, number: 1 })
})

test('midnight Eastern begins a new day, midnight UTC does not', async () => {
  for (const [index, time] of ['16:00', '17:00', '18:00'].entries()) await ask(workers[0]!, `day-${index}`, at(time))
  expect(await ask(workers[0]!, 'after-utc-midnight', at('19:30'))).toMatchObject({ granted: false })
  expect(await ask(workers[0]!, 'new-day', at('00:00', tradingDay('2026-11-21')))).toEqual({ granted: true, number: 1 })
})

test('the constraints refuse what a faulty reducer would grant', async () => {
  const insert = (key: string, time: string, number: number, day: string = DAY) => database.sql`
    insert into event_fires (key, source, subject, cause, at, outcome, day, number, quiet_until)
    values (${key}, 'wire', 'vix_20', 'test', ${at(time)}, 'granted', ${day}::text::date, ${number},
      ${at(time)}::timestamptz + interval '30 minutes')`
  await insert('one', '10:00', 1)
  await expect(insert('one', '11:00', 2)).rejects.toMatchObject({ code: '23505' })
  await expect(insert('two', '11:00', 1)).rejects.toMatchObject({ code: '23505' })
  await expect(insert('two', '10:29', 2)).rejects.toMatchObject({ code: '23P01' })
  await expect(insert('two', '11:00', 4)).rejects.toMatchObject({ code: '23514' })
  await expect(insert('two', '11:00', 2, '2026-11-21')).rejects.toMatchObject({ code: '23514' })
  await insert('two', '10:30', 2)
  await expect(database.sql`update event_budget set used = 4`).rejects.toMatchObject({ code: '23514' })
})
