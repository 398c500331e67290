import { PgBoss } from 'pg-boss'
import { connectPostgresBroker } from '../../shared/broker/postgres-broker.ts'
import { openPool } from '../../shared/postgres/server/db.ts'
import { faultProxy } from '../harness/fault-proxy.ts'
import { ownPostgresBroker } from './postgres-own-broker.ts'
import type { OpenTransport, TransportFactory } from './transport.ts'

export const openPostgresTransport: OpenTransport = async (databaseUrl) => {
  // This instance only inserts: it neither supervises nor maintains.
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 1,
    schedule: false,
    supervise: false,
    registerInstance: false,
  })
  // Its server may be killed while it is idle; without a listener the error would be thrown.
  boss.on('error', () => {})
  await boss.start()
  const sql = openPool(databaseUrl, { max: 1, name: 'transport' })
  return {
    connect: (options) => connectPostgresBroker(databaseUrl, options),
    async link() {
      const proxy = await faultProxy(databaseUrl)
      return {
        connect: (options) => connectPostgresBroker(proxy.url, options),
        goSilent: () => proxy.inject('black_hole'),
        heal: () => proxy.inject('none'),
        close: () => proxy.close(),
      }
    },
    async putRaw(stage, body) {
      await boss.insert(stage, [{ data: body as object }])
    },
    /** Does what pg-boss does when heartbeats stop; crash.test.ts waits for the real thing once. */
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

export const postgresTransport: TransportFactory = {
  name: 'Postgres',
  prepare: async () => {},
  open: openPostgresTransport,
  ownBroker: ownPostgresBroker,
}
