import { beforeEach, expect, it } from 'vitest'
import { signalsHandler } from '../../harness/broker/effect-handler.ts'
import { cycleReady, keys, signalsComputed } from '../../harness/broker/messages.ts'
import { testDatabase } from '../../harness/database.ts'
import { createBatcher, inHandOf } from '../../shared/broker/handle-batch.ts'
import type { DeliveryOptions, StageHandler } from '../../shared/broker/handle-delivery.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import type { Delivery } from '../../shared/broker/port.ts'
import { AppError } from '../../shared/errors.ts'
import { silentLog } from '../../shared/log.ts'

const database = testDatabase({ each: true })
let handed: string[]
beforeEach(async () => {
  handed = []
  await database.sql`create table effects (message_id text not null, stage text not null, worker text)`
})

const deliveryOf = (body: unknown, redelivered = false): Delivery => ({ body, deliveryId: '1', redelivered })
const all = (count: number) => keys(count).map((key) => deliveryOf(toEnvelope(cycleReady(key))))

async function deliver(
  deliveries: readonly Delivery[],
  change: Partial<StageHandler<'cycle.ready'>> = {},
  options: DeliveryOptions = {},
) {
  const relay = {
    handOver: (envelopes: readonly { id: string }[]) => void handed.push(...envelopes.map(({ id }) => id)),
  }
  const handle = createBatcher(
    { sql: database.sql, relay, log: silentLog },
    { ...signalsHandler('w', 16), ...change },
    { concurrency: 2, ...options },
  )
  const settled = await Promise.allSettled(deliveries.map(handle))
  return settled.map((one) => (one.status === 'fulfilled' ? one.value.outcome : 'unreadable'))
}
const transactions = async () => {
  const rows = await database.sql<{ count: number }[]>`
    select count(*)::int as count from inbox as i group by i.xmin order by 1 desc`
  return rows.map(({ count }) => count)
}
const effects = async () =>
  (await database.sql`select e.message_id as id from effects as e order by 1`).map(({ id }) => id)
const ids = (count: number) => keys(count).map((key) => cycleReady(key).id)
const next = (count: number) => keys(count).map((key) => signalsComputed(key).id)

it('batch: messages that wait share a transaction of at most sixteen, with their outputs', async () => {
  expect(await deliver(all(40))).toEqual(Array(40).fill('done'))
  expect(await transactions()).toEqual([16, 16, 8])
  expect(await effects()).toEqual(ids(40))
  expect(handed.sort()).toEqual(next(40))
  const apart = await database.sql`
    select i.message_id from inbox as i join outbox as o on o.envelope->>'causationId' = i.message_id
    where i.xmin <> o.xmin`
  expect([...apart]).toEqual([])
})

it.each([
  ['invalid', new AppError('invalid', 'cannot be'), 'dead'],
  ['internal', new Error('bug'), 'retry'],
  ['unavailable', new AppError('unavailable', 'away'), 'retry'],
] as const)('batch: poison (%s) takes nobody along', async (_kind, error, outcome) => {
  const handler = signalsHandler()
  const handle: typeof handler.handle = async (tx, message, prepared) => {
    const messages = await handler.handle(tx, message, prepared)
    if (message.id === 'test:c006#1') throw error
    return messages
  }
  const expected = Array(16).fill('done')
  expected[5] = outcome
  expect(await deliver(all(16), { handle })).toEqual(expected)
  expect(await effects()).toEqual(ids(16).filter((id) => id !== 'test:c006#1'))
  expect(handed.sort()).toEqual(next(16).filter((id) => id !== 'signals:c006#1'))
  const rows = await database.sql`select i.attempts + i.outages as tries from inbox as i`
  expect(rows.map(({ tries }) => tries)).toEqual(Array(16).fill(1))
})

it('batch: a failure just before its commit leaves nothing of it, and each message is handled alone', async () => {
  let cuts = 0
  const onPoint = (point: string) => {
    if (point !== 'before_commit' || cuts > 0) return
    cuts += 1
    throw new Error('cut')
  }
  expect(await deliver(all(16), {}, { onPoint })).toEqual(Array(16).fill('done'))
  expect(await transactions()).toEqual(Array(16).fill(1))
  expect(await effects()).toEqual(ids(16))
  expect(handed.sort()).toEqual(next(16))
})

it('batch: unreadable messages, copies, redeliveries and messages tried before are handled alone', async () => {
  await database.sql`
    insert into inbox (message_id, stage, state, attempts) values ('test:c001#1', 'signals', 'started', 1),
      ('test:c002#1', 'signals', 'done', 1), ('test:c003#1', 'signals', 'failed', 3)`
  const [first, second, third, fourth, fifth, ...rest] = all(10)
  const outcomes = await deliver([
    first!,
    second!,
    third!,
    fourth!,
    deliveryOf(fourth!.body),
    deliveryOf(fifth!.body, true),
    deliveryOf({ id: 'x' }),
    ...rest,
  ])
  expect(outcomes).toEqual([
    'done',
    'duplicate',
    'dead',
    'done',
    'duplicate',
    'done',
    'unreadable',
    ...Array(5).fill('done'),
  ])
  expect(await effects()).toEqual(ids(10).filter((id) => !['test:c002#1', 'test:c003#1'].includes(id)))
})

it('batch: two workers whose messages lock the same rows, met in opposite orders, both commit their whole batch', async () => {
  await database.sql`insert into effects ${database.sql(ids(16).map((id) => ({ message_id: id, stage: 'row' })))}`
  const row = (id: string) => id.replace('d', 'c')
  const begun = Promise.withResolvers<void>()
  let workers = 0
  const onPoint = async (point: string) => {
    if (point === 'begun' && ++workers === 2) begun.resolve()
    if (point === 'begun') await begun.promise
  }
  const handle: StageHandler<'cycle.ready'>['handle'] = async (tx, { id }) => {
    await tx`update effects set worker = ${id} where message_id = ${row(id)}`
    return []
  }
  const others = keys(16).map((key) => deliveryOf(toEnvelope(cycleReady(key.replace('c', 'd')))))
  const outcomes = await Promise.all([
    deliver(all(16), { handle }, { onPoint }),
    deliver(others.reverse(), { handle }, { onPoint }),
  ])
  expect(outcomes.flat()).toEqual(Array(32).fill('done'))
  expect(await transactions()).toEqual([16, 16])
})

it('batch: each message is prepared for, and every message has read before the first one writes', async () => {
  const did: string[] = []
  const { handle, ...rest } = signalsHandler('w', 16)
  const own = {
    read: async (_tx: unknown, { id }: { id: string }) => void did.push(`read ${id}`),
    handle: (async (tx, message, prepared) => {
      did.push(`write ${message.id}`)
      return await handle(tx, message, prepared)
    }) as typeof handle,
  }
  expect(await deliver(all(3).reverse(), { ...rest, ...own })).toEqual(Array(3).fill('done'))
  expect(did).toEqual([...ids(3).map((id) => `read ${id}`), ...ids(3).map((id) => `write ${id}`)])
  await deliver([deliveryOf(toEnvelope(cycleReady('c004')), true)], { ...rest, ...own })
  expect(did.slice(6)).toEqual(['read test:c004#1', 'write test:c004#1'])
  const prepare = async () => {
    throw new AppError('unavailable', 'away')
  }
  const [first, second] = keys(6)
    .slice(4)
    .map((key) => deliveryOf(toEnvelope(cycleReady(key))))
  expect(await deliver([first!, second!], { prepare })).toEqual(['retry', 'retry'])
  expect(await effects()).toEqual(ids(4))
})

it('batch: a stage has one batch more in hand than it handles, and without batches no message more', () => {
  expect([1, 2, 8].map((concurrency) => inHandOf({ batch: 16 }, concurrency))).toEqual([32, 48, 80])
  expect([1, 2, 8].map((concurrency) => inHandOf({}, concurrency))).toEqual([1, 2, 8])
})

it('batch: twenty copies of the same messages to two workers have each effect once', async () => {
  const copies = Array.from({ length: 20 }, () => all(8)).flat()
  const outcomes = (await Promise.all([deliver(copies), deliver(copies)])).flat()
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(8)
  expect(outcomes.every((outcome) => ['done', 'busy', 'duplicate'].includes(outcome))).toBe(true)
  expect(await effects()).toEqual(ids(8))
  expect(handed.sort()).toEqual(next(8))
})
