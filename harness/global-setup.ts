import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPool, type Pool } from '../shared/postgres/server/db.ts'
import { startEmbeddedPostgres } from '../shared/postgres/server/embedded.ts'
import { migrate } from '../shared/postgres/server/migrate.ts'
import { startPostgres15 } from './cluster/postgres-15.ts'
import { serveRun } from './run-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of a role that may create databases, on a database that no test uses. */
    pgUrl: string
    /** The folder of the server's Unix socket; null without one. */
    pgSocket: string | null
    /** Name of the migrated database from which tests copy. */
    pgTemplate: string
  }
}

/** Enough for test/distributed: about thirty processes, and the pools of those just killed. */
const CONNECTIONS_MAX = 900

/** Starts one server per run, of Postgres 15 with POSTGRES_15, or uses DATABASE_URL's, where only databases named test_… are touched. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  const template = `test_template_${process.pid}`
  const admin = openPool(server.adminUrl, { max: 1, name: 'test-setup', statementTimeoutMs: 60_000 })
  try {
    await createTemplate(admin, server.adminUrl, template)
  } catch (error) {
    await admin.end({ timeout: 1 })
    await server.stop()
    throw error
  }
  project.provide('pgUrl', server.adminUrl)
  project.provide('pgSocket', server.socketFolder)
  project.provide('pgTemplate', template)
  const shared = await serveRun()
  project.provide('runServer', shared.url)
  return async () => {
    await shared.stop()
    await admin`drop database if exists ${admin(template)} with (force)`
    await admin.end({ timeout: 1 })
    await server.stop()
  }
}

interface Server {
  adminUrl: string
  socketFolder: string | null
  stop(): Promise<void>
}

async function startServer(): Promise<Server> {
  if (process.env.DATABASE_URL) return { adminUrl: process.env.DATABASE_URL, socketFolder: null, stop: async () => {} }
  if (!process.env.POSTGRES_15) return await embedded()
  return { ...(await startPostgres15({ connectionsMax: CONNECTIONS_MAX })), socketFolder: null }
}

async function embedded(): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'market-state-test-'))
  const server = await startEmbeddedPostgres({ dataDir, durable: false, connectionsMax: CONNECTIONS_MAX })
  return {
    adminUrl: server.adminUrl,
    socketFolder: server.socketFolder,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function createTemplate(admin: Pool, adminUrl: string, name: string): Promise<void> {
  await admin`drop database if exists ${admin(name)} with (force)`
  await admin`create database ${admin(name)}`
  const url = new URL(adminUrl)
  url.pathname = name
  const sql = openPool(url.href, { max: 1, name: 'test-template' })
  try {
    await migrate(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
