import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { type ApiProcess, apiProcess } from '../../harness/api-process.ts'
import { type RabbitCluster, startRabbitCluster } from '../../harness/cluster/rabbitmq-cluster.ts'
import { eventually } from '../../harness/eventually.ts'
import { FEW_MEMBERS } from '../../harness/few-members.ts'
import { LIVE_QUOTES } from '../../harness/live-quotes.ts'
import { REPOSITORY } from '../../harness/product.ts'
import { inherited } from '../../harness/run-environment.ts'
import { ADMIN } from '../../harness/tokens.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { openServiceTime, stepServiceTime } from '../../shared/postgres/server/service-time.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { startSimulatorThread } from '../../start/simulator-thread.ts'
import { ACCOUNTS, type Created } from '../trading/replicas.ts'
import { BUY, TRADES } from '../trading/trade-world.ts'

const DAY = tradingDay('2026-12-01')
const OPEN_MINUTES = 9 * 60 + 30
const CYCLE_MINUTES = 15
/** A session has 27 cycles, and the faults together take a few minutes. */
const CYCLE_EVERY_MS = 20_000
const REPORTED_WITHIN_MS = 120_000
/** Service time does not move between two cycles, so all orders between them count as those of one minute. */
const TRADE_EVERY_MS = 250
const FOLLOW_EVERY_MS = 500
/** Processes log these events when they repeat something, or look for another node. */
const RETRIES = ['publish_failed', 'finish_failed', 'outbox_swept', 'publish_channel_renewed', 'broker_link_lost']

/** A session on three brokers: a worker process of all stages, a replica, an agent that trades, a client that follows the log. */
export interface SessionWorld {
  cluster: RabbitCluster
  /** The trades that the service said are executed. */
  confirmed: string[]
  /** The ids of the event log in the order in which a client got them. */
  followed: number[]
  /** Runs planned cycles until the work is over and one more; prints the gaps and what was tried again. */
  during(fault: string, work: () => Promise<void>): Promise<void>
  /** Lets the client read the log to its end, and ends the agent. */
  finish(): Promise<void>
  close(): Promise<void>
}

function startWorker(env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, ['workers/main.ts', '--all'], {
    cwd: REPOSITORY,
    env: { ...inherited(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text: Buffer) => (said += text.toString()))
  const ended = once(child, 'close')
  return {
    said: () => said,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    },
  }
}

const timeOf = (cycle: number): string => {
  const minutes = OPEN_MINUTES + cycle * CYCLE_MINUTES
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

async function call<T>(api: ApiProcess, path: string, token = ADMIN, method = 'GET', body?: object) {
  const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
  const answer = await fetch(api.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  return { status: answer.status, body: (await answer.json()) as T }
}

async function openAccount(api: ApiProcess): Promise<string> {
  const made = await eventually(async () => {
    const answer = await call<Created>(api, ACCOUNTS, ADMIN, 'POST', { name: 'agent', balance: 100_000_000 })
    expect(answer.status).toBe(201)
    return answer.body
  })
  const limits = { orders_per_minute: 60_000, max_pending_trades: 100 }
  await eventually(async () => {
    const patched = await call(api, `${ACCOUNTS}/${made.account_id}`, ADMIN, 'PATCH', { limits })
    expect(patched.status).toBe(200)
  })
  return made.token
}

export async function openSessionWorld({ sql, url }: { sql: Pool; url: string }): Promise<SessionWorld> {
  await openServiceTime(sql, instantAt(DAY, '09:29'), { speed: 0, reason: 'test' })
  const simulator = await startSimulatorThread({ seed: 7, quotas: false, members: FEW_MEMBERS })
  const cluster = await startRabbitCluster()
  const env = { ...LIVE_QUOTES, DATABASE_URL: url, SIMULATOR_URL: simulator.url, AMQP_URL: cluster.url }
  const worker = startWorker(env)
  await eventually(() => /workers_started/.test(worker.said()), { within: REPORTED_WITHIN_MS })
  const api = await apiProcess(env)
  const token = await openAccount(api)
  const [confirmed, tradedAt, followed]: [string[], number[], number[]] = [[], [], []]
  let isOver = false
  let cycle = 0

  async function tradeOnce(): Promise<void> {
    const order = { ...BUY, quantity: 1, side: confirmed.length % 2 === 0 ? 'buy' : 'sell' }
    const quoted = await call<{ trade_id: string }>(api, TRADES, token, 'POST', order)
    if (quoted.status !== 201) return
    const { trade_id: id } = quoted.body
    const done = await call<{ status: string }>(api, `${TRADES}/${id}/confirm`, token, 'POST')
    if (done.status !== 200 || done.body.status !== 'executed') return
    confirmed.push(id)
    tradedAt.push(performance.now())
  }
  const agent = (async () => {
    while (!isOver) {
      await tradeOnce().catch(() => {})
      await sleep(TRADE_EVERY_MS)
    }
  })()

  interface Page {
    events: { id: number }[]
    next_after: number
    has_more: boolean
  }
  let after: number | null = null
  async function followOnce(): Promise<boolean> {
    const path: string = `/api/v1/events?limit=500${after === null ? '' : `&after=${after}`}`
    const { status, body } = await call<Page>(api, path)
    if (status !== 200) return true
    followed.push(...body.events.map(({ id }) => id))
    after = body.next_after
    return body.has_more
  }
  const follower = (async () => {
    while (!isOver) {
      await followOnce().catch(() => {})
      await sleep(FOLLOW_EVERY_MS)
    }
  })()

  /** Steps to the next planned cycle and waits for its report. Returns how long that took. */
  async function runCycle(): Promise<number> {
    const time = timeOf(cycle++)
    const began = performance.now()
    await stepServiceTime(sql, instantAt(DAY, time))
    await eventually(
      async () => {
        const [row] = await sql<{ state: string }[]>`select c.state from cycles as c where c.id = ${`${DAY}T${time}`}`
        expect(row?.state).toBe('reported')
      },
      { within: REPORTED_WITHIN_MS },
    )
    return performance.now() - began
  }
  const retried = () => {
    const said = worker.said() + api.said()
    return new Map(RETRIES.map((event) => [event, said.split(`"event":"${event}"`).length - 1]))
  }

  return {
    cluster,
    confirmed,
    followed,
    async during(fault, work) {
      const [began, before, known] = [performance.now(), retried(), confirmed.length]
      let isWorking = true
      const working = work().finally(() => {
        isWorking = false
      })
      const cycles: number[] = []
      while (isWorking) {
        cycles.push(await runCycle())
        await Promise.race([working, sleep(CYCLE_EVERY_MS)])
      }
      cycles.push(await runCycle())
      await eventually(() => confirmed.length > known, { within: REPORTED_WITHIN_MS })
      const times = [began, ...tradedAt.filter((at) => at > began), performance.now()]
      const gap = Math.max(...times.slice(1).map((at, index) => at - times[index]!))
      const again = [...retried()].map(([event, count]) => `${event} ${count - before.get(event)!}`)
      process.stdout.write(
        `${fault}: ${cycles.length} cycles, the slowest reported after ${Math.round(Math.max(...cycles))} ms; ` +
          `${confirmed.length - known} trades, longest gap ${Math.round(gap)} ms; ${again.join(', ')}\n`,
      )
    },
    async finish() {
      isOver = true
      await Promise.all([agent, follower])
      await eventually(
        async () => {
          const [row] = await sql<
            { open: number }[]
          >`select count(*)::integer as open from outbox as o where o.settled_at is null`
          expect(row!.open).toBe(0)
        },
        { within: REPORTED_WITHIN_MS },
      )
      await eventually(async () => expect(await followOnce()).toBe(false))
    },
    async close() {
      isOver = true
      await Promise.allSettled([agent, follower])
      await Promise.allSettled([worker.stop(), api.stop()])
      await cluster.stop()
      await simulator.stop()
    },
  }
}
