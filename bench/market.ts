import { eventually } from '../harness/eventually.ts'
import { FEW_MEMBERS } from '../harness/few-members.ts'
import { NO_RATE_LIMITS_TEXT } from '../harness/no-rate-limits.ts'
import { STEPS } from '../shared/domain/contract/history-loading.ts'
import { AppError } from '../shared/errors.ts'
import { freePort } from '../shared/free-port.ts'
import { isDone, readProgress } from '../shared/postgres/market/backfill.ts'
import { openServiceTime } from '../shared/postgres/server/service-time.ts'
import { instantAt } from '../shared/time/eastern.ts'
import { tradingDay } from '../shared/time/trading-day.ts'
import { startSimulatorThread } from '../start/simulator-thread.ts'
import type { Child } from './child.ts'
import type { Database, Rig } from './rig.ts'

/** A full session of 27 cycles after another full session. */
export const DAY = tradingDay('2026-12-01')
const SEED = 7
const BACKFILL_WITHIN_MS = 300_000
const READY_WITHIN_MS = 120_000

export const WORKER = 'workers/main.ts'

export interface Market {
  database: Database
  /** Environment for processes of this market: addresses of database, broker and vendors. */
  env: Record<string, string>
}

interface Opening {
  amqpUrl?: string
  /** Time of day on DAY, Eastern. */
  at?: string
  speed?: number
  /** A backup of a service with history. */
  backup?: string
  /** The number of index members; absent: all. */
  members?: number
}

/** Opens a simulated market one minute before the open of DAY, with vendors in a thread and no workers yet. */
export async function openMarket(
  rig: Rig,
  { amqpUrl, at = '09:29', speed = 0, backup, members }: Opening = {},
): Promise<Market> {
  const database = await rig.database(backup)
  await openServiceTime(database.sql, instantAt(DAY, at), { speed, reason: 'bench' })
  const few = members ?? (rig.quick ? FEW_MEMBERS : undefined)
  const simulator = await startSimulatorThread({
    seed: SEED,
    quotas: false,
    ...(few === undefined ? {} : { members: few }),
  })
  rig.defer(() => simulator.stop())
  const env = {
    DATABASE_URL: database.url,
    SIMULATOR_URL: simulator.url,
    BACKFILL_SESSIONS: '2',
    BACKFILL_CYCLE_SESSIONS: '0',
    ...(amqpUrl ? { AMQP_URL: amqpUrl } : {}),
  }
  return { database, env }
}

/** The same with its history computed by workers that have stopped; `more` is their environment alone. */
export async function openFilledMarket(rig: Rig, more: Record<string, string> = {}): Promise<Market> {
  const market = await openMarket(rig)
  const worker = rig.start(WORKER, { args: ['--all', '--backfill'], env: { ...market.env, ...more } })
  await historyIsThere(market.database, [worker])
  await worker.stop()
  return market
}

/** Waits until the history and the newest cycle before the open are computed and no message is being handled. */
export async function historyIsThere(
  { sql }: Database,
  workers: readonly Child[],
  withinMs = BACKFILL_WITHIN_MS,
): Promise<void> {
  const filled = eventually(
    async () => {
      const progress = await readProgress(sql)
      if (STEPS.every((step) => isDone(progress, step))) return
      const open = await sql<{ id: string; state: string | null; error: string | null }[]>`
        select o.message_id as id, i.state, i.error from outbox as o left join inbox as i using (message_id)
        where i.state is distinct from 'done' order by o.seq limit 10`
      throw new AppError('unavailable', `no history yet: ${JSON.stringify({ progress, open })}`)
    },
    { within: withinMs },
  )
  const died = workers.map(({ exited }) =>
    exited.then((code) => {
      throw new AppError('internal', `a worker ended with ${code} before the history was there`)
    }),
  )
  await Promise.race([filled, ...died])
}

export interface Replica {
  url: string
  pid: number
}

/** Starts a replica as `npm run api` does. */
export async function startReplica(rig: Rig, env: Record<string, string>): Promise<Replica> {
  const port = await freePort()
  const child = rig.start('api/main.ts', {
    env: { RATE_LIMITS: NO_RATE_LIMITS_TEXT, ...env, PORT: String(port) },
    measured: 'api',
  })
  const url = `http://127.0.0.1:${port}`
  await eventually(async () => (await fetch(`${url}/health`)).ok, { within: READY_WITHIN_MS })
  return { url, pid: child.pid }
}
