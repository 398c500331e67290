import { afterEach, beforeEach, expect, test } from 'vitest'
import { reportHandler, signalsHandler } from '../../harness/broker/effect-handler.ts'
import { cycleReady } from '../../harness/broker/messages.ts'
import { postgresTransport } from '../../harness/broker/postgres-transport.ts'
import { eventually } from '../../harness/eventually.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import { redrive } from '../../shared/broker/redrive.ts'
import { AppError } from '../../shared/errors.ts'
import { silentLog } from '../../shared/log.ts'
import { openCycle, readCycle } from '../../shared/postgres/signals/cycles.ts'
import { activeTraceparent, inSpan } from '../../shared/tracing/span.ts'
import { startTracing, type Tracing } from '../../shared/tracing/start-tracing.ts'
import { arrive, sweepCycles } from '../../workers/schedule/cycles.ts'
import { openWorld, type World } from '../broker/world.ts'
import { type Collector, startCollector } from './collector.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`
const QUICK = { firstMs: 50, maxMs: 50 }

let world: World
let collector: Collector
let tracing: Tracing

beforeEach(async () => {
  world = await openWorld(postgresTransport)
  collector = await startCollector()
  tracing = await startTracing({ endpoint: collector.url, roles: 'test' }, silentLog)
})
afterEach(async () => {
  await world.end()
  await tracing.stop()
  await collector.close()
})

const put = (key: string, traceparent: unknown) =>
  world.putRaw('signals', { ...toEnvelope(cycleReady(key)), traceparent })
const handled = (stage: string) =>
  eventually(() => {
    const lines = world.logged.filter((line) => line.event === 'message_handled' && line.stage === stage)
    expect(lines.length).toBeGreaterThan(0)
    return lines
  })
const traceparentsSent = async () =>
  (await world.sql<{ sent: string | null }[]>`select o.envelope->>'traceparent' as sent from outbox as o`).map(
    ({ sent }) => sent,
  )
const spansNamed = (name: string, count: number) =>
  eventually(() => {
    const found = collector.spans.filter((span) => span.name === name)
    expect(found).toHaveLength(count)
    return found
  })

test('the trace of a message continues through the stages, their messages and log lines', async () => {
  const worker = await world.worker()
  await worker.stage(signalsHandler())
  await worker.stage(reportHandler())
  await put('a', TRACEPARENT)
  for (const stage of ['signals', 'report']) expect((await handled(stage))[0]).toMatchObject({ trace_id: TRACE })
  const [signals] = await spansNamed('signals', 1)
  expect(signals).toMatchObject({ traceId: TRACE, parentSpanId: 'b7ad6b7169203331' })
  expect(signals!.attributes).toMatchObject({ 'messaging.message.id': 'test:a#1', outcome: 'done' })
  expect(await traceparentsSent()).toEqual([`00-${TRACE}-${signals!.spanId}-01`])
  expect(await spansNamed('report', 1)).toMatchObject([{ traceId: TRACE, parentSpanId: signals!.spanId }])
})

test('a retry and a redrive are spans of the same parent', async () => {
  let failures = 2
  const handler = signalsHandler()
  const handle: typeof handler.handle = async (...given) => {
    if (failures-- > 0) throw new AppError(failures === 1 ? 'unavailable' : 'invalid', `see https://vendor/?api_key=1`)
    return await handler.handle(...given)
  }
  await (await world.worker()).stage({ ...handler, handle }, { backoff: QUICK })
  await put('a', TRACEPARENT)
  const letters = await eventually(async () => {
    const found = await world.broker.deadLetters()
    expect(found).toHaveLength(1)
    return found
  })
  await redrive(world, letters)
  const spans = await spansNamed('signals', 3)
  expect(spans.map(({ attributes }) => attributes.outcome)).toEqual(['retry', 'dead', 'done'])
  for (const span of spans) expect(span).toMatchObject({ traceId: TRACE, parentSpanId: 'b7ad6b7169203331' })
  expect(spans[1]!.attributes['error.type']).toBe('invalid')
  expect(collector.text()).not.toContain('api_key')
})

test.each([
  ['garbage', 'garbage'],
  ['nothing', null],
  ['zeros', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
  ['another version', TRACEPARENT.replace('00-', '99-')],
])('a message with %s as its traceparent is handled in a new trace', async (_, traceparent) => {
  await (await world.worker()).stage(signalsHandler())
  await put('a', traceparent)
  expect((await handled('signals'))[0]).toMatchObject({
    outcome: 'done',
    trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  const [sent] = await traceparentsSent()
  expect(sent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  expect(sent).not.toContain(TRACE)
})

test('a message with a traceparent of a megabyte is parked as invalid', async () => {
  await (await world.worker()).stage(signalsHandler())
  await put('a', 'f'.repeat(1_000_000))
  expect((await handled('signals'))[0]).toMatchObject({ outcome: 'dead', attempt: 1 })
  expect(await world.effects('signals')).toEqual([])
})

test('a message still passes its trace on when there is no provider', async () => {
  await tracing.stop()
  await (await world.worker()).stage(signalsHandler())
  await put('a', TRACEPARENT)
  expect((await handled('signals'))[0]).not.toHaveProperty('trace_id')
  expect(await traceparentsSent()).toEqual([TRACEPARENT])
})

const OPENED = new Date('2026-11-20T15:00:00Z')

function openTraced(id: string): Promise<string> {
  return inSpan('slot cycle', { parent: null }, async () => {
    const cycle = { id, scheduledFor: OPENED, expected: ['market'], deadline: OPENED, origin: 'scheduled' } as const
    await openCycle(world.sql, { ...cycle, expected: ['market'], openedAt: OPENED })
    return activeTraceparent()!
  })
}

test('the sweeper starts each cycle in the cycle’s own trace', async () => {
  const opened = [await openTraced('2026-11-20T10:00'), await openTraced('2026-11-20T10:15')]
  await sweepCycles({ sql: world.sql, relay: quietRelay(), log: silentLog }, OPENED)
  const sweeps = await spansNamed('cycle sweep', 2)
  expect(new Set(sweeps.map(({ traceId, parentSpanId }) => `00-${traceId}-${parentSpanId}-01`))).toEqual(
    new Set(opened),
  )
  const sent = sweeps.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`)
  expect(new Set(await traceparentsSent())).toEqual(new Set(sent))
  expect((await readCycle(world.sql, '2026-11-20T10:00'))!.traceparent).toBe(opened[0])
})

test('an arrival whose message lost its trace still starts the cycle in the cycle’s own trace', async () => {
  const opened = await openTraced('2026-11-20T10:00')
  const arrival = { source: 'market', ok: true, degraded: false, reason: null }
  await inSpan('ingest-market', { parent: null }, () =>
    quietRelay().transaction(world.sql, async (tx) => ({
      result: null,
      messages: await arrive(tx, '2026-11-20T10:00', arrival, OPENED),
    })),
  )
  expect(await traceparentsSent()).toEqual([opened])
})
