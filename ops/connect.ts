import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { type BrokerConfig, connectBroker } from '../shared/broker/connect.ts'
import type { Broker } from '../shared/broker/port.ts'
import { greetRabbit } from '../shared/broker/rabbitmq-connect.ts'
import { amqpTls, rabbitServers } from '../shared/broker/rabbitmq-servers.ts'
import { type Config, readConfig } from '../shared/config.ts'
import { directDatabaseUrl } from '../shared/connection-variables.ts'
import { within } from '../shared/deadline.ts'
import { AppError, errorKind, errorMessage } from '../shared/errors.ts'
import { silentLog } from '../shared/log.ts'
import { recordedBroker } from '../shared/postgres/messaging/stage-depths.ts'
import { databaseCodeOf, isConnectionError, isRefusedLogin } from '../shared/postgres/server/database-error.ts'
import { databaseAddress } from '../shared/postgres/server/database-url.ts'
import { openPool, type Pool } from '../shared/postgres/server/db.ts'
import { serviceClock } from '../shared/postgres/server/service-time.ts'
import type { Clock } from '../shared/time/clock.ts'
import { easternExact } from '../shared/time/eastern.ts'

type Env = Record<string, string | undefined>

export interface Ops {
  config: Config
  sql: Pool
  clock: Clock
  databaseUrl: string
  /** The simulator that `npm start` brought; null without one. */
  simulatorUrl: string | null
  /** The API that `npm start` runs; null without one. */
  apiUrl: string | null
}

const AWAY_AFTER_MS = 1_000
const NO_SUCH_DATABASE = '3D000'
/** The driver keeps a process alive until its pending connection has failed. */
const CONNECT_TIMEOUT_S = 2

const Running = z.object({ databaseUrl: z.string(), simulatorUrl: z.string().nullish(), api: z.string().nullish() })

/** The configured server, or the one that `npm start` runs on the same data folder. */
export async function databaseUrl(config: Config): Promise<string> {
  const direct = directDatabaseUrl(config)
  if (direct) return direct
  const file = resolve(config.DATA_DIR, 'running.json')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null)
    throw new AppError(
      'unavailable',
      `no service runs on DATA_DIR ${config.DATA_DIR}: run npm start, or set DATABASE_URL`,
    )
  return Running.parse(JSON.parse(text)).databaseUrl
}

/** The addresses of the service that runs on the same data folder. */
async function addressesOf(config: Config): Promise<Pick<Ops, 'simulatorUrl' | 'apiUrl'>> {
  const text = await readFile(resolve(config.DATA_DIR, 'running.json'), 'utf8').catch(() => null)
  const running = text === null ? null : Running.parse(JSON.parse(text))
  return { simulatorUrl: running?.simulatorUrl ?? null, apiUrl: running?.api ?? null }
}

/**
 * The service's own broker. Another broker would have no dead letters and no messages, which would look like a healthy
 * queue.
 */
async function brokerOf(sql: Pool, configured: BrokerConfig): Promise<Broker> {
  const recorded = await recordedBroker(sql)
  const kind = configured.amqpUrl ? 'rabbitmq' : 'postgres'
  if (recorded && recorded.kind !== kind) {
    const remedy = recorded.kind === 'rabbitmq' ? 'set AMQP_URL to its address' : 'unset AMQP_URL'
    const seen = easternExact(recorded.seenAt)
    throw new AppError('invalid', `the service uses ${recorded.kind} as its broker (seen ${seen}): ${remedy}`)
  }
  if (configured.amqpUrl) await greetRabbit(rabbitServers(configured.amqpUrl, configured.amqpTls), AWAY_AFTER_MS)
  return await connectBroker({ ...configured, isOperator: true }, silentLog)
}

/** An unreachable server is reported within a second; the driver alone would try for five, and again. */
async function firstAnswer(sql: Pool, url: string, variable: string): Promise<void> {
  try {
    await within(AWAY_AFTER_MS, 'its answer', sql`select 1`)
  } catch (cause) {
    const host = databaseAddress(url).hosts.join(', ')
    // The server answers, but the login or the name of the database is wrong.
    const isRefused = isRefusedLogin(cause) || databaseCodeOf(cause) === NO_SUCH_DATABASE
    const isAway = !isRefused && (errorKind(cause) === 'unavailable' || isConnectionError(cause))
    const what = isAway ? 'cannot be reached' : 'refuses ops'
    throw new AppError('unavailable', `Postgres at ${host} ${what} (${variable}): ${errorMessage(cause)}`, { cause })
  }
}

/** A database that was created but never migrated, or the wrong database. */
async function wantSchema(sql: Pool, url: string, variable: string): Promise<void> {
  const [row] = await sql<[{ hasSchema: boolean }]>`select to_regclass('service_time') is not null as "hasSchema"`
  if (row.hasSchema) return
  const where = `the database at ${databaseAddress(url).hosts.join(', ')} (${variable})`
  throw new AppError('invalid', `${where} has no tables of this service: run npm run migrate, or ops restore`)
}

export async function withOps<T>(env: Env, work: (ops: Ops) => Promise<T>): Promise<T> {
  const config = readConfig(env)
  const url = await databaseUrl(config)
  const sql = openPool(url, { max: 4, name: 'ops', connectTimeoutS: CONNECT_TIMEOUT_S })
  const clock = serviceClock(() => sql)
  try {
    const variable = config.DATABASE_DIRECT_URL ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
    await firstAnswer(sql, url, variable)
    await wantSchema(sql, url, variable)
    await clock.sync()
    const { simulatorUrl, apiUrl } = await addressesOf(config)
    return await work({ config, sql, clock, databaseUrl: url, simulatorUrl, apiUrl })
  } finally {
    clock.close()
    await sql.end({ timeout: 1 })
  }
}

/** For commands that look at queues; all other commands work without a broker. */
export async function withBroker<T>(env: Env, work: (ops: Ops & { broker: Broker }) => Promise<T>): Promise<T> {
  return await withOps(env, async (ops) => {
    const broker = await brokerOf(ops.sql, {
      amqpUrl: ops.config.AMQP_URL,
      amqpTls: amqpTls(ops.config),
      databaseUrl: ops.databaseUrl,
    })
    try {
      return await work({ ...ops, broker })
    } finally {
      await broker.close()
    }
  })
}
