import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../shared/errors.ts'
import { openPool, type Pool } from '../shared/postgres/server/db.ts'
import { startEmbeddedPostgres } from '../shared/postgres/server/embedded.ts'
import { migrate } from '../shared/postgres/server/migrate.ts'
import { startRabbit } from '../test/harness/rabbitmq.ts'
import { installRabbit } from '../test/harness/rabbitmq-node.ts'
import { type Child, startChild } from './child.ts'
import { describePostgres, describeRabbit } from './machine.ts'

export interface Database {
  url: string
  sql: Pool
}

export interface RunOptions {
  /** A smoke run: one round and small counts; its figures mean nothing. */
  quick: boolean
  rounds: number
  /** Where profiles of what is measured are written; null: none. */
  profiles: string | null
}

/** What a row may ask for. Whatever it was given is taken back, in reverse order, when the row is over. */
export interface Rig extends RunOptions {
  /** A migrated database of the row's own, on the run's one server. */
  database(): Promise<Database>
  rabbitUrl(): Promise<string>
  /** `measured` is our own code under measurement, which a profile is made of. */
  start(script: string, options?: StartOptions): Child
  folder(): Promise<string>
  defer(close: () => unknown): void
}

export interface StartOptions {
  args?: readonly string[]
  env?: Record<string, string>
  measured?: string
}

/** The servers of a run, each started when the first row wants it. */
export interface Servers extends AsyncDisposable {
  adminUrl(): Promise<string>
  rabbitUrl(): Promise<string>
  /** What was used so far, and with which settings. */
  describe(): Promise<string[]>
}

export function openServers(): Servers {
  const stack = new AsyncDisposableStack()
  let postgres: Promise<string> | null = null
  let rabbit: Promise<string> | null = null

  async function startPostgres(): Promise<string> {
    const dataDir = await mkdtemp(join(tmpdir(), 'market-bench-'))
    stack.defer(() => rm(dataDir, { recursive: true, force: true }))
    // Durable as in production: a commit that waits for no disk is no ceiling.
    const server = await startEmbeddedPostgres({ dataDir, durable: true })
    stack.defer(() => server.stop())
    return server.adminUrl
  }

  async function bringRabbit(): Promise<string> {
    if (process.env.AMQP_URL) return process.env.AMQP_URL
    const node = await startRabbit(installRabbit)
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
      // What is being started must be there before it can be taken away.
      await Promise.allSettled([postgres, rabbit])
      await stack.disposeAsync()
    },
  }
}

/** The rig of one row, and how to take it down. */
export function openRig(servers: Servers, options: RunOptions): Rig & AsyncDisposable {
  const stack = new AsyncDisposableStack()
  return {
    ...options,
    rabbitUrl: () => servers.rabbitUrl(),
    async database() {
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
      await migrate(sql)
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
      // A row that goes on while it is taken down leaves nothing behind either.
      if (stack.disposed) void close()
      else stack.defer(async () => void (await close()))
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
