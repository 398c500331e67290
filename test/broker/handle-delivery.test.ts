import { afterEach, beforeEach, expect, it } from 'vitest'
import { type DeliveryOptions, handleDelivery, type StageHandler } from '../../shared/broker/handle-delivery.ts'
import { createIsolation } from '../../shared/broker/isolation.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import type { Relay } from '../../shared/broker/relay.ts'
import { AppError } from '../../shared/errors.ts'
import { silentLog } from '../../shared/log.ts'
import { readInbox } from '../../shared/postgres/inbox.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { cycleReady } from './messages.ts'

const KEY = { messageId: 'test:a#1', stage: 'signals' }
let database: TestDatabase
let handed: string[]
beforeEach(async () => {
  database = await freshDatabase()
  handed = []
})
afterEach(() => database.drop())

const quiet: StageHandler<'cycle.ready'> = { stage: 'signals', handles: ['cycle.ready'], handle: async () => [] }
function deliver(handler: StageHandler<'cycle.ready'>, redelivered: boolean, options: DeliveryOptions = {}) {
  const relay = { handOver: (envelopes) => handed.push(...envelopes.map(({ id }) => id)) } as Relay
  const delivery = { body: toEnvelope(cycleReady('a')), deliveryId: '1', redelivered }
  return handleDelivery({ sql: database.sql, relay, log: silentLog }, handler, delivery, options)
}
const commits = async () => {
  const [row] = await database.sql`select pg_current_xact_id()::text::bigint as id`
  return Number(row!.id)
}

it('first delivery: costs one commit when all goes well', async () => {
  const before = await commits()
  expect(await deliver(quiet, false)).toMatchObject({ outcome: 'done', attempt: 1 })
  // Asking takes an id of its own.
  expect((await commits()) - before).toBe(2)
})

it('redelivery: has its attempt committed before the handler starts', async () => {
  let during: unknown
  const prepare = async () => {
    during = await readInbox(database.sql, KEY)
    return undefined
  }
  expect(await deliver({ ...quiet, prepare }, true)).toMatchObject({ outcome: 'done', attempt: 1 })
  expect(during).toMatchObject({ state: 'started', attempts: 1 })
})

it('redelivery: is given up without another try when the worker died three times', async () => {
  await database.sql`insert into inbox (message_id, stage, state, attempts) values ('test:a#1', 'signals', 'started', 3)`
  let calls = 0
  const handled = await deliver({ ...quiet, prepare: async () => void (calls += 1) }, true)
  expect(handled.settlement).toMatchObject({ kind: 'dead', errorKind: 'internal', attempts: 3 })
  expect(handled.reason).toMatch(/died/)
  expect(calls).toBe(0)
  expect(await readInbox(database.sql, KEY)).toMatchObject({ state: 'failed', attempts: 3 })
})

it('redelivery: runs alone in its process when it was lost before', async () => {
  await database.sql`insert into inbox (message_id, stage, state, attempts) values ('test:a#1', 'signals', 'started', 1)`
  const isolation = createIsolation()
  let release: () => void = () => {}
  const neighbour = isolation.run(false, () => new Promise<void>((done) => (release = done)))
  let started = false
  const suspect = deliver({ ...quiet, prepare: async () => void (started = true) }, true, { isolation })
  await database.sql`select 1`
  expect(started).toBe(false)
  release()
  await neighbour
  expect(await suspect).toMatchObject({ outcome: 'done', attempt: 2 })
})

it('given up: stays given up when a late duplicate arrives', async () => {
  const broken = { ...quiet, handle: () => Promise.reject(new AppError('invalid', 'cannot be')) }
  await deliver(broken, false)
  const late = await deliver(quiet, false)
  expect(late.settlement).toEqual({ kind: 'dead', reason: 'cannot be', errorKind: 'invalid', attempts: 1 })
})

it('dependency: may be away eight times before a message is given up', async () => {
  const away = { ...quiet, handle: () => Promise.reject(new AppError('unavailable', 'away')) }
  const outcomes: string[] = []
  for (let delivery = 1; delivery <= 8; delivery += 1) outcomes.push((await deliver(away, false)).outcome)
  expect(outcomes).toEqual([...Array(7).fill('retry'), 'dead'])
})

it('database: is a dependency, not a bug, when it ends our connection', async () => {
  const cut: StageHandler<'cycle.ready'>['handle'] = async (tx) => {
    await tx`select pg_terminate_backend(pg_backend_pid())`
    return []
  }
  expect(await deliver({ ...quiet, handle: cut }, false)).toMatchObject({ outcome: 'retry', attempt: 1 })
  expect(await readInbox(database.sql, KEY)).toMatchObject({ state: 'started', errorKind: 'unavailable' })
})

it('output: is handed over once when ten copies of a message arrive at the same time', async () => {
  const output = { ...cycleReady('next'), id: 'signals:next#1' }
  const handler = { ...quiet, handle: async () => [output] }
  const handled = await Promise.all(Array.from({ length: 10 }, () => deliver(handler, false)))
  const outcomes = handled.map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  expect(outcomes.every((outcome) => ['done', 'busy', 'duplicate'].includes(outcome))).toBe(true)
  expect(handed).toEqual(['signals:next#1'])
  expect(await readInbox(database.sql, KEY)).toMatchObject({ state: 'done', attempts: 1 })
})
