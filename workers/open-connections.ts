import { connectBroker } from '../shared/broker/connect.ts'
import type { Broker } from '../shared/broker/port.ts'
import { amqpTls } from '../shared/broker/rabbitmq-servers.ts'
import type { Config } from '../shared/config.ts'
import { directDatabaseUrl, usesPooler } from '../shared/connection-variables.ts'
import type { Log } from '../shared/log.ts'
import { checkDatabase } from '../shared/postgres/server/check-database.ts'
import { claimDataMode } from '../shared/postgres/server/data-mode.ts'
import { explainDatabase } from '../shared/postgres/server/database-error.ts'
import { openPool, type Pool } from '../shared/postgres/server/db.ts'
import { refuseOlderSchema } from '../shared/postgres/server/migrate.ts'
import { type ServiceClock, serviceClock } from '../shared/postgres/server/service-time.ts'
import { claimSimulatedWorld } from '../shared/postgres/server/simulated-world.ts'
import { warnOfOtherBroker } from './other-broker.ts'

const POOL_MAX = 10

export interface Connections {
  sql: Pool
  /** A pool that bypasses the pooler; the same as `sql` where there is none. */
  direct: Pool
  clock: ServiceClock
  broker: Broker
}

/**
 * Opens the connections of a worker, and refuses to start with any that it cannot work with. This file imports no
 * stage: loading them takes most of a start, and a refusal should not wait for that.
 */
export async function openConnections(config: Config & { DATABASE_URL: string }, log: Log): Promise<Connections> {
  await checkDatabase(config, log)
  const sql = openPool(config.DATABASE_URL, { max: POOL_MAX, name: 'worker', pooled: usesPooler(config) })
  const directUrl = directDatabaseUrl(config)!
  // Locks and notifications belong to a session, which a pooler would share.
  const direct = usesPooler(config) ? openPool(directUrl, { max: 2, name: 'worker-direct' }) : sql
  const clock = serviceClock(() => sql)
  await clock.sync().catch(explainDatabase)
  await refuseOlderSchema(sql)
  await claimData(sql, config, clock.now())
  await warnOfOtherBroker(sql, config, log)
  const broker = await connectBroker(
    { amqpUrl: config.AMQP_URL, amqpTls: amqpTls(config), databaseUrl: directUrl },
    log,
  )
  return { sql, direct, clock, broker }
}

/** Refuses a database that holds the data of another mode or of another simulated world. */
async function claimData(sql: Pool, config: Config, now: Date): Promise<void> {
  await claimDataMode(sql, config.SOURCES)
  if (config.SOURCES === 'simulated') await claimSimulatedWorld(sql, config, now)
}
