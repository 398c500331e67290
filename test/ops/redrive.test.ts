import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { sequenceAll } from '../../harness/log-events.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { connectBroker } from '../../shared/broker/connect.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import type { Broker } from '../../shared/broker/port.ts'
import { runStage } from '../../shared/broker/run-stage.ts'
import { STAGES } from '../../shared/broker/topology.ts'
import { AppError } from '../../shared/errors.ts'
import { silentLog } from '../../shared/log.ts'
import { saveStageDepths } from '../../shared/postgres/messaging/stage-depths.ts'
import { saveHeartbeat } from '../../shared/postgres/messaging/stage-workers.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { redriveRequested } from '../../workers/schedule/redrive-requested.ts'
import { INTERNAL, testApi } from '../api/support/api.ts'
import { NOW } from '../api/support/seed.ts'
import { ask } from '../trading/replicas.ts'

const PATH = '/api/v1/admin/stages/report/redrive'

const db = testDatabase()
let app: FastifyInstance
let broker: Broker
beforeAll(async () => {
  broker = await connectBroker({ databaseUrl: db.url }, silentLog)
  app = await testApi(db.url)
})
afterAll(() => broker.close())

const carryOut = () => redriveRequested({ sql: db.sql, broker, clock: fixedClock(NOW), log: silentLog })

/** The events that tell operators of a redrive. */
async function told() {
  await sequenceAll(db.sql)
  const { events } = (await ask(app, { url: '/api/v1/internal/events', token: INTERNAL })).json()
  return (events as { subject: string; at: string; data: { stage: string; sent: number; by: string } }[]).map(
    ({ subject, data }) => ({ subject, data }),
  )
}

/** A stage that gives messages up while `isBroken`. */
const effects = { isBroken: true, count: 0 }
const handler = {
  stage: 'report' as const,
  handles: ['signals.computed' as const],
  handle: async () => {
    if (effects.isBroken) throw new AppError('invalid', 'the template is broken')
    effects.count++
    return []
  },
}

test('an admin sends dead letters again over HTTP; they have their effect, and the log records how many', async () => {
  const deps = { sql: db.sql, broker, relay: quietRelay(), log: silentLog }
  const stage = await runStage(deps, handler, { concurrency: 1 })
  const payload = { cycleId: 'x', run: 1, cutoff: NOW.toISOString(), origin: 'scheduled' } as const
  await broker.publish([toEnvelope({ id: 'signals:x#1', type: 'signals.computed', occurredAt: NOW, payload })])
  await eventually(async () => expect(await broker.deadLetters({ stage: 'report' })).toHaveLength(1))
  await saveStageDepths(db.sql, broker.kind, await broker.depths())
  effects.isBroken = false

  const asked = await ask(app, { method: 'POST', url: PATH })
  expect(asked.statusCode).toBe(202)
  expect(asked.json()).toMatchObject({ stage: 'report', dead: 1 })
  expect((await ask(app, { method: 'POST', url: PATH })).json().request_id).toBe(asked.json().request_id)

  expect(await carryOut()).toBe(true)
  await eventually(() => expect(effects.count).toBe(1))
  expect(await broker.deadLetters({ stage: 'report' })).toEqual([])
  expect(await told()).toEqual([{ subject: 'stage/report', data: { stage: 'report', sent: 1, by: 'admin' } }])
  expect(await carryOut()).toBe(false)
  await stage.drain()
})

test('a redrive over HTTP also sends failed messages whose letter was purged', async () => {
  effects.isBroken = true
  const before = effects.count
  const deps = { sql: db.sql, broker, relay: quietRelay(), log: silentLog }
  const stage = await runStage(deps, handler, { concurrency: 1 })
  const payload = { cycleId: 'z', run: 1, cutoff: NOW.toISOString(), origin: 'scheduled' } as const
  const message = { id: 'signals:z#1', type: 'signals.computed', occurredAt: NOW, payload } as const
  await deps.relay.transaction(db.sql, async () => ({
    result: null,
    messages: [message],
  }))
  await broker.publish([toEnvelope(message)])
  const letters = await eventually(async () => {
    const found = await broker.deadLetters({ stage: 'report' })
    expect(found).toHaveLength(1)
    return found
  })
  await broker.dropDead(letters)
  effects.isBroken = false
  expect((await ask(app, { method: 'POST', url: PATH })).statusCode).toBe(202)
  expect(await carryOut()).toBe(true)
  await eventually(() => expect(effects.count).toBe(before + 1))
  await stage.drain()
})

test('a redrive of a stage without dead letters is accepted and logs nothing', async () => {
  const before = await told()
  expect((await ask(app, { method: 'POST', url: '/api/v1/admin/stages/alerts/redrive' })).statusCode).toBe(202)
  expect(await carryOut()).toBe(true)
  expect(await told()).toEqual(before)
})

test.each([
  ['an unknown stage', { method: 'POST', url: '/api/v1/admin/stages/nothing/redrive' }, 404],
  ['GET', { method: 'GET', url: PATH }, 405],
  ['no token', { method: 'POST', url: PATH, token: '' }, 401],
  ['the internal token', { method: 'POST', url: PATH, token: INTERNAL }, 403],
] as const)('a redrive with %s is refused', async (_words, request, status) => {
  expect((await ask(app, request)).statusCode).toBe(status)
  expect(await carryOut()).toBe(false)
})

test('the pipeline names each stage once, and is for operators only', async () => {
  const pipeline = (await ask(app, { url: '/api/v1/internal/pipeline', token: INTERNAL })).json()
  expect(pipeline.stages.map(({ stage }: { stage: string }) => stage)).toEqual(STAGES)
  expect(pipeline).toMatchObject({ day: '2026-11-20', slots: [], traces: [] })
  for (const url of ['/api/v1/internal/pipeline', `/api/v1/internal/traces/${'0'.repeat(32)}`]) {
    expect((await ask(app, { url, token: '' })).statusCode).toBe(401)
  }
  const missing = await ask(app, { url: `/api/v1/internal/traces/${'0'.repeat(32)}`, token: INTERNAL })
  expect(missing.statusCode).toBe(404)
})

test('an autoscaler reads how many processes a stage should have', async () => {
  const worker = { id: randomUUID(), host: 'a', pid: 1, upSeconds: 100 }
  await saveHeartbeat(db.sql, worker, [{ stage: 'signals', concurrency: 2, inHand: 2, handledLastMinute: 60 }], [])
  const depth = { stage: 'signals', ready: 45, active: 1, delayed: 3, dead: 0, oldestReadyAgeMs: 2_000 }
  await saveStageDepths(db.sql, broker.kind, [depth])
  const answer = await ask(app, { url: '/api/v1/internal/stages/signals', token: INTERNAL })
  expect(answer.statusCode).toBe(200)
  const { oldest_age_seconds: age, ...rest } = answer.json()
  expect(age).toBeGreaterThanOrEqual(2)
  expect(rest).toEqual({
    stage: 'signals',
    desired_workers: 6,
    reason: 'what waits and what is in hand',
    workers: 1,
    waiting: 45,
    in_work: 2,
    rate_per_worker: 1,
    target_age_seconds: 10,
  })
  expect((await ask(app, { url: '/api/v1/internal/stages/nothing', token: INTERNAL })).statusCode).toBe(404)
  expect((await ask(app, { url: '/api/v1/internal/stages/signals', token: '' })).statusCode).toBe(401)
})
