import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { openPool, type Pool } from '../shared/postgres/server/db.ts'

/** A database of the tests' server without any table, for a restore. */
export async function emptyDatabase(): Promise<{ url: string; sql: Pool; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = openPool(inject('pgUrl'), { max: 1, name: 'test-admin', statementTimeoutMs: 60_000 })
  await admin`create database ${admin(name)}`
  const url = new URL(inject('pgUrl'))
  url.pathname = name
  const sql = openPool(url.href, { max: 2, name: 'test', statementTimeoutMs: 60_000 })
  return {
    url: url.href,
    sql,
    async drop() {
      await sql.end({ timeout: 1 })
      await admin`drop database if exists ${admin(name)} with (force)`
      await admin.end({ timeout: 1 })
    },
  }
}
