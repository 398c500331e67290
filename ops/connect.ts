import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { type BrokerConfig, connectBroker } from '../shared/broker/connect.ts'
import type { Broker } from '../shared/broker/port.ts'
import { type Relay, startRelay } from '../shared/broker/relay.ts'
import { type Config, readConfig } from '../shared/config.ts'
import { AppError } from '../shared/errors.ts'
import { silentLog } from '../shared/log.ts'
import { recordedBroker } from '../shared/postgres/messaging/stage-depths.ts'
import { openPool, type Pool } from '../shared/postgres/server/db.ts'
import { serviceClock } from '../shared/postgres/server/service-time.ts'
import type { Clock } from '../shared/time/clock.ts'

export interface Ops {
  config: Config
  sql: Pool
  clock: Clock
  broker: Broker
  relay: Relay
}

const Running = z.object({ databaseUrl: z.string() })

/** The configured server, or the one that `npm start` runs on the same data folder. */
export async function databaseUrl(config: Config): Promise<string> {
  if (config.DATABASE_URL) return config.DATABASE_URL
  const file = resolve(config.DATA_DIR, 'running.json')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null)
    throw new AppError(
      'unavailable',
      `no service runs on DATA_DIR ${config.DATA_DIR}: run npm start, or set DATABASE_URL`,
    )
  return Running.parse(JSON.parse(text)).databaseUrl
}

/** The service's own broker. Another one would have no dead letters and no messages, which reads like calm. */
async function brokerOf(sql: Pool, configured: BrokerConfig): Promise<Broker> {
  const recorded = await recordedBroker(sql)
  const kind = configured.amqpUrl ? 'rabbitmq' : 'postgres'
  if (recorded && recorded.kind !== kind) {
    const remedy = recorded.kind === 'rabbitmq' ? 'set AMQP_URL to its address' : 'unset AMQP_URL'
    const seen = recorded.seenAt.toISOString()
    throw new AppError('invalid', `the service uses ${recorded.kind} as its broker (seen ${seen}): ${remedy}`)
  }
  return await connectBroker(configured, silentLog)
}

export async function withOps<T>(env: Record<string, string | undefined>, work: (ops: Ops) => Promise<T>): Promise<T> {
  const config = readConfig(env)
  const url = await databaseUrl(config)
  const sql = openPool(url, { max: 4, name: 'ops' })
  const clock = serviceClock(() => sql)
  const broker = await brokerOf(sql, { amqpUrl: config.AMQP_URL, databaseUrl: url }).catch(async (error: unknown) => {
    clock.close()
    await sql.end({ timeout: 2 })
    throw error
  })
  const relay = startRelay({ sql, broker, log: silentLog })
  try {
    await clock.sync()
    return await work({ config, sql, clock, broker, relay })
  } finally {
    await relay.stop()
    await broker.close()
    clock.close()
    await sql.end({ timeout: 2 })
  }
}
