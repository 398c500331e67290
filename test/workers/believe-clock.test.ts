import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { loggedEvents } from '../../harness/log-events.ts'
import { believeClock } from '../../shared/postgres/server/believe-clock.ts'
import { raiseClockEpoch, readEpoch } from '../../shared/postgres/server/clock-epoch.ts'
import { claimDataMode } from '../../shared/postgres/server/data-mode.ts'
import { ensureServiceTime, openServiceTime } from '../../shared/postgres/server/service-time.ts'

const database = testDatabase()

test('a live service whose clock was once three days ahead opens again after an operator believed the clock', async () => {
  const { sql } = database
  await expect(believeClock(sql)).rejects.toThrow('never opened')
  await ensureServiceTime(sql)
  await claimDataMode(sql, 'live')
  await sql`update service_time set last_seen = clock_timestamp() + interval '3 days'`
  await sql`
    insert into slots (key, kind, scheduled_for, state, decided_at, origin, reason)
    values ('early', 'cycle', clock_timestamp() + interval '1 day', 'missed', clock_timestamp(), 'scheduled', 'test'),
      ('past', 'cycle', clock_timestamp() - interval '1 day', 'missed', clock_timestamp(), 'scheduled', 'test')`
  const open = () => openServiceTime(sql, new Date(), { speed: 1, reason: 'restart' })
  await expect(open()).rejects.toThrow('run: npm run -s ops -- clock believe')
  expect((await believeClock(sql)).forgottenSlots).toBe(1)
  await open()
  expect(await sql`select s.key from slots as s`).toMatchObject([{ key: 'past' }])
  const [event] = await loggedEvents(sql, { after: 0, before: null, kinds: ['clock'], limit: 1 })
  expect(event).toMatchObject({ subject: 'clock', data: { forgotten_slots: 1 } })
})

test('a simulated service keeps its own time', async () => {
  await database.sql`delete from data_mode`
  await claimDataMode(database.sql, 'simulated')
  await expect(believeClock(database.sql)).rejects.toThrow('has a time of its own')
})

test('after a step a trusted simulated clock continues from the latest instant that was seen or served', async () => {
  const { sql } = database
  const seen = '2026-11-20T16:00:00Z'
  const served = '2026-11-20T15:00:00Z'
  const believed = async (lastSeen: string, origin: string) => {
    const { epoch } = await readEpoch(sql)
    await sql.begin((tx) => raiseClockEpoch(tx, { seen: epoch, stepMs: -60_000, driftMs: -60_000 }))
    await sql`update service_time set last_seen = ${lastSeen}, service_origin = ${origin}, speed = 0`
    return (await believeClock(sql)).now
  }
  expect(await believed(seen, served)).toEqual(new Date(seen))
  expect(await believed(served, seen)).toEqual(new Date(seen))
})
