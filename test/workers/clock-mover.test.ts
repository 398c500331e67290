import { expect, test } from 'vitest'
import { cycleReady } from '../../harness/broker/messages.ts'
import { testDatabase } from '../../harness/database.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { silentLog } from '../../shared/log.ts'
import type { ClockNotice } from '../../shared/postgres/server/clock-row.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { openServiceTime } from '../../shared/postgres/server/service-time.ts'
import { ClockMover } from '../../workers/clock/clock-mover.ts'
import { createPatience } from '../../workers/clock/hold-back.ts'
import { OPENED } from './clock-world.ts'

const database = testDatabase({ each: true })
const broker = { deadLetters: async () => [] }
const FIRST_SLOT = new Date('2026-11-20T15:00:00Z')

test('a raised ceiling is passed to the clock of the process that raised it, so that it need not query', async () => {
  const { sql } = database
  await openServiceTime(sql, OPENED, { speed: 1, reason: 'test', isGoverned: true })
  await sql`update service_time set target = ${FIRST_SLOT}, move_from = ${OPENED}, moved_at = clock_timestamp()`
  const heard: ClockNotice[] = []
  const clock = {
    now: () => OPENED,
    reach: async () => {},
    hear: async (notice: ClockNotice) => void heard.push(notice),
  }
  const mover = new ClockMover({
    sql,
    relay: quietRelay(),
    log: silentLog,
    cadences: [],
    clock,
    broker,
    isBusy: () => false,
    sourceRunsKeepDays: 30,
    pacingSilenceS: 600,
  })
  for (let looks = 0; looks < 10 && heard.length === 0; looks++) await mover.step((await mover.look())!)
  const [row] = await sql<{ seq: number; at: Date }[]>`select st.seq, st.ceiling as at from service_time as st`
  expect(row!.at).toEqual(FIRST_SLOT)
  expect(heard).toEqual([{ seq: row!.seq, at: FIRST_SLOT.getTime(), arriving: null }])
})

test('patience: while this process sends or handles a message it does not ask at once what is settled', async () => {
  let looks = 0
  const looksBefore: number[] = []
  const sql = new Proxy(database.sql, {
    apply(target, self, args) {
      looksBefore.push(looks)
      return Reflect.apply(target, self, args)
    },
  }) as Pool
  // Busy at the first two looks.
  const isBusy = () => ++looks <= 2
  const patience = createPatience({ sql, broker, clock: { now: () => OPENED }, isBusy })
  await quietRelay().transaction(database.sql, async () => ({ result: null, messages: [cycleReady('a')] }))
  const waiting = patience.settled()
  await database.sql`
    insert into inbox (message_id, stage, state, attempts)
    select o.message_id, s.stage, 'done', 1 from outbox as o cross join unnest(o.stages) as s (stage)`
  expect(await waiting).toBe(true)
  expect(looksBefore[0]).toBeGreaterThanOrEqual(2)
})

test('patience: a process that is not busy asks at once', async () => {
  let looks = 0
  const isBusy = () => ++looks < 0
  const patience = createPatience({ sql: database.sql, broker, clock: { now: () => OPENED }, isBusy })
  expect(await patience.settled()).toBe(true)
  expect(looks).toBe(1)
})
