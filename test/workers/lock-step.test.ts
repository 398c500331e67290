import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { ADMIN } from '../../harness/tokens.ts'
import { silentLog } from '../../shared/log.ts'
import { sequenceEvents } from '../../shared/postgres/events/sequence-events.ts'
import { readClockRow } from '../../shared/postgres/server/clock-row.ts'
import { recordAccountEvent } from '../../shared/postgres/trading/account-events.ts'
import { openAccount } from '../../shared/postgres/trading/open-account.ts'
import {
  leaveOut,
  pacedAccounts,
  readWish,
  saveWish,
  takeWish,
  wakeAccounts,
} from '../../shared/postgres/trading/wishes.ts'
import { pace } from '../../workers/clock/lock-step.ts'
import { at, type ClockWorld, clockWorld, OPENED, startDriver } from './clock-world.ts'

const database = testDatabase({ each: true })
const WAKE = '/api/v1/trading/wake'

async function newAgent(world: ClockWorld, { pacing }: { pacing: boolean }) {
  const { account, issued } = await database.sql.begin((tx) => openAccount(tx, { name: 'agent' }))
  if (pacing) {
    const url = `/api/v1/trading/admin/accounts/${account.id}`
    const headers = { authorization: `Bearer ${ADMIN}` }
    const answer = await world.app.inject({ method: 'PATCH', url, headers, payload: { pacing: true } })
    expect(answer.json()).toMatchObject({ pacing: true })
  }
  return {
    id: account.id,
    async wake(payload: object) {
      const headers = { authorization: `Bearer ${issued.token}` }
      const answer = await world.app.inject({ method: 'POST', url: WAKE, headers, payload })
      return { status: answer.statusCode, body: answer.json() }
    },
  }
}

const isOpen = async (id: number) =>
  (await database.sql`select 1 from clock_wishes as w where w.account_id = ${id} and w.arrived_at is null`).length > 0

test('in lock-step the clock goes to the earliest wish once every pacing account waits, and stands while one thinks', async () => {
  const world = await clockWorld(database)
  // Time stands still while the accounts are opened, however long that takes.
  await world.post({ action: 'pause' })
  startDriver(database)
  const [quick, slow] = [await newAgent(world, { pacing: true }), await newAgent(world, { pacing: true })]
  const stranger = await newAgent(world, { pacing: false })
  expect(await world.post({ action: 'lock-step' })).toMatchObject({ status: 200, body: { state: 'lock-step' } })
  const other = stranger.wake({ at: at('10:00:00') })
  const first = quick.wake({ at: at('09:59:50') })
  await eventually(() => isOpen(quick.id))
  // The clock stands before the earliest wish, wherever it was when the lock-step began.
  expect(await world.get()).toMatchObject({
    service_time: expect.stringMatching(/T09:59:[34]/),
    waiting_for: [{ what: 'account', name: String(slow.id) }],
  })
  const late = slow.wake({ next: 'minute' })
  expect(await first).toEqual({
    status: 200,
    body: { service_time: at('09:59:50'), woken_by: 'at', market_open: true },
  })
  // The clock waits for the agent that it has woken, even while a wish of the other is open.
  await sleep(300)
  expect(await world.get()).toMatchObject({
    service_time: at('09:59:50'),
    waiting_for: [{ what: 'account', name: String(quick.id) }],
  })
  const again = quick.wake({ next: 'close', after: at('09:59:50') })
  const woken = await world.handleUntil(late)
  expect(woken.body).toEqual({ service_time: at('10:00:00'), woken_by: 'minute', market_open: true })
  // A wish of an account that is not pacing is answered when its time comes, but does not move the clock.
  expect((await other).body).toMatchObject({ service_time: at('10:00:00'), woken_by: 'at' })
  const refused = await world.post({ action: 'step', by: '1m' })
  expect(refused).toMatchObject({ status: 409, body: { details: { moved_by: expect.stringContaining('lock-step') } } })
  await world.post({ action: 'pause' })
  await world.app.close()
  expect((await again).status).toBe(202)
})

test('a wish that is repeated at its own instant is answered when the work of that instant is done', async () => {
  const world = await clockWorld(database)
  await world.post({ action: 'pause' })
  startDriver(database)
  const agent = await newAgent(world, { pacing: true })
  await world.post({ action: 'lock-step' })
  const first = agent.wake({ at: at('10:00:00') })
  await eventually(async () => (await world.get()).service_time === at('10:00:00'))
  await eventually(async () => (await database.sql`select 1 from outbox as o where o.settled_at is null`).length > 0)
  const again = agent.wake({ at: at('10:00:00') })
  expect(await Promise.race([again, sleep(300).then(() => 'waits')])).toBe('waits')
  const { status, body } = await world.handleUntil(Promise.race([first, again]))
  expect({ status, body }).toMatchObject({ status: 200, body: { service_time: at('10:00:00'), woken_by: 'at' } })
  await world.app.close()
})

test('without a pacing account a lock-step stands still and reports why', async () => {
  const world = await clockWorld(database)
  startDriver(database)
  const stranger = await newAgent(world, { pacing: false })
  const { body } = await world.post({ action: 'lock-step' })
  void stranger.wake({ next: 'minute' })
  await eventually(() => isOpen(stranger.id))
  await sleep(300)
  expect(await world.get()).toMatchObject({ service_time: body.service_time, waiting_for: [{ what: 'nobody' }] })
})

test('with event wishes alone the clock goes from event to event until one comes', async () => {
  const world = await clockWorld(database)
  startDriver(database)
  const agent = await newAgent(world, { pacing: true })
  await world.post({ action: 'lock-step' })
  const waking = agent.wake({ next: 'event' })
  await eventually(async () => expect((await world.get()).service_time).toBe(at('10:00:00')))
  const event = { accountId: agent.id, epoch: 1, kind: 'deficit', actor: 'service', data: {} } as const
  await database.sql.begin((tx) => recordAccountEvent(tx, event))
  const { body } = await world.handleUntil(waking)
  expect(body).toEqual({ service_time: at('10:00:00'), woken_by: 'event', market_open: true })
})

test('while the clock stands still, an event of the very instant that the agent has seen wakes it once', async () => {
  const { sql } = database
  const world = await clockWorld(database)
  await world.post({ action: 'pause' })
  const agent = await newAgent(world, { pacing: false })
  const record = async () => {
    const event = { accountId: agent.id, epoch: 1, kind: 'deficit', actor: 'service', data: {} } as const
    await sql.begin((tx) => recordAccountEvent(tx, event))
    await sequenceEvents(sql, 100)
  }
  const wish = { kind: 'event', after: new Date((await world.get()).service_time), at: null } as const
  const save = () => sql.begin(async (tx) => void (await saveWish(tx, agent.id, wish)))
  const isDue = async () => (await readWish(sql, agent.id))!.isDue
  await record()
  await save()
  expect(await isDue()).toBe(false)
  await record()
  expect(await isDue()).toBe(true)
  // The agent repeats the request, because the answer was lost.
  await save()
  expect(await isDue()).toBe(true)
  await sql.begin((tx) => takeWish(tx, agent.id))
  await save()
  expect(await isDue()).toBe(false)
})

test('a silent account is left out with an event, and its next wish takes it back', async () => {
  const world = await clockWorld(database)
  startDriver(database, { pacingSilenceS: 1 })
  const [silent, busy] = [await newAgent(world, { pacing: true }), await newAgent(world, { pacing: true })]
  await world.post({ action: 'lock-step' })
  expect((await busy.wake({ at: at('09:59:55') })).body).toMatchObject({ service_time: at('09:59:55') })
  const events = await database.sql`
    select e.kind, e.actor from account_events as e where e.account_id = ${silent.id} and e.kind = 'left_out'`
  expect([...events]).toEqual([{ kind: 'left_out', actor: 'service' }])
  const told = await database.sql`
    select e.data->>'what' as what, e.data->>'name' as name from events as e where e.subject = 'clock_gave_up'`
  expect([...told]).toEqual([{ what: 'account', name: String(silent.id) }])
  const back = silent.wake({ at: at('09:59:58') })
  await eventually(() => isOpen(silent.id))
  const other = busy.wake({ at: at('09:59:59') })
  expect((await back).body.service_time).toBe(at('09:59:58'))
  void silent.wake({ at: at('10:00:00') })
  expect((await other).body.service_time).toBe(at('09:59:59'))
})

test('a wish, its answer, a wake-up and a silence of one agent leave the others as they are', async () => {
  const world = await clockWorld(database)
  const [one, other] = [await newAgent(world, { pacing: true }), await newAgent(world, { pacing: true })]
  const wish = { kind: 'at', after: OPENED, at: new Date(at('10:00:00')) } as const
  const { sql } = database
  await sql.begin(async (tx) => void (await saveWish(tx, other.id, wish)))
  await sql`update accounts set paced_at = ${OPENED}, left_out_at = ${OPENED} where id = ${other.id}`
  const standing = async () => {
    const [row] = await sql`
      select a.paced_at, a.left_out_at, w.at, w.arrived_at, w.woken_by
      from accounts as a left join clock_wishes as w on w.account_id = a.id where a.id = ${other.id}`
    return { ...row }
  }
  const before = await standing()
  expect(before).toMatchObject({ paced_at: OPENED, left_out_at: OPENED, at: wish.at, arrived_at: null })
  await sql.begin(async (tx) => {
    await saveWish(tx, one.id, wish)
    await wakeAccounts(tx, [one.id])
    await takeWish(tx, one.id)
    expect([await leaveOut(tx, one.id), await leaveOut(tx, one.id), await leaveOut(tx, other.id)]).toEqual([
      true,
      false,
      false,
    ])
  })
  expect(await standing()).toEqual(before)
})

test('in real time a wish just waits for its time', async () => {
  const world = await clockWorld(database)
  const agent = await newAgent(world, { pacing: true })
  const { status, body } = await agent.wake({ at: new Date(OPENED.getTime() + 2_000).toISOString() })
  expect({ status, body }).toMatchObject({ status: 200, body: { woken_by: 'at', market_open: true } })
  expect(body.service_time >= at('09:59:32')).toBe(true)
  expect(body.service_time < at('09:59:45')).toBe(true)
  expect([...(await database.sql`select 1 from clock_wishes`)]).toEqual([])
})

test('in real time a cycle has come once its report can be read or will not be', async () => {
  const { sql } = database
  const world = await clockWorld(database)
  const { id } = await newAgent(world, { pacing: false })
  const isDue = async (instant: Date) => {
    const wish = { kind: 'cycle', after: new Date(instant.getTime() - 60_000), at: instant } as const
    await sql.begin((tx) => saveWish(tx, id, wish))
    return (await readWish(sql, id))!.isDue
  }
  const cycleIs = (state: string) => sql`
    insert into cycles (id, scheduled_for, expected, deadline, state, cutoff, origin, opened_at)
    values ('test', ${OPENED}, '{}', ${new Date(OPENED.getTime() + 60_000)}, ${state}, ${OPENED}, 'scheduled', ${OPENED})
    on conflict (id) do update set state = excluded.state`
  expect(await isDue(OPENED)).toBe(false)
  const due: string[] = []
  for (const state of ['collecting', 'computing', 'computed', 'reported', 'failed']) {
    await cycleIs(state)
    if (await isDue(OPENED)) due.push(state)
  }
  expect(due).toEqual(['reported', 'failed'])
  await sql`delete from cycles`
  expect(await isDue(new Date(OPENED.getTime() - 150_000))).toBe(false)
  expect(await isDue(new Date(OPENED.getTime() - 180_000))).toBe(true)
  expect(await isDue(new Date(OPENED.getTime() + 120_000))).toBe(false)
})

test('an instant that is past is answered at once, and an arrival that no poll carried home is not lost', async () => {
  const world = await clockWorld(database)
  const agent = await newAgent(world, { pacing: true })
  expect((await agent.wake({ next: 'cycle', after: at('09:30:00') })).body).toMatchObject({ woken_by: 'cycle' })
  await database.sql`
    insert into clock_wishes (account_id, kind, after, at, arrived_at, woken_by)
    values (${agent.id}, 'cycle', ${at('09:40:00')}, ${at('09:45:00')}, ${at('09:45:00')}, 'cycle')`
  expect((await agent.wake({ next: 'cycle' })).body).toMatchObject({ woken_by: 'cycle' })
  expect([...(await database.sql`select 1 from clock_wishes`)]).toEqual([])
})

const UNREADABLE: readonly (readonly [wish: object, field: string])[] = [
  [{}, 'next'],
  [{ at: at('10:00:00'), next: 'open' }, 'next'],
  [{ at: at('10:00:00'), after: at('09:00:00') }, 'after'],
  [{ at: '2026-02-30T10:00' }, 'at'],
  [{ at: 5 }, 'at'],
  [{ next: 'moon' }, 'next'],
  [{ next: 'open', after: at('11:00:00') }, 'after'],
  [{ next: 'open', until: 'x' }, 'until'],
]

test('a wish that cannot be read is refused by the name of the field', async () => {
  const world = await clockWorld(database)
  const agent = await newAgent(world, { pacing: false })
  for (const [wish, field] of UNREADABLE) {
    expect({ wish, answer: await agent.wake(wish) }).toMatchObject({
      wish,
      answer: { status: 400, body: { code: 'invalid_parameter', details: { fields: [field] } } },
    })
  }
})

test('a mover that has read an earlier change of the clock wakes no agent', async () => {
  const world = await clockWorld(database)
  await world.post({ action: 'pause' })
  const agent = await newAgent(world, { pacing: true })
  await database.sql`
    insert into clock_wishes (account_id, kind, after, at) select ${agent.id}, 'at', service_now(), service_now()`
  const { seq } = (await readClockRow(database.sql))!
  const paceAt = async (seen: number) =>
    await pace(
      { sql: database.sql, log: silentLog, clock: { now: () => OPENED }, pacingSilenceS: 600 },
      { accounts: await pacedAccounts(database.sql), seq: seen, ledForS: 0, isSeen: async () => true },
    )
  expect(await paceAt(seq - 1)).toEqual({ kind: 'stand', waitMs: 0 })
  expect(await isOpen(agent.id)).toBe(true)
  expect(await paceAt(seq)).toEqual({ kind: 'stand', waitMs: 0 })
  expect(await isOpen(agent.id)).toBe(false)
  await world.app.close()
})
