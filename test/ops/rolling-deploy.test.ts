import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { FEW_MEMBERS } from '../../harness/few-members.ts'
import { LIVE_QUOTES } from '../../harness/live-quotes.ts'
import { NO_RATE_LIMITS_TEXT } from '../../harness/no-rate-limits.ts'
import { type OlderCode, olderCode } from '../../harness/older-code.ts'
import { REPOSITORY, removeTemporaryFolders } from '../../harness/product.ts'
import { RABBIT_START_MS } from '../../harness/rabbitmq.ts'
import type { RabbitNode } from '../../harness/rabbitmq-node.ts'
import { inherited } from '../../harness/run-environment.ts'
import { ADMIN } from '../../harness/tokens.ts'
import { connectBroker } from '../../shared/broker/connect.ts'
import { freePort } from '../../shared/free-port.ts'
import { silentLog } from '../../shared/log.ts'
import { makeMonths } from '../../shared/postgres/server/months.ts'
import { openServiceTime, stepServiceTime } from '../../shared/postgres/server/service-time.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { startSimulatorThread } from '../../start/simulator-thread.ts'
import { brokerConfig, TRANSPORTS } from '../distributed/transports.ts'
import { brokenRules } from '../trading/ledger-world.ts'

const DAY = tradingDay('2026-12-01')
const TRADES_EACH_WAY = 2
const WITHIN = { within: 60_000 }
/**
 * Service time stands still between the steps, so every try of an instant counts as one of the same minute: tries this
 * far apart stay below the limit of orders a minute, however long the machine takes.
 */
const TRIED_AGAIN = { within: 60_000, everyMs: 1_000 }
const ORDERS_PER_MINUTE = 600

let older: OlderCode
beforeAll(async () => {
  older = await olderCode()
}, 180_000)
afterAll(removeTemporaryFolders)

interface Running {
  child: ChildProcess
  output(): string
  stop(): Promise<number | null>
}

function run(folder: string, args: readonly string[], env: Record<string, string>): Running {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...inherited(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    output: () => printed,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      return await ended
    },
  }
}

interface Version {
  worker: Running
  api: Running
  url: string
}

async function startVersion(folder: string, env: Record<string, string>, started: Running[]): Promise<Version> {
  const port = await freePort()
  const worker = run(folder, ['workers/main.ts', '--all'], env)
  const api = run(folder, ['api/main.ts'], { ...env, PORT: String(port), RATE_LIMITS: NO_RATE_LIMITS_TEXT })
  started.push(worker, api)
  const url = `http://127.0.0.1:${port}`
  await eventually(async () => {
    for (const { child, output } of [worker, api]) if (child.exitCode !== null) throw new Error(output().slice(-2_000))
    expect(worker.output()).toMatch(/workers_started/)
    expect((await fetch(`${url}/health`)).status).toBe(200)
  }, WITHIN)
  return { worker, api, url }
}

async function call<T>(
  url: string,
  path: string,
  token: string,
  { method = 'POST', body }: { method?: string; body?: object } = {},
) {
  const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
  const answer = await fetch(`${url}/api/v1/trading${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, body: (await answer.json()) as T }
}

/** A replica under load may refuse a write as unavailable, and an account without its limits meets 429 later. */
async function openAccount(url: string): Promise<string> {
  const made = await eventually(async () => {
    const answer = await call<{ account_id: number; token: string }>(url, '/admin/accounts', ADMIN, {
      body: { name: 'agent' },
    })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }, WITHIN)
  const limits = { orders_per_minute: ORDERS_PER_MINUTE, max_pending_trades: 100 }
  await eventually(async () => {
    const patched = await call(url, `/admin/accounts/${made.account_id}`, ADMIN, { method: 'PATCH', body: { limits } })
    expect(patched).toMatchObject({ status: 200, body: { limits } })
  }, WITHIN)
  return made.token
}

/** Initiates at one replica and confirms at another; returns the ids of the trades that were confirmed. */
async function trade(token: string, from: string, to: string): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < TRADES_EACH_WAY; at++) {
    const order = { symbol: 'SPY', side: at % 2 === 0 ? 'buy' : 'sell', quantity: 1 }
    // After a step of time there is no quote of that instant yet, and a price may move before it is confirmed.
    await eventually(async () => {
      const { status, body } = await call<{ trade_id: string }>(from, '/trades', token, { body: order })
      expect({ status, body }).toMatchObject({ status: 201 })
      const confirmed = await call(to, `/trades/${body.trade_id}/confirm`, token)
      expect(confirmed, JSON.stringify(confirmed.body)).toMatchObject({ status: 200 })
      ids.push(body.trade_id)
    }, TRIED_AGAIN)
  }
  return ids
}

const handledBy = ({ worker }: Version, stage: string): number =>
  worker
    .output()
    .split('\n')
    .filter((line) => line.includes('"message_handled"') && line.includes(`"stage":"${stage}"`)).length

/** The events of a process in the order of their times: a line that was being written at its end may follow the last ones. */
const eventsOf = ({ output }: Running): string =>
  output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { time: string; event: string })
    .toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time))
    .map(({ event }) => event)
    .join(' ')

const errorsOf = (started: readonly Running[]): string[] =>
  started.flatMap(({ output }) =>
    output()
      .split('\n')
      .filter((line) => /"level":"(error|fatal)"/.test(line)),
  )

describe.each(TRANSPORTS)('a rolling deploy on $name', (transport) => {
  const stack: (() => unknown)[] = []
  const started: Running[] = []
  afterEach(async () => {
    await Promise.all(started.splice(0).map((each) => each.stop()))
    for (const close of stack.splice(0).reverse()) await close()
  }, 180_000)

  async function open(): Promise<{
    database: TestDatabase
    env: Record<string, string>
    node: RabbitNode | null
  }> {
    const node = await transport.startNode()
    stack.push(() => node?.stop())
    const database = await freshDatabase()
    stack.push(() => database.drop())
    await openServiceTime(database.sql, instantAt(DAY, '09:29'), { speed: 0, reason: 'test' })
    // A migration of a service that runs makes the months around its present; this database was migrated before it had a present.
    for (const table of ['flow_changes', 'minute_quotes'] as const) {
      await makeMonths(database.sql, table, [instantAt(addSessions(DAY, -1).day, '16:00'), instantAt(DAY, '09:29')])
    }
    const simulator = await startSimulatorThread({ seed: 7, quotas: false, members: FEW_MEMBERS })
    stack.push(() => simulator.stop())
    const env = {
      ...LIVE_QUOTES,
      ADMIN_TOKEN: ADMIN,
      DATABASE_URL: database.url,
      SIMULATOR_URL: simulator.url,
      ...(node ? { AMQP_URL: node.url } : {}),
    }
    return { database, env, node }
  }

  test(
    'old and new workers and replicas share cycles and trades, nothing is lost or done twice, and the audit is clean',
    async ({ skip }) => {
      if ('missing' in older) return skip(older.missing)
      const { database, env, node } = await open()
      const { sql } = database
      const cycle = async (time: string) => {
        await stepServiceTime(sql, instantAt(DAY, time))
        await eventually(async () => {
          const [row] = await sql`select c.state from cycles as c where c.id = ${`${DAY}T${time}`}`
          expect(row?.state).toBe('reported')
        }, WITHIN)
      }
      const before = await startVersion(older.folder, env, started)
      await cycle('09:30')
      const after = await startVersion(REPOSITORY, env, started)
      const [one, two] = [await openAccount(before.url), await openAccount(after.url)]
      const trades: string[] = []
      for (const time of ['09:45', '10:00']) {
        const work = [cycle(time), trade(one, before.url, after.url), trade(two, after.url, before.url)] as const
        const [, ...ids] = await Promise.all(work)
        trades.push(...ids.flat())
      }
      const worked = ['signals', 'report', 'ingest-market'].map((stage) => handledBy(before, stage) > 0)
      expect(worked).toEqual([true, true, true])
      expect(await Promise.all([before.worker.stop(), before.api.stop()])).toEqual([0, 0])
      await cycle('10:15')
      trades.push(...(await trade(one, after.url, after.url)))
      expect(handledBy(after, 'signals')).toBeGreaterThan(0)

      const executed = await sql<{ id: string; entries: number }[]>`
        select t.id, (select count(*)::integer from ledger_entries as e where e.trade_id = t.id) as entries
        from trades as t where t.status = 'executed' order by t.id`
      expect([...executed]).toEqual(trades.sort().map((id) => ({ id, entries: 1 })))
      const broker = await connectBroker(brokerConfig(node, database.url), silentLog)
      stack.push(() => broker.close())
      expect(await broker.deadLetters()).toEqual([])
      const given = await sql`select i.message_id, i.stage, i.error from inbox as i where i.state = 'failed' limit 5`
      expect([...given]).toEqual([])
      expect(await brokenRules(sql)).toEqual([])
      expect(await Promise.all([after.worker.stop(), after.api.stop()])).toEqual([0, 0])
      expect(eventsOf(after.worker)).toMatch(/\bworkers_stopping\b.*\bworkers_stopped$/)
      expect(eventsOf(after.api)).toMatch(/\bstopping\b.*\bstopped$/)
      expect(errorsOf(started)).toEqual([])
    },
    RABBIT_START_MS,
  )
})
