import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PgBoss } from 'pg-boss'
import { connectPostgresBroker } from '../../shared/broker/postgres-broker.ts'
import { alive } from '../../shared/postgres/server/alive.ts'
import { openPool, type Pool } from '../../shared/postgres/server/db.ts'
import { startEmbeddedPostgres } from '../../shared/postgres/server/embedded.ts'
import { migrate } from '../../shared/postgres/server/migrate.ts'
import { eventually } from '../eventually.ts'
import { faultProxy } from '../fault-proxy.ts'
import type { OpenTransport, OwnBroker, TransportFactory } from './transport.ts'
import { TWO_STAGES } from './two-stages.ts'

export const openPostgresTransport: OpenTransport = async (databaseUrl, bindings = TWO_STAGES) => {
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
    connect: (options) => connectPostgresBroker(databaseUrl, { bindings, ...options }),
    async link() {
      const proxy = await faultProxy(databaseUrl)
      return {
        connect: (options) => connectPostgresBroker(proxy.url, { bindings, ...options }),
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
    workerConfig: { databaseUrl, bindings },
    async close() {
      await boss.stop({ graceful: false })
      await sql.end({ timeout: 1 })
    },
  }
}

/** A durable server of the test's own: the broker and the effects are in the same database. */
export async function ownPostgresBroker(): Promise<OwnBroker> {
  const dataDir = await mkdtemp(join(tmpdir(), 'market-state-broker-'))
  let server = await startEmbeddedPostgres({ dataDir, durable: true })
  const { url: databaseUrl } = server
  const port = Number(new URL(databaseUrl).port)
  async function ask<T>(work: (sql: Pool) => Promise<T>): Promise<T> {
    const sql = openPool(databaseUrl, { max: 1, name: 'own-broker' })
    try {
      return await work(sql)
    } finally {
      await sql.end({ timeout: 1 })
    }
  }
  await ask((sql) => migrate(sql))
  return {
    open: openPostgresTransport,
    databaseUrl,
    async kill() {
      const sessions = await ask((sql) => sql<{ pid: number }[]>`select a.pid from pg_stat_activity as a`)
      process.kill(server.pid, 'SIGKILL')
      // A session survives for a moment, in which it would still commit a statement that it receives.
      await eventually(() => [server, ...sessions].every(({ pid }) => !alive(pid)))
    },
    async start() {
      // Retry until the last of the killed server's children has ended and released the shared memory.
      await eventually(
        async () => {
          server = await startEmbeddedPostgres({ dataDir, port, durable: true })
        },
        { within: 30_000 },
      )
    },
    /** Fails inserts as a full disk does; statements without a new row still work. */
    async refuse() {
      await ask(async (sql) => {
        await sql`create or replace function refuse() returns trigger language plpgsql as
          $$ begin raise exception 'could not extend file: no space left on device' using errcode = '53100'; end $$`
        await sql`create trigger refuse before insert on pgboss.job for each row execute function refuse()`
      })
    },
    async accept() {
      await ask((sql) => sql`drop trigger refuse on pgboss.job`)
    },
    async remove() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const postgresTransport: TransportFactory = {
  name: 'Postgres',
  prepare: async () => {},
  open: openPostgresTransport,
  ownBroker: ownPostgresBroker,
}
