import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { opsProgram } from '../../ops/program.ts'
import { aiSettings } from '../../shared/ai/ai-settings.ts'
import { readConfig } from '../../shared/config.ts'
import { createLog } from '../../shared/log.ts'
import { readsOfDay } from '../../shared/postgres/ai/ai-reads.ts'
import { startTracing, type Tracing } from '../../shared/tracing/start-tracing.ts'
import { type Simulator, startSimulator } from '../../simulator/server.ts'
import { INTERNAL, publicGets, testApi } from '../api/support/api.ts'
import { type Collector, startCollector } from '../tracing/collector.ts'
import { aiWorld, DAY, et } from './support/ai-world.ts'

/** Letters only, so that no check of figures refuses a text because of it. */
const KEY = 'sk-quietcanaryofthemarketthatnobodymayread'
const CANARY = /canaryofthe/i

let logged = ''
const sink = new Writable({
  write(chunk, _encoding, done) {
    logged += String(chunk)
    done()
  },
})
const world = aiWorld({ log: createLog({ level: 'debug', process: 'test' }, sink) })
let simulator: Simulator
let endpoint: Server
let collector: Collector
let tracing: Tracing
let asked = 0

type Answer = { status: number; headers?: Record<string, string>; body: string }

/** The answers that the endpoint makes from the honest completion, each containing the key it was sent. */
const LEAKS: readonly ((completion: Completion, key: string) => Answer)[] = [
  (_, key) => ({
    status: 401,
    body: JSON.stringify({ error: { message: `Incorrect API key provided: ${key}`, code: key } }),
  }),
  (honest, key) =>
    said(honest, (answer) => ({ ...answer, [textOf(answer)]: `The key of this desk is ${key} and it is quiet.` })),
  (honest, key) => said(honest, (answer) => ({ ...answer, [key]: key })),
  (honest, key) => content(honest, `{"summary": "The market is ${key}`),
  (honest, key) => content(honest, `Sure, ${key}: \`\`\`json {} \`\`\``),
  (_, key) => ({ status: 302, headers: { location: `http://127.0.0.1:9/${key}`, 'x-key': key }, body: key }),
  (_, key) => ({ status: 500, headers: { 'x-key': key }, body: `<h1>${key}</h1>` }),
  (_, key) => ({ status: 200, body: `not JSON but ${key}` }),
]

interface Completion {
  choices: { message: { content: string } }[]
}
const content = (honest: Completion, text: string): Answer => {
  honest.choices[0]!.message.content = text
  return { status: 200, body: JSON.stringify(honest) }
}
const said = (honest: Completion, change: (answer: Record<string, unknown>) => object): Answer =>
  content(honest, JSON.stringify(change(JSON.parse(honest.choices[0]!.message.content))))
const textOf = (answer: object): string => ('summary' in answer ? 'summary' : 'whats_happening')

async function startEndpoint(): Promise<Server> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const key = String(request.headers.authorization).replace('Bearer ', '')
    const path = `${simulator.url}/at/${world.clock.now().toISOString()}/analyst/v1/chat/completions`
    const honest = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const leak = LEAKS[asked++ % LEAKS.length]!((await honest.json()) as Completion, key)
    response.writeHead(leak.status, { 'content-type': 'application/json', ...leak.headers }).end(leak.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}

beforeAll(async () => {
  simulator = await startSimulator({ now: () => world.clock.now() })
  endpoint = await startEndpoint()
  collector = await startCollector()
  tracing = await startTracing(
    { endpoint: collector.url, roles: 'test' },
    createLog({ level: 'debug', process: 'test' }, sink),
  )
  await world.reset()
})
afterAll(async () => {
  await tracing.stop()
  await new Promise((done) => endpoint.close(done))
  await Promise.all([simulator.close(), collector.close()])
})

const variables = () => ({
  DATABASE_URL: world.url,
  AI_PROVIDER: 'openai-compatible',
  AI_BASE_URL: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/v1`,
  AI_API_KEY: KEY,
  AI_MODEL: 'gpt-4.1-mini',
  AI_TIMEOUT_MS: '2000',
})

/** Every row of every table as text, with the name of its table. */
async function dump(): Promise<string> {
  const tables = await world.sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await world.sql<{ text: string }[]>`
        select coalesce(string_agg(to_jsonb(t)::text, ' '), '') as text from ${world.sql(name.split('.'))} as t`
      return `${name} ${row!.text}`
    }),
  )
  return texts.join('\n')
}

test('a key that the endpoint echoes in every way appears in no row, log, trace, metric, page, error or command', async () => {
  const settings = aiSettings(readConfig(variables()))
  for (const time of ['08:30', '09:40', '10:30', '12:00', '14:00', '15:30', '16:15']) {
    await world.tick(et(time), settings)
    await world.tick(new Date(et(time).getTime() + 95_000), settings)
  }
  expect((await readsOfDay(world.sql, DAY)).map(({ state }) => state)).toEqual(Array(9).fill('written'))
  const printed: string[] = []
  const ops = async (args: string[]) => {
    const program = await opsProgram(variables(), (text) => printed.push(text))
    await program.parseAsync(args, { from: 'user' })
  }
  for (const _leak of LEAKS) {
    await ops(['ai', 'check', '--json'])
  }
  await ops(['ai', 'slots', '--on', DAY])
  process.exitCode = 0
  expect(asked).toBeGreaterThanOrEqual(2 * LEAKS.length)

  const app = await testApi(world.url, { clock: world.clock })
  const headers = { authorization: `Bearer ${INTERNAL}` }
  const paths = [
    ...publicGets(app),
    '/verdicts',
    '/tape',
    '/',
    '/ops',
    '/metrics',
    '/api/v1/internal/events',
    '/openapi.json',
    '/nothing',
  ]
  const bodies = await Promise.all(
    paths.map(async (path) => `${path} ${(await app.inject({ url: path, headers })).body}`),
  )
  await tracing.stop()
  const rows = await dump()
  expect(rows).toContain('the provider repeated the key')
  expect(collector.text()).toContain('ai1')
  expect(logged).toContain('state_described')
  for (const text of [rows, logged, collector.text(), ...printed, ...bodies]) expect(text).not.toMatch(CANARY)
})
