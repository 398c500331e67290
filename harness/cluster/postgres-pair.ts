import { join } from 'node:path'
import { freePort } from '../../shared/free-port.ts'
import { openPool, type Pool } from '../../shared/postgres/server/db.ts'
import { migrate } from '../../shared/postgres/server/migrate.ts'
import { ensureServiceTime } from '../../shared/postgres/server/service-time.ts'
import { eventually } from '../eventually.ts'
import { initCluster, POSTGRES_15_BIN } from './postgres-15.ts'
import { openWorkshop, requireProgram, type ServerProcess, type Workshop } from './server-process.ts'

/** A primary of Postgres 15 with the schema, and a standby that streams from it. */
export interface PostgresPair {
  workshop: Workshop
  ports: { primary: number; standby: number }
  primaryUrl: string
  standbyUrl: string
  /** Both hosts in one URL, as DATABASE_URL takes them. */
  url: string
  killPrimary(): Promise<void>
  /** Makes the standby a primary; resolves when it takes writes. */
  promote(): Promise<void>
  /** Stops and continues what the standby replays. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
  /** Ends the stream to the standby, which lacks from then on what the primary confirms. */
  cutStream(): Promise<void>
  /** Work at the standby alone. */
  atStandby<T>(work: (sql: Pool) => Promise<T>): Promise<T>
  /** Lets the primary show a certificate to clients that ask for TLS. */
  useCertificate(files: { cert: string; key: string }): Promise<void>
  stop(): Promise<void>
}

const SETTINGS = ['fsync=off', 'unix_socket_directories=', 'listen_addresses=127.0.0.1', 'max_connections=200']

/** With `synchronous` the primary confirms only what the standby has stored. */
export async function startPostgresPair({ synchronous = false } = {}): Promise<PostgresPair> {
  await requireProgram(`${POSTGRES_15_BIN}/postgres`, 'postgresql-15')
  const workshop = await openWorkshop()
  const ports = { primary: await freePort(), standby: await freePort() }
  const [primaryDir, standbyDir] = [join(workshop.folder, 'primary'), join(workshop.folder, 'standby')]
  const urlOf = (hosts: string) => `postgres://market@${hosts}/postgres`
  const [primaryUrl, standbyUrl] = [urlOf(`127.0.0.1:${ports.primary}`), urlOf(`127.0.0.1:${ports.standby}`)]
  const serve = (dir: string, port: number) =>
    workshop.serve(
      port,
      `${POSTGRES_15_BIN}/postgres`,
      '-D',
      dir,
      '-p',
      String(port),
      ...SETTINGS.flatMap((one) => ['-c', one]),
    )

  await initCluster(workshop, primaryDir)
  const primary: ServerProcess = await serve(primaryDir, ports.primary)
  await onServer(primaryUrl, async (sql) => {
    await migrate(sql)
    await ensureServiceTime(sql)
  })
  const from = ['-h', '127.0.0.1', '-p', String(ports.primary), '-U', 'market']
  await workshop.run(
    `${POSTGRES_15_BIN}/pg_basebackup`,
    ...from,
    '-D',
    standbyDir,
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '--no-sync',
  )
  await serve(standbyDir, ports.standby)
  if (synchronous)
    await onServer(primaryUrl, async (sql) => {
      await sql`alter system set synchronous_standby_names = '*'`
      await sql`select pg_reload_conf()`
      const isSynchronous = async () =>
        (await sql`select 1 from pg_stat_replication as r where r.sync_state = 'sync'`).length === 1
      await eventually(isSynchronous, { within: 20_000 })
    })
  const isPrimary = () =>
    onServer(standbyUrl, async (sql) => (await sql`select pg_is_in_recovery() as is`)[0]!.is === false)
  return {
    workshop,
    ports,
    primaryUrl,
    standbyUrl,
    url: urlOf(`127.0.0.1:${ports.primary},127.0.0.1:${ports.standby}`),
    killPrimary: () => primary.stop('SIGQUIT'),
    async promote() {
      await onServer(standbyUrl, (sql) => sql`select pg_promote(false)`)
      await eventually(isPrimary, { within: 20_000 })
    },
    pauseReplay: async () => void (await onServer(standbyUrl, (sql) => sql`select pg_wal_replay_pause()`)),
    resumeReplay: async () => void (await onServer(standbyUrl, (sql) => sql`select pg_wal_replay_resume()`)),
    cutStream: () =>
      onServer(standbyUrl, async (sql) => {
        await sql`alter system set primary_conninfo = ''`
        await sql`select pg_reload_conf()`
        await eventually(async () => (await sql`select 1 from pg_stat_wal_receiver`).length === 0, { within: 20_000 })
      }),
    atStandby: (work) => onServer(standbyUrl, work),
    async useCertificate({ cert, key }) {
      await workshop.run('/usr/bin/install', '-m', '600', cert, join(primaryDir, 'server.crt'))
      await workshop.run('/usr/bin/install', '-m', '600', key, join(primaryDir, 'server.key'))
      await onServer(primaryUrl, async (sql) => {
        await sql`alter system set ssl = on`
        await sql`select pg_reload_conf()`
        await eventually(async () => (await sql`show ssl`)[0]!.ssl === 'on')
      })
    },
    stop: () => workshop.remove(),
  }
}

async function onServer<T>(url: string, work: (sql: ReturnType<typeof openPool>) => Promise<T>): Promise<T> {
  const sql = openPool(url, { max: 1, name: 'pair', standby: true, statementTimeoutMs: 60_000 })
  try {
    // A server takes connections before it answers them.
    await eventually(() => sql`select 1`, { within: 20_000 })
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
