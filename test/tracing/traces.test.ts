import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../../api/app.ts'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { FEW_MEMBERS } from '../../harness/few-members.ts'
import { opsOutput } from '../../harness/run-ops.ts'
import { startSharedSimulator } from '../../harness/shared-simulator.ts'
import { readConfig } from '../../shared/config.ts'
import { createLog, silentLog } from '../../shared/log.ts'
import { openPool } from '../../shared/postgres/server/db.ts'
import { openServiceTime, serviceClock, stepServiceTime } from '../../shared/postgres/server/service-time.ts'
import { announceDocuments, readModel } from '../../shared/postgres/signals/read-models.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { startTracing, type Tracing } from '../../shared/tracing/start-tracing.ts'
import { openConnections } from '../../workers/open-connections.ts'
import { readRoles } from '../../workers/roles.ts'
import { startWorkers, type Workers } from '../../workers/start-workers.ts'
import { type Collector, startCollector } from './collector.ts'

const DAY = tradingDay('2026-11-27')
const OTHER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const KEY = 'abcdefghijklmnopqrstuvwxyz012345'
const at = (time: string) => instantAt(DAY, time)
const cycleAt = (time: string) => `${DAY}T${time}`

const database = testDatabase()
let simulator: Awaited<ReturnType<typeof startSharedSimulator>>
let collector: Collector
let tracing: Tracing
let workers: Workers
let lines = ''
const log = createLog(
  { level: 'info', process: 'test' },
  new Writable({
    write(chunk, _encoding, done) {
      lines += String(chunk)
      done()
    },
  }),
)

beforeAll(async () => {
  simulator = await startSharedSimulator({ seed: 7, members: FEW_MEMBERS, now: () => at('09:00') })
  collector = await startCollector()
  await openServiceTime(database.sql, at('09:29'), { speed: 0, reason: 'test' })
  await startAll(collector.url)
}, 180_000)
afterAll(async () => {
  await stopAll()
  await collector.close()
  await simulator.close()
})

/** A cycle of all stages is slow while another file runs a half-day of forty processes. */
const WITHIN = { within: 90_000 }
vi.setConfig({ testTimeout: 180_000 })

async function startAll(endpoint: string): Promise<void> {
  tracing = await startTracing({ endpoint, roles: 'everything' }, log)
  const config = { ...readConfig({ SIMULATOR_URL: simulator.url, FRED_API_KEY: KEY }), DATABASE_URL: database.url }
  workers = await startWorkers(config, readRoles(['--all']), { connections: await openConnections(config, log), log })
}

async function stopAll(): Promise<void> {
  await workers.drain()
  await tracing.stop()
}

async function report(time: string): Promise<string> {
  await stepServiceTime(database.sql, at(time))
  await reported(cycleAt(time), 1)
  return await traceOf(cycleAt(time))
}

const reported = (id: string, inRun: number) =>
  eventually(async () => {
    const [cycle] = await database.sql`select c.state, c.run from cycles as c where c.id = ${id}`
    expect(cycle).toEqual({ state: 'reported', run: inRun })
  }, WITHIN)

async function traceOf(cycleId: string): Promise<string> {
  const [cycle] = await database.sql<{ traceparent: string }[]>`
    select c.traceparent from cycles as c where c.id = ${cycleId}`
  return traceIn(cycle!.traceparent)
}

function traceIn(traceparent: string | null): string {
  expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  return traceparent!.split('-')[1]!
}

test('the slot, source runs, snapshot, report and served documents have the same trace', async () => {
  const trace = await report('09:30')
  const { sql } = database
  const id = cycleAt('09:30')
  const rows = {
    slot: await sql<{ traceparent: string }[]>`select s.traceparent from slots as s where s.key = ${`cycle:${id}`}`,
    runs: await sql<{ traceparent: string }[]>`
      select r.traceparent from source_runs as r where r.message_id like ${`schedule:${id}/%`}`,
    arrivals: await sql<{ traceparent: string }[]>`
      select a.traceparent from cycle_arrivals as a where a.cycle_id = ${id}`,
    snapshot: await sql<{ traceparent: string }[]>`
      select s.traceparent from signal_snapshots as s where s.cycle_id = ${id}`,
    report: await sql<{ traceparent: string }[]>`select r.traceparent from reports as r where r.cycle_id = ${id}`,
  }
  for (const [name, found] of Object.entries(rows)) {
    expect(found.length, name).toBeGreaterThan(0)
    expect(new Set(found.map(({ traceparent }) => traceIn(traceparent))), name).toEqual(new Set([trace]))
  }
  expect(rows.runs.length).toBeGreaterThan(1)
  for (const event of ['slot_fired', 'source_run', 'message_handled']) {
    expect(lines).toMatch(new RegExp(`"trace_id":"${trace}".*"event":"${event}"`))
  }
  const signals = await readModel(sql, 'signals/latest')
  expect(signals!.traceparent).toBe(rows.snapshot[0]!.traceparent)
  expect((await readModel(sql, 'reports/latest'))!.traceparent).toBe(rows.report[0]!.traceparent)
})

test('a document is served with the span that wrote it', async () => {
  const served = openPool(database.url, { max: 2, name: 'served' })
  const app = await buildApp({
    sql: served,
    clock: serviceClock(() => database.sql),
    log: silentLog,
    dataMode: 'simulated',
    instanceId: 'traces',
    tokens: { admin: 'a'.repeat(32), internal: 'i'.repeat(32) },
  })
  const written = async (url: string) => (await app.inject(url)).headers.traceparent
  const { sql } = database
  const signals = (await readModel(sql, 'signals/latest'))!.traceparent
  const newest = (await readModel(sql, 'reports/latest'))!.traceparent
  for (const url of ['/api/v1/signals/latest', '/api/v1/signals/score']) expect(await written(url), url).toBe(signals)
  const name = 'report-20261127-093000.md'
  for (const url of ['/api/v1/reports/latest', '/report', `/api/v1/reports/${name}`, `/reports/${name}`]) {
    expect(await written(url), url).toBe(newest)
  }
  for (const url of ['/api/v1/reports', '/api/v1/signals/history']) expect(await written(url), url).toBeUndefined()
  // Other work writes the same document again.
  await sql`update read_models as m set traceparent = ${OTHER} where m.key = 'signals/latest'`
  await announceDocuments(sql, 'signals')
  await eventually(async () => expect(await written('/api/v1/signals/latest')).toBe(OTHER))
  await sql`update read_models as m set traceparent = ${signals} where m.key = 'signals/latest'`
  await app.close()
  await served.end({ timeout: 1 })
})

test('the collector has the same tree of spans: slot, source runs with their fetches, signals, report', async () => {
  const trace = await traceOf(cycleAt('09:30'))
  const spans = await eventually(() => {
    const found = collector.spans.filter((span) => span.traceId === trace)
    expect(found.map(({ name }) => name)).toContain('report')
    return found
  }, WITHIN)
  const named = (name: string) => spans.filter((span) => span.name === name)
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const parentOf = (span: { parentSpanId?: string | undefined }) => byId.get(span.parentSpanId ?? '')?.name
  const [slot] = named('slot cycle')
  expect(slot).toMatchObject({ attributes: { 'slot.key': `cycle:${cycleAt('09:30')}` } })
  expect(slot!.parentSpanId ?? '').toBe('')
  const ingests = spans.filter(({ name }) => name.startsWith('ingest-'))
  expect(ingests.length).toBeGreaterThan(1)
  for (const span of ingests) expect(parentOf(span)).toBe('slot cycle')
  const fetches = named('vendor GET')
  expect(fetches.length).toBeGreaterThan(ingests.length)
  for (const span of fetches) {
    expect(parentOf(span)).toMatch(/^ingest-/)
    expect(span.attributes['http.response.status_code']).toBe(200)
  }
  const [signals] = named('signals')
  expect(parentOf(signals!)).toMatch(/^ingest-/)
  expect(new Set(signals!.links.map(({ spanId }) => byId.get(spanId)?.name))).toEqual(
    new Set(ingests.map(({ name }) => name)),
  )
  expect(parentOf(named('report')[0]!)).toBe('signals')
  // Libraries add no spans; pg-boss would otherwise trace its polling.
  const ours = /^(slot|cycle) |^ingest-|^vendor GET$|^signals$|^alerts$|^tripwires$|^report$|^portfolio$|^settlement$/
  expect(collector.spans.filter(({ name }) => !ours.test(name))).toEqual([])
  expect(collector.resources[0]).toMatchObject({ 'service.name': 'market-state', 'market.roles': 'everything' })
})

test('another cycle has another trace, and serves documents with it', async () => {
  const [first, second] = [await traceOf(cycleAt('09:30')), await report('09:45')]
  expect(second).not.toBe(first)
  expect(traceIn((await readModel(database.sql, 'signals/latest'))!.traceparent)).toBe(second)
})

test('a re-run has its own trace, linked to the previous one; ops trace shows both from rows', async () => {
  const id = cycleAt('09:45')
  const before = await traceOf(id)
  await ops('cycle', 'rerun', id)
  await reported(id, 2)
  const after = await traceOf(id)
  expect(after).not.toBe(before)
  await eventually(() => {
    const rerun = collector.spans.find(({ name }) => name === 'cycle rerun')
    expect(rerun).toMatchObject({ traceId: after, links: [{ traceId: before }] })
  })
  const traces = JSON.parse(await ops('trace', id, '--json')) as { trace_id: string; steps: { step: string }[] }[]
  expect(traces.map(({ trace_id }) => trace_id).sort()).toEqual([before, after].sort())
  const stepsOf = (trace: string) => traces.find(({ trace_id }) => trace_id === trace)!.steps.map(({ step }) => step)
  expect(new Set(stepsOf(before))).toEqual(new Set(['slot', 'source run', 'signals', 'report']))
  const [cutoff, signals, report, ...documents] = stepsOf(after)
  expect([cutoff, signals, report]).toEqual(['cutoff', 'signals', 'report'])
  expect(new Set(documents)).toEqual(new Set(['document']))
})

test('ops trace takes a trace id or a report name, defaults to the newest, and refuses an unknown name', async () => {
  const trace = await traceOf(cycleAt('09:30'))
  const steps = JSON.parse(await ops('trace', trace, '--json'))[0].steps
  expect(steps[0]).toMatchObject({ step: 'slot', name: `cycle:${cycleAt('09:30')}`, outcome: 'fired' })
  expect(eastern(new Date(steps[0].at)).time).toBe('09:30:00')
  expect(steps[1]).toMatchObject({
    step: 'source run',
    outcome: 'ok',
    requests: expect.any(Number),
    ms: expect.any(Number),
  })
  expect(steps.at(-1)).toMatchObject({ step: 'report', name: 'report-20261127-093000.md', outcome: 'run 1' })
  expect(await ops('trace', 'report-20261127-093000.md')).toContain(`trace ${trace}\nstep`)
  expect(await ops('trace')).toContain('report-20261127-094500.md')
  for (const name of ['report-20261127-100000.md', '0'.repeat(32), `${DAY}T10:00`]) {
    await expect(ops('trace', name)).rejects.toThrow('no row has this trace')
  }
})

test('a failed fetch is a span with its status; no span contains a key or an address of a vendor', async () => {
  const fault = { vendor: 'fred-api', mode: 'status', status: 503, times: 1 }
  const body = JSON.stringify(fault)
  await fetch(`${simulator.url}/control/faults`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  await report('10:30')
  const failed = await eventually(() => {
    const gets = collector.spans.filter(({ attributes }) => attributes.vendor === 'fred_api')
    const statuses = gets.map(({ attributes }) => attributes['http.response.status_code'])
    expect(new Set(statuses)).toEqual(new Set([503, 200]))
    return gets.find(({ attributes }) => attributes['http.response.status_code'] === 503)!
  })
  expect(failed.attributes).toMatchObject({ 'error.type': 'unavailable', attempt: 1 })
  expect(collector.text()).not.toContain(KEY)
  expect(collector.text()).not.toContain(simulator.url)
})

test.each([
  ['takes everything and answers nothing', '10:45', true],
  ['is not there', '11:00', false],
])('a collector that %s changes nothing', async (_, time, hangs) => {
  await stopAll()
  const broken = await startCollector({ hangs: true })
  if (!hangs) await broken.close()
  await startAll(broken.url)
  const trace = await report(time)
  expect(traceIn((await readModel(database.sql, 'signals/latest'))!.traceparent)).toBe(trace)
  if (hangs) await eventually(() => expect(broken.requests()).toBeGreaterThan(0))
  else await eventually(() => expect(lines).toContain('trace_export_failed'))
  await stopAll()
  if (hangs) await broken.close()
  await startAll(collector.url)
})

test('a daily row has the trace of its slot', async () => {
  await stepServiceTime(database.sql, at('13:22'))
  const [row] = await eventually(async () => {
    const rows = await database.sql<{ slot: string; day: string }[]>`
      select s.traceparent as slot, d.traceparent as day from slots as s, signals_daily as d
      where s.kind = 'daily_provisional' and d.trade_date = ${DAY}`
    expect(rows).toHaveLength(1)
    return rows
  }, WITHIN)
  expect(traceIn(row!.day)).toBe(traceIn(row!.slot))
  const [daily] = JSON.parse(await ops('trace', traceIn(row!.day), '--json'))
  expect(daily.steps).toMatchObject([{ step: 'slot' }, { step: 'daily row', name: DAY, outcome: 'provisional' }])
})

const ops = (...args: string[]): Promise<string> =>
  opsOutput(args, { DATABASE_URL: database.url, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
