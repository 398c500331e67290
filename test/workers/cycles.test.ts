import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { silentLog } from '../../shared/log.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { advanceCycle, openCycle, readCycle } from '../../shared/postgres/signals/cycles.ts'
import { arrive, rerunCycle, sweepCycles } from '../../workers/schedule/cycles.ts'

const OPENED = new Date('2026-11-20T15:00:00Z')
const DEADLINE = new Date('2026-11-20T15:01:00Z')
const LATER = new Date('2026-11-20T16:00:00Z')
const ID = '2026-11-20T10:00'

const database = testDatabase()
const relay = quietRelay()

const OWN = {
  id: ID,
  scheduledFor: OPENED,
  expected: ['market', 'options'],
  deadline: DEADLINE,
  origin: 'scheduled' as const,
  openedAt: OPENED,
}

beforeEach(async () => {
  await database.sql`truncate cycles, cycle_arrivals, signal_snapshots, cycle_documents, reports, outbox, inbox`
  await openCycle(database.sql, OWN)
})

const arriveNow = (tx: Tx, source: string, at: Date) =>
  arrive(tx, ID, { source, ok: true, degraded: false, reason: null }, at)
/** The cycles that this arrival started to compute: message ids would hide it when two arrivals did. */
const arrival = (source: string, at: Date) =>
  relay.transaction(database.sql, async (tx) => {
    const messages = await arriveNow(tx, source, at)
    return { result: messages.map(({ cycleId }) => cycleId), messages }
  })
const sweep = (now: Date) => sweepCycles({ sql: database.sql, relay, log: silentLog }, now)
const computations = async () =>
  (
    await database.sql<{ id: string; cutoff: string }[]>`
    select o.message_id as id, o.envelope->'payload'->>'cutoff' as cutoff from outbox as o order by o.seq`
  ).map(({ id, cutoff }) => ({
    id,
    cutoff: new Date(cutoff),
  }))
const isAnyoneWaiting = async () => {
  const rows = await database.sql`
    select a.pid from pg_stat_activity as a
    where a.datname = current_database() and a.wait_event_type = 'Lock' limit 1`
  return rows.length > 0
}

test('a cycle is opened once: a second opening changes nothing of it', async () => {
  expect(await openCycle(database.sql, { ...OWN, expected: ['market'] })).toBe(false)
  expect(await readCycle(database.sql, ID)).toMatchObject({ expected: ['market', 'options'], state: 'collecting' })
  expect(await openCycle(database.sql, { ...OWN, id: '2026-11-20T10:15' })).toBe(true)
})

test('fan-in: the arrival that completes the cycle starts one computation', async () => {
  const at = new Date('2026-11-20T15:00:02Z')
  await arrival('market', at)
  expect(await computations()).toEqual([])
  await arrival('options', at)
  expect(await computations()).toEqual([{ id: `cycle:${ID}#1`, cutoff: at }])
})

test('fan-in: the cutoff covers every arrival, also one that got the lock before an earlier one', async () => {
  const earlier = new Date('2026-11-20T15:00:01Z')
  const later = new Date('2026-11-20T15:00:02Z')
  await arrival('market', later)
  await arrival('options', earlier)
  expect(await computations()).toEqual([{ id: `cycle:${ID}#1`, cutoff: later }])
})

test('fan-in: simultaneous arrivals, redeliveries and sweepers start one computation', async () => {
  const at = DEADLINE
  const started = await Promise.all([
    ...Array.from({ length: 5 }, () => arrival('market', at)),
    ...Array.from({ length: 5 }, () => arrival('options', at)),
    ...Array.from({ length: 3 }, () => sweep(at)),
  ])
  expect(started.flat()).toEqual([ID])
  expect(await computations()).toHaveLength(1)
})

test('fan-in: an arrival waits for another one at work, and then sees it', async () => {
  const letGo = Promise.withResolvers<void>()
  const inHand = Promise.withResolvers<void>()
  const first = database.sql.begin(async (tx) => {
    const messages = await arriveNow(tx, 'market', OPENED)
    inHand.resolve()
    await letGo.promise
    return messages
  })
  await inHand.promise
  let isDone = false
  const second = database.sql
    .begin((tx) => arriveNow(tx, 'options', OPENED))
    .finally(() => {
      isDone = true
    })
  await eventually(async () => isDone || (await isAnyoneWaiting()))
  letGo.resolve()
  expect((await Promise.all([first, second])).map((messages) => messages.length)).toEqual([0, 1])
})

test('fan-in: the cutoff is the deadline when the last arrival comes after it and before the sweeper', async () => {
  await arrival('market', OPENED)
  await arrival('options', LATER)
  expect(await computations()).toEqual([{ id: `cycle:${ID}#1`, cutoff: DEADLINE }])
})

test('a late message of an older run moves nothing, and one of the run moves the cycle on once', async () => {
  await sweep(LATER)
  await rerunCycle({ sql: database.sql, relay }, ID, LATER)
  const advance = (run: number, state: 'computed' | 'reported') =>
    database.sql.begin((tx) => advanceCycle(tx, ID, run, state))
  expect(await advance(1, 'computed')).toBe(false)
  expect(await readCycle(database.sql, ID)).toMatchObject({ state: 'computing', run: 2 })
  expect(await advance(2, 'reported')).toBe(false)
  expect(await advance(2, 'computed')).toBe(true)
  expect(await advance(2, 'computed')).toBe(false)
  expect(await advance(1, 'reported')).toBe(false)
  expect(await advance(2, 'reported')).toBe(true)
  expect(await readCycle(database.sql, ID)).toMatchObject({ state: 'reported', run: 2 })
})

test('sweeper: a cycle past its deadline is computed as of the deadline, however late the sweeper comes', async () => {
  await arrival('market', OPENED)
  expect(await sweep(new Date(DEADLINE.getTime() - 1))).toEqual([])
  expect(await sweep(LATER)).toEqual([ID])
  expect(await computations()).toEqual([{ id: `cycle:${ID}#1`, cutoff: DEADLINE }])
})

test('sweeper: an arrival after the cutoff changes nothing', async () => {
  await sweep(LATER)
  await arrival('market', LATER)
  await arrival('options', LATER)
  expect(await computations()).toHaveLength(1)
})

test('sweeper: a computation that no stage finishes is failed with what to do', async () => {
  await sweep(DEADLINE)
  await sweep(LATER)
  expect(await readCycle(database.sql, ID)).toMatchObject({ state: 'computing' })
  await database.sql`update cycles set updated_at = updated_at - interval '11 minutes'`
  await database.sql`update outbox set sent_at = clock_timestamp() - interval '10 minutes 30 seconds'`
  await sweep(LATER)
  expect(await readCycle(database.sql, ID)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('ops cycle rerun'),
  })
})

test.each([
  ['a cycle that nothing has computed for eleven minutes fails', 11, 'computing', 'scheduled', 'failed'],
  ['a cycle that nothing has reported for eleven minutes fails', 11, 'computed', 'scheduled', 'failed'],
  ['a cycle that was computed nine minutes ago is left to its report', 9, 'computed', 'scheduled', 'computed'],
  ['a reported cycle is done', 11, 'reported', 'scheduled', 'reported'],
  ['a cycle of a back-fill is left to it', 11, 'computing', 'backfill', 'computing'],
])('sweeper: %s', async (_, minutes, state, origin, then) => {
  const { sql } = database
  await sql`
    update cycles set state = ${state}, origin = ${origin}, cutoff = deadline,
      updated_at = updated_at - make_interval(mins => ${minutes})`
  await sweep(OPENED)
  expect(await readCycle(sql, ID)).toMatchObject({ state: then })
})

test('sweeper: a cycle that collects until its deadline does not fail, however long ago it was opened', async () => {
  await database.sql`update cycles set updated_at = updated_at - interval '11 minutes'`
  await sweep(OPENED)
  expect(await readCycle(database.sql, ID)).toMatchObject({ state: 'collecting' })
})

test('sweeper: a computation whose message waits for an outage is left to it', async () => {
  await sweep(DEADLINE)
  const { sql } = database
  await sql`update cycles set updated_at = updated_at - interval '3 hours'`
  const stateAfterSweep = async () => {
    await sweep(LATER)
    return (await readCycle(sql, ID))!.state
  }
  await sql`update outbox set sent_at = null`
  expect(await stateAfterSweep(), 'the broker is away').toBe('computing')
  await sql`update outbox set sent_at = clock_timestamp() - interval '9 minutes'`
  expect(await stateAfterSweep(), 'it was sent nine minutes ago').toBe('computing')
  await sql`update outbox set sent_at = clock_timestamp() - interval '1 hour'`
  await sql`
    insert into inbox (message_id, stage, state, attempts, outages, error_kind, error)
    values (${`cycle:${ID}#1`}, 'signals', 'started', 0, 40, 'unavailable', 'the disk is full')`
  expect(await stateAfterSweep(), 'its stage met an outage lately').toBe('computing')
  await sql`update inbox set updated_at = clock_timestamp() - interval '11 minutes'`
  expect(await stateAfterSweep(), 'no stage has touched it').toBe('failed')
})

test('sweeper: a cycle that another process holds is left to it, without waiting', async () => {
  const { sql } = database
  const whileHeld = (act: () => Promise<void>) =>
    sql.begin(async (tx) => {
      await tx`select 1 from cycles as c where c.id = ${ID} for update`
      await act()
    })
  await whileHeld(async () => expect(await sweep(LATER), 'overdue').toEqual([]))
  expect(await sweep(LATER)).toEqual([ID])
  await sql`update cycles set updated_at = updated_at - interval '11 minutes'`
  await sql`update outbox set sent_at = clock_timestamp() - interval '1 hour'`
  await whileHeld(async () => {
    await sweep(LATER)
    expect(await readCycle(sql, ID), 'a stage is saving it').toMatchObject({ state: 'computing' })
  })
  await sweep(LATER)
  expect(await readCycle(sql, ID)).toMatchObject({ state: 'failed' })
})

test('rerun: a new run with the same cutoff; an unknown cycle and one still collecting cannot be re-run', async () => {
  expect(await rerunCycle({ sql: database.sql, relay }, '2026-11-20T10:15', LATER)).toBeNull()
  expect(await rerunCycle({ sql: database.sql, relay }, ID, LATER)).toBeNull()
  expect(await readCycle(database.sql, ID)).toMatchObject({ state: 'collecting', run: 1 })
  expect(await computations()).toEqual([])
  await sweep(LATER)
  expect(await rerunCycle({ sql: database.sql, relay }, ID, LATER)).toMatchObject({ run: 2, cutoff: DEADLINE })
  expect((await computations()).map(({ id }) => id)).toEqual([`cycle:${ID}#1`, `cycle:${ID}#2`])
})
