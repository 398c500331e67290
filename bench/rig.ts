import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackage } from '../harness/install-package.ts'
import { startRabbit } from '../harness/rabbitmq.ts'
import { AppError } from '../shared/errors.ts'
import { restoreBackup } from '../shared/postgres/backup/restore-backup.ts'
import { openPool, type Pool } from '../shared/postgres/server/db.ts'
import { startEmbeddedPostgres } from '../shared/postgres/server/embedded.ts'
import { migrate } from '../shared/postgres/server/migrate.ts'
import { type Child, startChild } from './child.ts'
import { describePostgres, describeRabbit } from './machine.ts'

/** Enough for a market of separate processes and the load on it: a process that waits for a connection measures nothing. */
const CONNECTIONS_MAX = 300

export interface Database {
  url: string
  sql: Pool
}

export interface RunOptions {
  /** True if this is a smoke run: one round and small counts, figures without meaning. */
  quick: boolean
  rounds: number
  /** Folder for CPU profiles of the measured code; null for none. */
  profiles: string | null
}

/** Resources for a row; all of them are released in reverse order when the row ends. */
export interface Rig extends RunOptions {
  /** Creates a database for the row on the run's one server: migrated and empty, or restored from a backup. */
  database(backup?: string): Promise<Database>
  rabbitUrl(): Promise<string>
  /** Starts a process; `measured` names our code under measurement, of which a profile is made. */
  start(script: string, options?: StartOptions): Child
  folder(): Promise<string>
  defer(close: () => unknown): void
}

export interface StartOptions {
  args?: readonly string[]
  env?: Record<string, string>
  measured?: string
}

/** The servers of a run; each starts when the first row needs it. */
export interface Servers extends AsyncDisposable {
  adminUrl(): Promise<string>
  rabbitUrl(): Promise<string>
  /** Describes the servers used so far and their settings. */
  describe(): Promise<string[]>
}

export function openServers(): Servers {
  const stack = new AsyncDisposableStack()
  let postgres: Promise<string> | null = null
  let rabbit: Promise<string> | null = null

  async function startPostgres(): Promise<string> {
    const dataDir = await mkdtemp(join(tmpdir(), 'market-bench-'))
    stack.defer(() => rm(dataDir, { recursive: true, force: true }))
    // Commits wait for the disk as in production; a ceiling without that would be too high.
    const server = await startEmbeddedPostgres({ dataDir, durable: true, connectionsMax: CONNECTIONS_MAX })
    stack.defer(() => server.stop())
    return server.adminUrl
  }

  async function bringRabbit(): Promise<string> {
    if (process.env.AMQP_URL) return process.env.AMQP_URL
    const node = await startRabbit(() => installPackage('rabbitmq-server'))
    stack.defer(() => node.stop())
    return node.url
  }

  return {
    adminUrl: () => (postgres ??= startPostgres()),
    rabbitUrl: () => (rabbit ??= bringRabbit()),
    async describe() {
      return [
        ...(postgres ? [await describePostgres(await postgres)] : []),
        ...(rabbit ? [await describeRabbit(await rabbit)] : []),
      ]
    },
    async [Symbol.asyncDispose]() {
      // A server that is still starting must finish before it can be stopped.
      await Promise.allSettled([postgres, rabbit])
      await stack.disposeAsync()
    },
  }
}

/** Opens the rig of one row. */
export function openRig(servers: Servers, options: RunOptions): Rig & AsyncDisposable {
  const stack = new AsyncDisposableStack()
  return {
    ...options,
    rabbitUrl: () => servers.rabbitUrl(),
    async database(backup) {
      const adminUrl = await servers.adminUrl()
      const name = `bench_${randomBytes(6).toString('hex')}`
      const admin = openPool(adminUrl, { max: 1, name: 'bench-admin', statementTimeoutMs: 60_000 })
      stack.defer(() => admin.end({ timeout: 1 }))
      await admin`create database ${admin(name)}`
      stack.defer(async () => void (await admin`drop database if exists ${admin(name)} with (force)`))
      const url = new URL(adminUrl)
      url.pathname = name
      const sql = openPool(url.href, { max: 4, name: 'bench' })
      stack.defer(() => sql.end({ timeout: 1 }))
      if (backup === undefined) await migrate(sql)
      else await restoreBackup(sql, backup)
      return { url: url.href, sql }
    },
    start(script, { measured, ...child } = {}) {
      if (stack.disposed) throw new AppError('conflict', 'the bench is being taken down')
      const profile = measured && options.profiles ? { folder: options.profiles, name: measured } : null
      const started = startChild(script, { ...child, profile })
      stack.defer(() => started.stop())
      return started
    },
    async folder() {
      const folder = await mkdtemp(join(tmpdir(), 'market-bench-'))
      stack.defer(() => rm(folder, { recursive: true, force: true }))
      return folder
    },
    defer(close) {
      // A row that still runs while its rig closes must not leak either.
      if (stack.disposed) void close()
      else stack.defer(async () => void (await close()))
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
