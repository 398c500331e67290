import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../shared/log.ts'
import { openCycle, readCycle } from '../../shared/postgres/signals/cycles.ts'
import { arrive, rerunCycle, sweepCycles } from '../../workers/schedule/cycles.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { quietRelay } from '../harness/quiet-relay.ts'

const OPENED = new Date('2026-11-20T15:00:00Z')
const DEADLINE = new Date('2026-11-20T15:01:00Z')
const LATER = new Date('2026-11-20T16:00:00Z')
const ID = '2026-11-20T10:00'

let database: TestDatabase
const relay = quietRelay()

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.sql`truncate cycles, cycle_arrivals, signal_snapshots, cycle_documents, reports, outbox`
  await openCycle(database.sql, {
    id: ID,
    scheduledFor: OPENED,
    expected: ['market', 'options'],
    deadline: DEADLINE,
    origin: 'scheduled',
    openedAt: OPENED,
  })
})

const arrival = (source: string, at: Date) =>
  relay.transaction(database.sql, async (tx) => ({
    result: null,
    messages: await arrive(tx, ID, { source, ok: true, degraded: false, reason: null }, at),
  }))
const sweep = (now: Date) => sweepCycles({ sql: database.sql, relay, log: silentLog }, now)
const computations = async () =>
  (
    await database.sql<{ id: string; cutoff: string }[]>`
    select o.message_id as id, o.envelope->'payload'->>'cutoff' as cutoff from outbox as o order by o.seq`
  ).map(({ id, cutoff }) => ({
    id,
    cutoff: new Date(cutoff),
  }))

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
  await Promise.all([
    ...Array.from({ length: 5 }, () => arrival('market', at)),
    ...Array.from({ length: 5 }, () => arrival('options', at)),
    ...Array.from({ length: 3 }, () => sweep(at)),
  ])
  expect(await computations()).toHaveLength(1)
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
  await sweep(LATER)
  expect(await readCycle(database.sql, ID)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('ops cycle rerun'),
  })
})

test('rerun: a new run with the same cutoff; a cycle still collecting cannot be re-run', async () => {
  expect(await rerunCycle({ sql: database.sql, relay }, ID, LATER)).toBeNull()
  await sweep(LATER)
  expect(await rerunCycle({ sql: database.sql, relay }, ID, LATER)).toMatchObject({ run: 2, cutoff: DEADLINE })
  expect((await computations()).map(({ id }) => id)).toEqual([`cycle:${ID}#1`, `cycle:${ID}#2`])
})
