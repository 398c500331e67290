import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { startApi } from '../../api/start-api.ts'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { inherited } from '../../harness/run-environment.ts'
import { openPool } from '../../shared/postgres/server/db.ts'
import { openStream } from '../stream/open-stream.ts'
import { LISTENING } from './support/listening.ts'
import { seed } from './support/seed.ts'

const OPTIONS = { ...LISTENING, tokens: {} }

const db = testDatabase()
beforeAll(async () => {
  await seed(db.sql)
})

/** Locks a table against readers until it is released. */
async function holdTable(url: string, table: string) {
  const sql = openPool(url, { max: 1, name: 'holder' })
  const held = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const done = sql.begin(async (tx) => {
    await tx`lock table ${tx(table)} in access exclusive mode`
    held.resolve()
    await over.promise
  })
  await held.promise
  return {
    async isAwaited() {
      const rows = await db.sql`select l.pid from pg_locks as l where not l.granted limit 1`
      return rows.length > 0
    },
    async release() {
      over.resolve()
      await done
      await sql.end({ timeout: 1 })
    },
  }
}

function replica(env: Record<string, string>): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, ['api/main.ts'], {
    env: { ...inherited(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  }
  return { child, output: () => text }
}

test('the API listens before the database is up, and reads once it is', async () => {
  const later = Promise.withResolvers<string>()
  const api = await startApi({ ...OPTIONS, databaseUrl: later.promise })
  const read = async (path: string) => (await fetch(api.url + path)).json() as Promise<Record<string, unknown>>
  expect(await read('/health')).toEqual({ status: 'ok' })
  expect(await read('/api/v1/signals/latest')).toMatchObject({
    regime: null,
    reason: 'the database has not started yet',
  })
  later.resolve(db.url)
  await eventually(async () => expect(await read('/api/v1/signals/latest')).toMatchObject({ regime: 'CAUTIOUS' }))
  await api.close()
})

test('a replica that is asked to stop immediately reports that it is not ready, and finishes running requests', async () => {
  const later = Promise.withResolvers<string>()
  const api = await startApi({ ...OPTIONS, databaseUrl: later.promise, drainNoticeMs: 400 })
  const status = async (path: string) => (await fetch(api.url + path)).status
  expect(await status('/ready')).toBe(503)
  later.resolve(db.url)
  await eventually(async () => expect(await status('/ready')).toBe(200))
  const stream = await openStream(`${api.url}/api/v1/agents/stream`)
  await stream.until(({ type }) => type === 'snapshot')

  const held = await holdTable(db.url, 'reports')
  const running = fetch(`${api.url}/api/v1/reports`)
  await eventually(() => held.isAwaited())
  const closing = api.close()
  const notReady = await fetch(`${api.url}/ready`)
  expect(notReady.status).toBe(503)
  expect(await notReady.json()).toMatchObject({ code: 'not_ready', details: { reason: 'this replica stops' } })
  // During the notice, balancers that have not checked yet still get answers, each on a connection of its own.
  const late = await fetch(`${api.url}/api/v1/weeks`)
  expect(late.status).toBe(200)
  expect(late.headers.get('connection')).toBe('close')

  const close = await stream.until(({ type }) => type === 'close')
  expect(close.data).toMatchObject({ reason: 'the server stops', reconnect_in_ms: 1_000 })
  await held.release()
  const answer = await running
  expect(answer.status).toBe(200)
  expect(((await answer.json()) as { total_days: number }).total_days).toBeGreaterThan(0)
  await closing
  await expect(fetch(`${api.url}/health`)).rejects.toThrow()
})

test('the pool for reads cannot write', async () => {
  // A view in place of the table that the document reads; it reports whether the transaction may write.
  await db.sql`alter table report_days rename to hidden_days`
  await db.sql`
    create view report_days as
    select '2026-11-20'::date as date, '2026-W47' as week,
      case current_setting('transaction_read_only') when 'on' then 1 else 2 end as reports`
  const api = await startApi({ ...OPTIONS, databaseUrl: db.url })
  try {
    const { weeks } = await eventually(async () => {
      const body = (await (await fetch(`${api.url}/api/v1/weeks`)).json()) as { weeks: unknown[]; reason?: string }
      return body.reason === undefined && body
    })
    expect(weeks).toEqual([{ week: '2026-W47', report_count: 1, day_count: 1 }])
  } finally {
    await api.close()
    await db.sql`drop view report_days`
    await db.sql`alter table hidden_days rename to report_days`
  }
})

test('a route whose token is not configured accepts no token', async () => {
  const api = await startApi({ ...OPTIONS, databaseUrl: db.url })
  for (const token of ['', 'undefined', 'null']) {
    expect((await fetch(`${api.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
  }
  await api.close()
})

test('a token rotated in place counts at once, and the old one is refused', async () => {
  const tokens = { internal: 'the-first-internal-token' }
  const api = await startApi({ ...OPTIONS, tokens, databaseUrl: db.url })
  const status = async (token: string) =>
    (await fetch(`${api.url}/metrics`, { headers: { 'x-internal-token': token } })).status
  expect(await status('the-first-internal-token')).toBe(200)
  tokens.internal = 'the-second-internal-token'
  expect(await status('the-first-internal-token')).toBe(401)
  expect(await status('the-second-internal-token')).toBe(200)
  await api.close()
})

test.each([
  ['a busy port', 'busy', /PORT: \d+ on .* is in use/],
  ['a bad variable', '99999', /PORT/],
])('a replica with %s reports it in one line and exits with 1', async (_name, port, expected) => {
  const other = createServer()
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  const taken = String((other.address() as AddressInfo).port)
  const { child, output } = replica({ DATABASE_URL: db.url, PORT: port === 'busy' ? taken : port, LOG_LEVEL: 'error' })
  const [code] = await once(child, 'close')
  other.close()
  expect(code).toBe(1)
  expect(output()).toMatch(expected)
  expect(output().trim().split('\n')).toHaveLength(1)
})

test('a replica ends within seconds of SIGTERM although a client keeps its connection open', async () => {
  const { child, output } = replica({ DATABASE_URL: db.url, PORT: '0' })
  const url = await eventually(() => /"url":"([^"]+)"/.exec(output())?.[1] ?? false, { within: 30_000 })
  expect((await fetch(`${url}/health`, { keepalive: true })).status).toBe(200)
  const begun = performance.now()
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
  expect(performance.now() - begun).toBeLessThan(5_000)
})
