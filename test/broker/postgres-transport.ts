import { PgBoss } from 'pg-boss'
import { connectPostgresBroker } from '../../shared/broker/postgres-broker.ts'
import { openPool } from '../../shared/postgres/db.ts'
import type { TransportFactory } from './world.ts'

export const postgresTransport: TransportFactory = async (databaseUrl) => {
  // A bystander that only inserts: it neither supervises nor maintains.
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 1,
    schedule: false,
    supervise: false,
    registerInstance: false,
  })
  await boss.start()
  const sql = openPool(databaseUrl, { max: 1, name: 'transport' })
  return {
    connect: (options) => connectPostgresBroker(databaseUrl, options),
    async putRaw(stage, body) {
      await boss.insert(stage, [{ data: body as object }])
    },
    /** What pg-boss does itself when the heartbeats stop; crash.test.ts waits for it once. */
    async noticeLostWorkers() {
      await sql`update pgboss.job set state = 'retry', heartbeat_on = null where state = 'active'`
    },
    workerConfig: { databaseUrl },
    async close() {
      await boss.stop({ graceful: false })
      await sql.end({ timeout: 1 })
    },
  }
}
