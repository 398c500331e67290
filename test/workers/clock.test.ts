import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { settleMessages } from '../../shared/postgres/messaging/settled.ts'
import { raiseSequence } from '../../shared/postgres/server/data-losses.ts'
import { serviceClock } from '../../shared/postgres/server/service-time.ts'
import { openAccount } from '../../shared/postgres/trading/open-account.ts'
import { at, clockWorld, OPENED, startDriver } from './clock-world.ts'

const database = testDatabase({ each: true })
/** The work at 10:00 besides the cycle, in its order: entries of the screener, then orders of its house accounts. */
const ENTRIES = { stage: 'screener', message: 'schedule:screener-entry:2026-11-20T10:00#1' } as const
const HOUSE = { stage: 'house', message: 'schedule:house:2026-11-20T10:00#1' } as const
/** The limits of real time that the log reports, each once. */
async function toldGaveUp(names: readonly string[]): Promise<void> {
  const told = await database.sql<{ name: string; at: Date }[]>`
    select e.data->>'name' as name, e.at from events as e where e.kind = 'clock' and e.subject = 'clock_gave_up' order by 1`
  expect(told.map(({ name }) => name)).toEqual([...names].sort())
  expect(told.every((event) => event.at >= OPENED)).toBe(true)
}
const stages = (report: { waiting_for: { what: string; name: string | null }[] }) =>
  report.waiting_for.filter(({ what }) => what === 'stage').map(({ name }) => name)

test('a step goes from event to event, each with its work done, and answers when it has arrived', async () => {
  const world = await clockWorld(database)
  startDriver(database)
  await world.post({ action: 'pause' })
  const stepping = world.post({ action: 'to', to: at('10:02:00') })
  const held = await eventually(async () => {
    const now = await world.get()
    expect(stages(now)).toEqual([ENTRIES.stage])
    return now
  })
  expect(held).toMatchObject({ service_time: at('10:00:00'), state: 'moving', target: at('10:02:00') })
  // House accounts act on what the screener has entered, so their slot waits until that is done.
  expect(await world.handle()).toEqual([ENTRIES.message])
  await eventually(async () => expect(stages(await world.get())).toEqual([HOUSE.stage]))
  expect((await world.get()).service_time).toBe(at('10:00:00'))
  expect(await world.handle()).toEqual([HOUSE.message])
  // The cycle without sources is computed at its deadline, which is an event of its own.
  const next = await eventually(async () => {
    const now = await world.get()
    expect(stages(now)).toEqual(['signals'])
    return now
  })
  expect(next.service_time).toBe(at('10:01:00'))
  await world.handle()
  const { status, body } = await stepping
  expect(status).toBe(200)
  expect(body).toMatchObject({
    service_time: at('10:02:00'),
    state: 'paused',
    target: null,
    waiting_for: [],
    did: { arrived: true, slots_missed: 0, left_out: [] },
  })
  const late = await database.sql`
    select s.key from slots as s where s.scheduled_for > ${OPENED} and s.decided_at <> s.scheduled_for`
  expect([...late]).toEqual([])
  // A move on command is no step of the machine's clock.
  const [traces] = await database.sql`
    select (select count(*)::int from clock_epoch) as epochs,
      (select count(*)::int from events as e where e.kind in ('clock', 'slot')) as events`
  expect(traces).toEqual({ epochs: 0, events: 0 })
})

test('a message that is being tried again holds the clock, and one that was given up does not', async () => {
  const world = await clockWorld(database)
  startDriver(database)
  const stepping = world.post({ action: 'to', to: at('10:00:30') })
  await eventually(async () => expect(stages(await world.get())).toEqual([ENTRIES.stage]))
  await database.sql`insert into inbox (message_id, stage, state, attempts)
    select o.message_id, s.stage, 'started', 1 from outbox as o cross join unnest(o.stages) as s (stage)
    where o.settled_at is null`
  expect((await settleMessages(database.sql)).settled).toBe(0)
  expect((await world.get()).waiting_for).toMatchObject([
    { name: ENTRIES.stage, reason: expect.stringContaining('1 of them met an error') },
  ])
  await database.sql`update inbox set state = 'failed'`
  await eventually(async () => expect(stages(await world.get())).toEqual([HOUSE.stage]))
  await world.handle()
  expect((await stepping).body.service_time).toBe(at('10:00:30'))
  await toldGaveUp([`${ENTRIES.stage} ${ENTRIES.message}`])
  // It is listed among what the clock waits for until the session is over.
  void world.post({ action: 'to', to: at('10:02:00') })
  await eventually(async () => {
    const { waiting_for } = await world.get()
    const limits = waiting_for.filter(({ what }) => what === 'gave_up').map(({ reason }) => reason)
    expect(limits.join()).toContain(`gave up message ${ENTRIES.message} after 1 attempts`)
  })
})

test('a message that died inside the broker does not hold the clock forever', { timeout: 60_000 }, async () => {
  const world = await clockWorld(database)
  const dead = [ENTRIES, HOUSE]
  startDriver(database, { letters: dead.map(({ stage, message }) => ({ messageId: message, stage })) })
  const { status, body } = await world.post({ action: 'to', to: at('10:00:30') })
  expect({ status, at: body.service_time }).toEqual({ status: 200, at: at('10:00:30') })
  expect([...(await database.sql`select 1 from inbox`)]).toEqual([])
  await toldGaveUp(dead.map(({ stage, message }) => `${stage} ${message}`))
})

test('neither Postgres nor the clock of a process passes the ceiling, however fast time runs', async () => {
  const world = await clockWorld(database)
  const { clock } = startDriver(database)
  expect((await world.post({ action: 'run', speed: 3_600 })).status).toBe(200)
  await eventually(async () => expect(stages(await world.get())).toEqual([ENTRIES.stage]))
  const stranger = serviceClock(() => database.sql)
  await stranger.sync()
  const [{ now }] = await database.sql<[{ now: Date }]>`select service_now() as now from pg_sleep(0.05)`
  const instants = [now, clock.now(), stranger.now()].map((instant) => instant.toISOString())
  stranger.close()
  expect(instants).toEqual(Array.from({ length: 3 }, () => '2026-11-20T15:00:00.000Z'))
  expect(await world.get()).toMatchObject({ state: 'run', speed: 3_600 })
  await world.handle()
  await eventually(async () => expect(stages(await world.get())).toEqual([HOUSE.stage]))
  await world.handle()
  await eventually(async () => expect(stages(await world.get())).toEqual(['signals']))
  expect((await world.get()).service_time).toBe(at('10:01:00'))
})

test('a second mover learns who moves, and a pause drops the target', async () => {
  const world = await clockWorld(database)
  startDriver(database)
  const stepping = world.post({ action: 'to', to: at('10:59:30') })
  await eventually(async () => expect(stages(await world.get())).toEqual([ENTRIES.stage]))
  for (const body of [
    { action: 'step', by: '1m' },
    { action: 'run' },
    { action: 'lock-step' },
    { action: 'to', to: 'next-open' },
  ]) {
    const refused = await world.post(body)
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'clock_moving',
        details: { moved_by: expect.stringContaining('admin token'), target: at('10:59:30') },
      },
    })
  }
  expect(await world.post({ action: 'pause' })).toMatchObject({ status: 200, body: { state: 'paused', target: null } })
  expect(await stepping).toMatchObject({ status: 409, body: { code: 'clock_replaced' } })
  expect(await world.get()).toMatchObject({ service_time: at('10:00:00'), state: 'paused' })
})

const UNREADABLE: readonly (readonly [body: object, field: string])[] = [
  [{ action: 'to', to: at('09:59:29') }, 'to'],
  [{ action: 'to', to: '2026-02-30T10:00' }, 'to'],
  [{ action: 'to', to: '2061-01-02T10:00' }, 'to'],
  [{ action: 'to', to: 'next-moon' }, 'to'],
  [{ action: 'to' }, 'to'],
  [{ action: 'to', to: 'next-open', by: '5m' }, 'by'],
  [{ action: 'step', by: '0m' }, 'by'],
  [{ action: 'step', by: '-5m' }, 'by'],
  [{ action: 'step', by: '9999999d' }, 'by'],
  [{ action: 'step' }, 'by'],
  [{ action: 'run', speed: 0 }, 'speed'],
  [{ action: 'run', speed: -2 }, 'speed'],
  [{ action: 'run', speed: 3_601 }, 'speed'],
  [{ action: 'pause', speed: 2 }, 'speed'],
  [{ action: 'jump' }, 'action'],
  [{ action: 'pause', now: true }, 'now'],
]

test('a command that cannot be read is refused by the name of the field, and nothing has changed', async () => {
  const world = await clockWorld(database)
  const standing = () => database.sql`select st.seq, st.state, st.is_commanded from service_time as st`
  const before = [...(await standing())]
  for (const [body, field] of UNREADABLE) {
    expect({ body, answer: await world.post(body) }).toMatchObject({
      body,
      answer: { status: 400, body: { code: 'invalid_parameter', details: { fields: [field] } } },
    })
    expect({ body, standing: [...(await standing())] }).toEqual({ body, standing: before })
  }
  expect((await world.post({ action: 'pause', now: true })).body.message).toBe(
    'now: must not be sent: the object must have no members except action, speed, by, to',
  )
})

test('live data is refused by name, and so is the token of an agent', async () => {
  const world = await clockWorld(database)
  await database.sql`update data_mode set mode = 'live'`
  expect(await world.post({ action: 'pause' })).toMatchObject({ status: 409, body: { code: 'clock_is_live' } })
  const { issued } = await database.sql.begin((tx) => openAccount(tx, { name: 'agent' }))
  const headers = { authorization: `Bearer ${issued.token}` }
  const url = '/api/v1/admin/clock'
  const refused = [
    await world.app.inject({ url, headers }),
    await world.app.inject({ method: 'POST', url, headers, payload: { action: 'pause' } }),
    await world.app.inject({ url }),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 401])
})

test('without a scheduler the clock stands still, and the next scheduler continues to the target', async () => {
  const world = await clockWorld(database)
  const first = startDriver(database)
  const stepping = world.post({ action: 'to', to: at('10:20:00') })
  await eventually(async () => expect(stages(await world.get())).toEqual([ENTRIES.stage]))
  await first.stop()
  await world.handle()
  const why = async () => (await world.get()).waiting_for.map(({ what, reason }) => [what, reason])
  expect(await why()).toEqual([['scheduler', 'no scheduler runs, and only a scheduler moves the clock']])
  await raiseSequence(database.sql, 0)
  expect(await why()).toEqual([['scheduler', 'the scheduler has not taken the clock over yet']])
  expect(await world.get()).toMatchObject({ service_time: at('10:00:00'), target: at('10:20:00') })
  startDriver(database)
  startDriver(database)
  const { status, body } = await world.handleUntil(stepping)
  expect({ status, at: body.service_time, did: body.did }).toMatchObject({
    status: 200,
    at: at('10:20:00'),
    did: { slots_missed: 0 },
  })
})

test('an arrival waits for every living process, and names the silent one that it leaves out', async () => {
  const world = await clockWorld(database)
  await database.sql`insert into clock_readers (id, name) values (gen_random_uuid(), 'api on the other side')`
  startDriver(database)
  const stepping = world.post({ action: 'step', by: '10s' })
  await eventually(async () =>
    expect((await world.get()).waiting_for).toMatchObject([{ what: 'reader', name: 'api on the other side' }]),
  )
  expect(await world.get()).toMatchObject({ state: 'moving', service_time: expect.stringMatching(/T09:59:4/) })
  await database.sql`update clock_readers set beat_at = beat_at - interval '6 seconds' where name like '%other side'`
  expect(await stepping).toMatchObject({ status: 200, body: { did: { left_out: ['api on the other side'] } } })
})

test('the back-fill holds a move, which reports that', async () => {
  const world = await clockWorld(database)
  await database.sql`insert into backfill (step, done, total) values ('history', 1, 1), ('members', 1, 3)`
  startDriver(database)
  const stepping = world.post({ action: 'step', by: '10s' })
  await eventually(async () => expect((await world.get()).waiting_for).toMatchObject([{ what: 'backfill' }]))
  await database.sql`insert into backfill (step, done, total) values ('verdicts', 1, 1)
    on conflict (step) do nothing`
  await database.sql`insert into backfill (step, done, total)
    select s, 1, 1 from unnest(array['members', 'chains', 'days', 'alerts', 'recompute', 'watched', 'companies', 'panels',
      'picks', 'cycles', 'verdicts']) as s on conflict (step) do update set done = excluded.total, total = excluded.total`
  expect((await stepping).status).toBe(200)
})
