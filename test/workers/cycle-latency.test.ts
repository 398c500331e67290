import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { cycleLatency } from '../../shared/postgres/signals/cycle-latency.ts'
import { advanceCycle, openCycle } from '../../shared/postgres/signals/cycles.ts'
import { arrive, rerunCycle } from '../../workers/schedule/cycles.ts'

const OPEN = Date.parse('2026-11-20T14:30:00Z')
const relay = quietRelay()
const NOTHING = { collected: null, computed: null, reported: null, total: null }

const database = testDatabase({ each: true })

const slot = (index: number) => new Date(OPEN + index * 900_000)

async function open(id: string, index: number, origin: 'scheduled' | 'backfill' = 'scheduled'): Promise<void> {
  const at = slot(index)
  await openCycle(database.sql, { id, scheduledFor: at, expected: ['market'], deadline: at, origin, openedAt: at })
}
const collect = (id: string, index: number) =>
  relay.transaction(database.sql, async (tx) => ({
    result: null,
    messages: await arrive(tx, id, { source: 'market', ok: true, degraded: false, reason: null }, slot(index)),
  }))
const advance = (id: string, state: 'computed' | 'reported', run = 1) =>
  database.sql.begin((tx) => advanceCycle(tx, id, run, state))

/** A cycle from slot to report, with given phases one after the other. */
async function served(id: string, index: number, [collected, computed, reported]: [number, number, number]) {
  await open(id, index)
  await collect(id, index)
  await advance(id, 'computed')
  await advance(id, 'reported')
  await database.sql`
    update cycles set collected_at = due_at + make_interval(secs => ${collected}),
      computed_at = due_at + make_interval(secs => ${collected + computed}),
      reported_at = due_at + make_interval(secs => ${collected + computed + reported})
    where id = ${id}`
}

const instants = async (id: string) =>
  (
    await database.sql<{ due: Date | null; collected: Date | null; computed: Date | null; reported: Date | null }[]>`
      select c.due_at as due, c.collected_at as collected, c.computed_at as computed, c.reported_at as reported
      from cycles as c where c.id = ${id}`
  )[0]!

test('without a scheduled cycle there is no figure, whatever was back-filled', async () => {
  await open('filled', 0, 'backfill')
  await collect('filled', 0)
  await advance('filled', 'computed')
  await advance('filled', 'reported')
  expect(await instants('filled')).toEqual({
    due: null,
    collected: expect.any(Date),
    computed: expect.any(Date),
    reported: expect.any(Date),
  })
  expect(await cycleLatency(database.sql)).toEqual({
    newest: null,
    newestServedMs: null,
    cycles: 0,
    quantiles: { p50: NOTHING, p95: NOTHING, max: NOTHING },
    unservedMs: 0,
  })
})

test('a slot’s instant is converted to real time at any speed of service time', async () => {
  const realOrigin = new Date('2026-01-05T12:00:00Z')
  const at = (speed: number) => database.sql`
    insert into service_time (real_origin, service_origin, speed, since, last_seen)
    values (${realOrigin}, ${slot(0)}, ${speed}, ${slot(0)}, ${slot(0)})
    on conflict (id) do update set speed = excluded.speed`
  await at(10)
  await open('fast', 1)
  expect((await instants('fast')).due).toEqual(new Date(realOrigin.getTime() + 90_000))
  await at(1)
  await open('live', 2)
  expect((await instants('live')).due).toEqual(new Date(realOrigin.getTime() + 1_800_000))
  await at(0)
  const [before] = await database.sql<[{ now: Date }]>`select clock_timestamp() as now`
  await open('stepped', 3)
  expect((await instants('stepped')).due! >= before.now).toBe(true)
})

test('quantiles cover the newest 27 served cycles; the newest shows its phases, an unserved one its waiting time', async () => {
  for (let index = 0; index < 30; index += 1) await served(`c${index}`, index, [index, 0.5, 0.25])
  await open('newest', 30)
  await database.sql`update cycles set due_at = clock_timestamp() - interval '5 minutes' where id = 'newest'`
  const latency = await cycleLatency(database.sql)
  expect(latency).toMatchObject({ newest: { cycle: 'newest', ...NOTHING }, newestServedMs: 29_750, cycles: 27 })
  expect(latency.quantiles).toEqual({
    p50: { collected: 16_000, computed: 500, reported: 250, total: 16_750 },
    p95: { collected: 28_000, computed: 500, reported: 250, total: 28_750 },
    max: { collected: 29_000, computed: 500, reported: 250, total: 29_750 },
  })
  expect(latency.unservedMs).toBeGreaterThanOrEqual(300_000)
  await collect('newest', 30)
  expect((await cycleLatency(database.sql)).newest).toMatchObject({ collected: expect.any(Number), total: null })
  await advance('newest', 'computed')
  await advance('newest', 'reported')
  const after = await cycleLatency(database.sql)
  expect(after.unservedMs).toBe(0)
  expect(after.newestServedMs).toBe(after.newest?.total)
})

test('a re-run changes nothing and counts as no waiting, because the event was served the first time', async () => {
  await served('c', 0, [1, 1, 1])
  const before = await instants('c')
  await rerunCycle({ sql: database.sql, relay }, 'c', slot(9))
  expect((await cycleLatency(database.sql)).unservedMs).toBe(0)
  await advance('c', 'computed', 2)
  await advance('c', 'reported', 2)
  expect(await instants('c')).toEqual(before)
})

const fail = (id: string) => database.sql`update cycles set state = 'failed' where id = ${id}`

test('a cycle that failed in its first run keeps no instant of a later one', async () => {
  await open('c', 0)
  await collect('c', 0)
  await fail('c')
  await rerunCycle({ sql: database.sql, relay }, 'c', slot(9))
  expect([await advance('c', 'computed', 2), await advance('c', 'reported', 2)]).toEqual([true, true])
  expect(await instants('c')).toMatchObject({ computed: null, reported: null })
})

test('a report does not say when its cycle was computed, nor the computation when it was reported', async () => {
  await open('late', 0)
  await collect('late', 0)
  await fail('late')
  expect(await advance('late', 'reported')).toBe(true)
  expect(await instants('late')).toMatchObject({ computed: null, reported: expect.any(Date) })
  await open('early', 1)
  await collect('early', 1)
  expect(await advance('early', 'computed')).toBe(true)
  expect(await instants('early')).toMatchObject({ computed: expect.any(Date), reported: null })
})
