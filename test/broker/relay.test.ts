import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cycleReady, dayDue, keys } from '../../harness/broker/messages.ts'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import type { Broker } from '../../shared/broker/port.ts'
import { pruneMessaging } from '../../shared/broker/prune.ts'
import { outboxOnly, type Relay, startRelay } from '../../shared/broker/relay.ts'
import { startSweeper } from '../../shared/broker/sweeper.ts'
import { AppError } from '../../shared/errors.ts'
import { silentLog } from '../../shared/log.ts'
import { forgetFailed } from '../../shared/postgres/messaging/inbox.ts'
import { outboxBacklog } from '../../shared/postgres/messaging/outbox.ts'
import { noteDeadLetters, settleMessages, unsettledStages } from '../../shared/postgres/messaging/settled.ts'
import { DAY_MS } from '../../shared/time/trading-day.ts'
import { prune } from '../../workers/schedule/prune.ts'

const database = testDatabase({ each: true })
let relay: Relay | null = null
let published: string[]
/** The broker's answer to a batch; undefined accepts it. */
let answer: (ids: string[]) => Error | undefined

beforeEach(async () => {
  published = []
  answer = () => undefined
})
afterEach(async () => {
  await relay?.stop()
  relay = null
})

function start(): Relay {
  const publish: Broker['publish'] = async (envelopes) => {
    const ids = envelopes.map((envelope) => envelope.id)
    const error = answer(ids)
    if (error) throw error
    published.push(...ids)
  }
  relay = startRelay({ sql: database.sql, broker: { publish } as Broker, log: silentLog })
  return relay
}
const write = (own: Relay, ...messages: Parameters<typeof cycleReady>[0][]) =>
  own.transaction(database.sql, async () => ({ result: null, messages: messages.map(cycleReady) }))
const backlog = () => outboxBacklog(database.sql)
const makeOld = () => database.sql`update outbox set created_at = created_at - interval '1 minute'`

it('outbox: messages are published and marked at once when their transaction commits', async () => {
  await write(start(), 'a', 'b')
  await eventually(async () => (await backlog()).unsent === 0)
  expect(published).toEqual(['test:a#1', 'test:b#1'])
})

it('relay: it is publishing from a commit until the broker has answered, also when that refuses', async () => {
  const own = start()
  const seen: boolean[] = []
  answer = () => {
    queueMicrotask(() => seen.push(own.isPublishing()))
    return seen.length === 1 ? new AppError('unavailable', 'away') : undefined
  }
  expect(own.isPublishing()).toBe(false)
  for (const id of ['a', 'b']) {
    await write(own, id)
    await eventually(() => !own.isPublishing())
  }
  expect(seen).toEqual([true, true])
})

it('outbox: nothing is stored or sent when the transaction rolls back', async () => {
  const own = start()
  const broken = own.transaction(database.sql, async () => {
    const messages = [cycleReady('a'), { ...cycleReady('b'), id: 'no id' }]
    return { result: null, messages }
  })
  await expect(broken).rejects.toMatchObject({ kind: 'internal' })
  const rows = await database.sql`select * from outbox`
  expect({ rows: rows.length, published }).toEqual({ rows: 0, published: [] })
})

it('message: is sent once even if the same work enqueues it twice', async () => {
  const own = start()
  await write(own, 'a', 'a')
  await write(own, 'a')
  await own.stop()
  expect(published).toEqual(['test:a#1'])
})

it('outbox: grows while the broker is away and drains when it is back', async () => {
  const own = start()
  answer = () => new AppError('unavailable', 'away')
  await write(own, ...keys(250))
  await makeOld()
  expect(await backlog()).toMatchObject({ unsent: 250 })
  expect((await backlog()).oldestUnsentAgeMs).toBeGreaterThan(60_000)
  answer = () => undefined
  await eventually(async () => (await backlog()).unsent === 0)
  expect(new Set(published).size).toBe(250)
})

it('sweeper: several sweepers send what a crashed process left, each message once', async () => {
  const own = start()
  answer = () => new AppError('unavailable', 'away')
  await write(own, ...keys(50))
  await own.stop()
  await makeOld()
  answer = () => undefined
  const others = [start(), start(), start()]
  await eventually(async () => (await backlog()).unsent === 0)
  for (const other of others) await other.stop()
  expect(published.sort()).toEqual(keys(50).map((key) => `test:${key}#1`))
})

/** Starts a sweeper alone on messages that a crash has left, and counts its batches. */
async function sweepLeft(count: number, publish: Broker['publish']) {
  const { sql } = database
  await outboxOnly.transaction(sql, async () => ({ result: null, messages: keys(count).map(cycleReady) }))
  await makeOld()
  const batches = vi.spyOn(sql, 'begin')
  return { batches, sweeper: startSweeper({ sql, broker: { publish } as Broker, log: silentLog }) }
}

it('sweeper: a full batch is followed by the next at once, and one that is not full is the last', async () => {
  const { batches, sweeper } = await sweepLeft(250, async () => {})
  await eventually(async () => (await backlog()).unsent === 0)
  await sweeper.stop()
  expect(batches).toHaveBeenCalledTimes(3)
})

it('sweeper: one that is asked to stop finishes its batch and leaves the rest to others', async () => {
  const told = Promise.withResolvers<void>()
  const { batches, sweeper } = await sweepLeft(150, () => told.promise)
  await eventually(() => batches.mock.calls.length > 0)
  const stopped = sweeper.stop()
  told.resolve()
  await stopped
  expect(await backlog()).toMatchObject({ unsent: 50 })
})

it('sweeper: one message without a queue does not hold back the others', async () => {
  const own = start()
  answer = () => new AppError('unavailable', 'away')
  await own.transaction(database.sql, async () => ({ result: null, messages: [dayDue(), ...keys(9).map(cycleReady)] }))
  await makeOld()
  answer = (ids) => (ids.includes('test:day#1') ? new AppError('internal', 'no stage takes day.due') : undefined)
  await eventually(async () => (await backlog()).unsent === 1)
  expect(published.sort()).toEqual(keys(9).map((key) => `test:${key}#1`))
})

it('prune: keeps messages of today when simulated service time is weeks ahead', async () => {
  const { sql } = database
  await sql`insert into outbox (message_id, envelope, sent_at) values ('o', '{}', clock_timestamp())`
  await sql`insert into inbox (message_id, stage, state, attempts) values ('i', 'signals', 'done', 1)`
  await prune(sql, new Date(Date.now() + 60 * DAY_MS), 0)
  const [left] =
    await sql`select (select count(*)::int from inbox) as inbox, (select count(*)::int from outbox) as outbox`
  expect(left).toEqual({ inbox: 1, outbox: 1 })
})

it('prune: keeps a message and what is known of it while one of its stages has yet to handle it', async () => {
  const { sql } = database
  const computed = { id: 'signals:old#1', type: 'signals.computed', occurredAt: new Date(), cycleId: null } as const
  const payload = { cycleId: 'a', run: 1, cutoff: new Date().toISOString(), origin: 'scheduled' } as const
  await start().transaction(sql, async () => ({ result: null, messages: [{ ...computed, payload }] }))
  await eventually(async () => (await backlog()).unsent === 0)
  await sql`insert into inbox (message_id, stage, state, attempts)
    values ('signals:old#1', 'report', 'done', 1), ('signals:old#1', 'alerts', 'failed', 3)`
  await sql`update outbox set sent_at = now() - interval '9 days'`
  await sql`update inbox set updated_at = now() - interval '9 days'`
  expect((await settleMessages(sql)).settled).toBe(0)
  expect(await pruneMessaging(sql, 7)).toEqual({ inbox: 0, outbox: 0 })
  expect(await unsettledStages(sql)).toMatchObject([{ stage: 'tripwires', messages: 1, retried: 0 }])
  await sql`insert into inbox (message_id, stage, state, attempts) values ('signals:old#1', 'tripwires', 'started', 1)`
  expect((await settleMessages(sql)).settled).toBe(0)
  await sql`update inbox set state = 'done' where stage = 'tripwires'`
  expect((await settleMessages(sql)).settled).toBe(1)
  expect(await pruneMessaging(sql, 7)).toEqual({ inbox: 1, outbox: 1 })
})

it('settled: a dead letter settles its stage, and sending it again unsettles the message', async () => {
  const { sql } = database
  await write(start(), 'a')
  expect(await settleMessages(sql)).toEqual({ settled: 0, left: 1 })
  expect(await noteDeadLetters(sql, [{ messageId: 'test:a#1', stage: 'report' }])).toEqual([])
  const letter = { messageId: 'test:a#1', stage: 'signals' }
  expect(await noteDeadLetters(sql, [letter])).toEqual([letter])
  expect(await settleMessages(sql)).toEqual({ settled: 1, left: 0 })
  await forgetFailed(sql, 'test:a#1', 'signals')
  expect(await settleMessages(sql)).toEqual({ settled: 0, left: 1 })
})

it('settled: a delivery to a webhook holds no clock', async () => {
  const { sql } = database
  const payload = { delivery: 1, attempt: 1 }
  const due = { id: 'webhooks:1#1', type: 'webhook.due', occurredAt: new Date(), cycleId: null, payload } as const
  await start().transaction(sql, async () => ({ result: null, messages: [due] }))
  expect((await settleMessages(sql)).settled).toBe(1)
})

it('prune: deletes what was finished some days ago, but nothing unsent or given up', async () => {
  const { sql } = database
  await sql`insert into outbox (message_id, envelope, created_at, sent_at, settled_at)
    select 'o' || i, '{}', now() - interval '9 days', case when i > 5 then now() - interval '8 days' end, now()
    from generate_series(1, 5000) as i`
  await sql`insert into inbox (message_id, stage, state, attempts, updated_at)
    select 'i' || i, 'signals', (array['done', 'failed', 'started'])[1 + i % 3], 1, now() - interval '8 days'
    from generate_series(1, 3000) as i`
  await sql`insert into inbox (message_id, stage, state, attempts) values ('new', 'signals', 'done', 1)`
  const gone = await pruneMessaging(sql, 7)
  expect(gone).toEqual({ inbox: 2000, outbox: 4995 })
  const left = await sql`select i.state, count(*)::int from inbox as i group by 1 order by 1`
  expect([...left]).toEqual([
    { state: 'done', count: 1 },
    { state: 'failed', count: 1000 },
  ])
  expect(await backlog()).toMatchObject({ unsent: 5 })
})
