import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, it } from 'vitest'
import { cycleReady } from '../../harness/broker/messages.ts'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { type DeliveryOptions, handleDelivery, type StageHandler } from '../../shared/broker/handle-delivery.ts'
import type { Isolation } from '../../shared/broker/isolation.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import type { Relay } from '../../shared/broker/relay.ts'
import { BACKOFF } from '../../shared/broker/retry.ts'
import { AppError } from '../../shared/errors.ts'
import { silentLog } from '../../shared/log.ts'
import { forgetFailed, pruneInbox, readInbox, recordConflict } from '../../shared/postgres/messaging/inbox.ts'
import { lockUnsent } from '../../shared/postgres/messaging/outbox.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'

const KEY = { messageId: 'test:a#1', stage: 'signals' }
const database = testDatabase({ each: true })
let handed: string[]
beforeEach(async () => {
  handed = []
})

const quiet: StageHandler<'cycle.ready'> = { stage: 'signals', handles: ['cycle.ready'], handle: async () => [] }
function deliver<P>(handler: StageHandler<'cycle.ready', P>, redelivered: boolean, options: DeliveryOptions = {}) {
  const relay: Pick<Relay, 'handOver'> = { handOver: (envelopes) => void handed.push(...envelopes.map(({ id }) => id)) }
  const delivery = { body: toEnvelope(cycleReady('a')), deliveryId: '1', redelivered }
  return handleDelivery({ sql: database.sql, relay, log: silentLog }, handler, delivery, options)
}
const NEXT = { ...cycleReady('next'), id: 'signals:next#1' }

it('first delivery: takes one commit if nothing fails', async () => {
  expect(await deliver({ ...quiet, handle: async () => [NEXT] }, false)).toMatchObject({ outcome: 'done', attempt: 1 })
  // The row was written once, in the transaction of the output: a second version would have another ctid.
  const rows = await database.sql`
    select i.ctid::text as version, i.xmin = o.xmin as together from inbox as i cross join outbox as o`
  expect([...rows]).toEqual([{ version: '(0,1)', together: true }])
})

it('a message is handled at its own instant or later, even by a process whose clock is late', async () => {
  const order: string[] = []
  const reach = async (instant: Date) => void order.push(`at ${instant.toISOString()}`)
  const handler = { ...quiet, prepare: async () => void order.push('prepare') }
  const body = toEnvelope({ ...cycleReady('a'), occurredAt: new Date('2026-11-20T15:00:00Z') })
  const deps = { sql: database.sql, relay: { handOver: () => {} }, log: silentLog, reach }
  await handleDelivery(deps, handler, { body, deliveryId: '1', redelivered: false }, {})
  expect(order).toEqual(['at 2026-11-20T15:00:00.000Z', 'prepare'])
})

it('a stage has its own limit for what it prepares, after which the message is tried again', async () => {
  const never = new Promise<undefined>(() => {})
  const result = await deliver({ ...quiet, prepareWithinMs: 20, prepare: () => never }, false)
  expect(result).toMatchObject({ outcome: 'retry', reason: 'stage signals, prepare took longer than 20 ms' })
})

it('first delivery: leaves neither effect nor output when it fails just before the commit', async () => {
  const onPoint = (point: string) => {
    if (point === 'before_commit') throw new Error('cut')
  }
  const handler = { ...quiet, handle: async () => [NEXT] }
  expect(await deliver(handler, false, { onPoint })).toMatchObject({ outcome: 'retry' })
  expect([...(await database.sql`select * from outbox`)]).toEqual([])
  expect(handed).toEqual([])
  expect(await readInbox(database.sql, KEY)).toMatchObject({ state: 'started', attempts: 1, error: 'cut' })
})

it('what a handler prepared is not kept once its effect is committed', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let fetched: WeakRef<object> | undefined
  let handled: unknown
  const handler: StageHandler<'cycle.ready', { bars: number[] }> = {
    stage: 'signals',
    handles: ['cycle.ready'],
    async prepare() {
      const history = { bars: Array.from({ length: 1_000 }, Math.random) }
      fetched = new WeakRef(history)
      return history
    },
    handle: async (_tx, _message, { bars }) => {
      handled = bars.length
      return []
    },
  }
  expect(await deliver(handler, false)).toMatchObject({ outcome: 'done' })
  expect(handled).toBe(1_000)
  await eventually(() => {
    collect()
    expect(fetched!.deref()).toBeUndefined()
  })
})

it('redelivery: its attempt is committed before the handler starts', async () => {
  let during: unknown
  const prepare = async () => {
    during = await readInbox(database.sql, KEY)
    return undefined
  }
  expect(await deliver({ ...quiet, prepare }, true)).toMatchObject({ outcome: 'done', attempt: 1 })
  expect(during).toMatchObject({ state: 'started', attempts: 1 })
})

it('redelivery: is given up without another attempt after the worker died three times', async () => {
  await database.sql`insert into inbox (message_id, stage, state, attempts) values ('test:a#1', 'signals', 'started', 3)`
  let calls = 0
  const prepare = async () => {
    calls += 1
    return undefined
  }
  const handled = await deliver({ ...quiet, prepare }, true)
  expect(handled.disposition).toMatchObject({ kind: 'dead', errorKind: 'internal', attempts: 3 })
  expect(handled.reason).toMatch(/died/)
  expect(calls).toBe(0)
  expect(await readInbox(database.sql, KEY)).toMatchObject({ state: 'failed', attempts: 3 })
})

it('redelivery: runs alone in its process only if an earlier attempt was lost', async () => {
  const asked: boolean[] = []
  const isolation: Isolation = {
    run(alone, work) {
      asked.push(alone)
      return work()
    },
  }
  const dying = { ...quiet, prepare: () => Promise.reject(new Error('bug')) }
  await deliver(dying, true, { isolation })
  await deliver(dying, true, { isolation })
  expect(await deliver(quiet, true, { isolation })).toMatchObject({ outcome: 'done', attempt: 3 })
  expect(asked).toEqual([false, true, true])
})

it('a message that was given up stays given up when a late duplicate arrives', async () => {
  const broken = { ...quiet, handle: () => Promise.reject(new AppError('invalid', 'cannot be')) }
  await deliver(broken, false)
  const late = await deliver(quiet, false)
  expect(late.disposition).toEqual({ kind: 'dead', reason: 'cannot be', errorKind: 'invalid', attempts: 1 })
})

it('outage: a message is never given up, and waits at most as long as the back-off allows', async () => {
  const away = { ...quiet, handle: () => Promise.reject(new AppError('unavailable', 'away')) }
  for (let delivery = 1; delivery <= 30; delivery += 1) {
    const { outcome, disposition } = await deliver(away, delivery % 2 === 0)
    expect({ outcome, kind: disposition.kind }).toEqual({ outcome: 'retry', kind: 'retry' })
    expect((disposition as { delayMs: number }).delayMs).toBeLessThanOrEqual(BACKOFF.maxMs)
  }
  expect(await readInbox(database.sql, KEY)).toMatchObject({ state: 'started', attempts: 0, outages: 30 })
  expect(await deliver(quiet, true)).toMatchObject({ outcome: 'done' })
})

it.each([false, true])('limits: outages and bugs are counted apart (redelivered: %s)', async (redelivered) => {
  const fails = async (kind: 'unavailable' | 'internal', times: number) => {
    const outcomes: string[] = []
    for (const _ of Array(times)) {
      const handle = () => Promise.reject(new AppError(kind, kind))
      outcomes.push((await deliver({ ...quiet, handle }, redelivered)).outcome)
    }
    return outcomes
  }
  expect(await fails('unavailable', 5)).toEqual(Array(5).fill('retry'))
  expect(await fails('internal', 2)).toEqual(Array(2).fill('retry'))
  expect(await readInbox(database.sql, KEY)).toMatchObject({ attempts: 2, outages: 5 })
  expect(await fails('unavailable', 2)).toEqual(Array(2).fill('retry'))
  const last = await deliver({ ...quiet, handle: () => Promise.reject(new Error('bug')) }, redelivered)
  expect(last.disposition).toEqual({ kind: 'dead', reason: 'bug', errorKind: 'internal', attempts: 10 })
})

it('limits: a death does not count as an outage, even after one', async () => {
  await database.sql`insert into inbox (message_id, stage, state, attempts, outages, error_kind, error)
    values ('test:a#1', 'signals', 'started', 3, 2, 'unavailable', 'away')`
  const handled = await deliver(quiet, true)
  expect(handled.disposition).toMatchObject({ kind: 'dead', errorKind: 'internal', attempts: 5 })
  expect(handled.reason).toMatch(/died/)
})

it('database: its shutdown during the handler counts as an outage, not as a bug', async () => {
  const cut: StageHandler<'cycle.ready'>['handle'] = async (tx) => {
    await tx`do $$ begin raise exception 'terminating connection' using errcode = '57P01'; end $$`
    return []
  }
  expect(await deliver({ ...quiet, handle: cut }, false)).toMatchObject({ outcome: 'retry', attempt: 1 })
  const row = await readInbox(database.sql, KEY)
  expect(row).toMatchObject({ state: 'started', errorKind: 'unavailable', attempts: 0, outages: 1 })
})

it('output: is handed to the relay once when ten copies of a message arrive at the same time', async () => {
  const handler = { ...quiet, handle: async () => [NEXT] }
  const handled = await Promise.all(Array.from({ length: 10 }, () => deliver(handler, false)))
  const outcomes = handled.map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  expect(outcomes.every((outcome) => ['done', 'busy', 'duplicate'].includes(outcome))).toBe(true)
  expect(handed).toEqual(['signals:next#1'])
  expect(await readInbox(database.sql, KEY)).toMatchObject({ state: 'done', attempts: 1 })
})

it('a failed row of another stage, or without a reason, does not change the result of a delivery', async () => {
  await database.sql`insert into inbox (message_id, stage, state, attempts) values (${KEY.messageId}, 'report', 'failed', 3)`
  expect(await readInbox(database.sql, KEY)).toBeNull()
  expect(await deliver(quiet, false)).toMatchObject({ outcome: 'done', attempt: 1 })
  await database.sql`update inbox as i set state = 'failed' where i.stage = 'signals'`
  expect(await deliver(quiet, true)).toMatchObject({
    outcome: 'dead',
    disposition: { reason: 'the worker died while it handled the message', errorKind: 'internal', attempts: 1 },
  })
})

it('a conflict counts as one attempt', async () => {
  await database.sql`insert into inbox (message_id, stage, state, attempts) values (${KEY.messageId}, 'signals', 'started', 1)`
  await recordConflict(database.sql, KEY, 'done elsewhere')
  expect(await readInbox(database.sql, KEY)).toMatchObject({ state: 'done', attempts: 2, errorKind: 'conflict' })
})

it('unsent messages are locked without those in hand, sent or young, the oldest first', async () => {
  await database.sql`
    insert into outbox (message_id, envelope, created_at, sent_at)
    select 'm' || n, jsonb_build_object('id', 'm' || n), clock_timestamp() - make_interval(hours => 10 - n),
      case when n = 5 then clock_timestamp() end
    from generate_series(1, 5) as n`
  const lock = (tx: Tx, olderThanHours: number, limit: number) =>
    lockUnsent(tx, { olderThanMs: olderThanHours * 3_600_000, except: ['m1'], limit })
  const idsOf = (envelopes: readonly { id: string }[]) => envelopes.map(({ id }) => id)
  await database.sql.begin(async (tx) => {
    expect(idsOf(await lock(tx, 1, 2))).toEqual(['m2', 'm3'])
    await database.sql.begin(async (other) => expect(idsOf(await lock(other, 1, 5))).toEqual(['m4']))
  })
  expect(idsOf(await database.sql.begin((tx) => lock(tx, 6.5, 5)))).toEqual(['m2', 'm3'])
})

it.each([
  ['it has no row', null, 0],
  ['it was tried before', { attempts: 1, outages: 1 }, 2],
] as const)('a message that another worker holds comes back later, when %s', async (_what, before, attempt) => {
  if (before)
    await database.sql`
      insert into inbox (message_id, stage, state, attempts, outages)
      values (${KEY.messageId}, ${KEY.stage}, 'started', ${before.attempts}, ${before.outages})`
  await database.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`${KEY.stage}/${KEY.messageId}`}, 0))`
    for (const redelivered of [false, true])
      expect(await deliver({ ...quiet, handle: async () => [NEXT] }, redelivered)).toMatchObject({
        outcome: 'busy',
        attempt,
        disposition: { kind: 'retry', delayMs: expect.any(Number) },
      })
  })
  expect(handed).toEqual([])
})

it('pruning the inbox removes the oldest done rows and keeps failed ones until they are redriven', async () => {
  await database.sql`
    insert into inbox (message_id, stage, state, attempts, updated_at)
    select 'm' || n, 'signals', case n when 2 then 'failed' when 3 then 'started' else 'done' end, 1,
      timestamptz '2026-11-01 00:00Z' + n * interval '1 hour'
    from generate_series(1, 5) as n`
  const left = async () =>
    (await database.sql`select i.message_id as id from inbox as i order by 1`).map(({ id }) => id)
  expect(await pruneInbox(database.sql, new Date('2026-11-01T05:00:00Z'), 2)).toBe(2)
  expect(await left()).toEqual(['m2', 'm4', 'm5'])
  expect(await pruneInbox(database.sql, new Date('2026-11-01T05:00:00Z'), 9)).toBe(1)
  expect(await left()).toEqual(['m2', 'm5'])
  expect(await forgetFailed(database.sql, 'm5', 'signals')).toBe(false)
  expect(await forgetFailed(database.sql, 'm2', 'report')).toBe(false)
  expect(await forgetFailed(database.sql, 'm2', 'signals')).toBe(true)
  expect(await left()).toEqual(['m5'])
})
