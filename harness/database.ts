import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { bySocket } from '../shared/postgres/server/database-url.ts'
import { openPool, type Pool, type Tx } from '../shared/postgres/server/db.ts'

export interface TestDatabase {
  url: string
  sql: Pool
  drop(): Promise<void>
}

let shared: Pool | undefined

/** Returns the connection on which all files of this process make and drop databases: each new one takes 20 ms. */
const administrator = (url: string): Pool =>
  (shared ??= openPool(url, { max: 1, name: 'test-admin', statementTimeoutMs: 60_000 }))

type Close = () => Promise<unknown>
const users = new Map<string, Close[]>()

/**
 * Closes a user of a test database before the database is dropped. A user that a test opens cannot register a hook for
 * this, because hooks registered while tests run are never called; if left open, it would reconnect again and again.
 */
export function closeBeforeDrop(database: string, close: Close): void {
  users.set(database, [...(users.get(database) ?? []), close])
}

async function closeUsers(database: string): Promise<void> {
  const closes = users.get(database) ?? []
  users.delete(database)
  for (const close of closes.reverse()) await close()
}

/** Copies the migrated template to a new database, which takes about ten milliseconds. */
export async function freshDatabase({ max = 10 } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const socketFolder = inject('pgSocket')
  const admin = administrator(bySocket(inject('pgUrl'), socketFolder))
  const template = inject('pgTemplate')
  await admin`create database ${admin(name)} template ${admin(template)} strategy file_copy`
  const url = new URL(inject('pgUrl'))
  url.pathname = name
  // The URL is of the port, because tests put proxies before it.
  const sql = openPool(bySocket(url.href, socketFolder), { max, name: 'test' })
  return {
    url: url.href,
    sql,
    async drop() {
      await closeUsers(name)
      await sql.end({ timeout: 1 })
      await admin`drop database if exists ${admin(name)} with (force)`
    },
  }
}

/**
 * Registers hooks that make a database before all tests of this file, or before each, and drop it afterwards. Hooks that
 * are registered later find it there, and their counterparts run before it is dropped.
 */
export function testDatabase({ each = false, max = 10 } = {}): Omit<TestDatabase, 'drop'> {
  let database: TestDatabase
  const [before, after] = each ? [beforeEach, afterEach] : [beforeAll, afterAll]
  before(async () => {
    database = await freshDatabase({ max })
  })
  after(() => database.drop())
  return {
    get url() {
      return database.url
    },
    get sql() {
      return database.sql
    },
  }
}

/** Runs work in a transaction that is rolled back, so that the next test finds the database as this one did. */
export async function undone(sql: Pool, work: (tx: Tx) => Promise<void>): Promise<void> {
  const end = new Error('rolled back on purpose')
  await sql
    .begin(async (tx) => {
      await work(tx)
      throw end
    })
    .catch((error: unknown) => {
      if (error !== end) throw error
    })
}
