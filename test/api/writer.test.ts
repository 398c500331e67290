import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createReader } from '../../api/database/reader.ts'
import { createWriter } from '../../api/database/writer.ts'
import { testDatabase } from '../../harness/database.ts'
import { siblingPool } from '../../shared/postgres/server/db.ts'
import { recordedLog } from './support/recorded-log.ts'

const db = testDatabase()
beforeEach(() => db.sql`create table if not exists noted (id int primary key, times int not null)`)
beforeEach(() => db.sql`insert into noted values (1, 0) on conflict (id) do update set times = 0`)

async function open(deadlineMs: number) {
  const { log, lines } = recordedLog()
  const pool = siblingPool(db.sql, { max: 2, writable: true })
  const reader = createReader({ sql: pool, deadlineMs: 5_000, log })
  await new Promise((up) => reader.onUp(up))
  const writer = createWriter({ reader, deadlineMs, log })
  onTestFinished(async () => {
    await writer.close()
    await reader.close()
    await pool.end({ timeout: 1 })
  })
  const count = () => writer.write((tx) => tx`update noted set times = times + 1 where id = 1`)
  return { writer, lines, count }
}
const times = async () => (await db.sql<{ times: number }[]>`select times from noted`)[0]?.times

test('a row that another transaction holds is busy at half of the deadline, and free afterwards', async () => {
  const { count } = await open(2_000)
  const other = await db.sql.reserve()
  await other`begin`
  await other`update noted set times = 10 where id = 1`
  await expect(count()).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'the database is busy with the same work',
  })
  await other`rollback`
  other.release()
  await count()
  expect(await times()).toBe(1)
})

test('a database that takes no writes counts as unavailable, not as a bug', async () => {
  const { writer } = await open(5_000)
  const refused = writer.write(async (tx) => {
    await tx`set transaction read only`
    await tx`update noted set times = times + 1 where id = 1`
  })
  await expect(refused).rejects.toMatchObject({ kind: 'unavailable', message: 'the database is read-only now' })
})

test('work that takes too long for Postgres is busy too', async () => {
  const { writer } = await open(5_000)
  const slow = writer.write(async (tx) => {
    await tx`select set_config('statement_timeout', '50ms', true)`
    await tx`select pg_sleep(10)`
  })
  await expect(slow).rejects.toMatchObject({ message: 'the database is busy with the same work' })
})

test('work that misses the deadline is given up, and the next has a connection of its own', async () => {
  const { writer, lines, count } = await open(300)
  await expect(writer.single((sql) => sql`select pg_sleep(20)`)).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'the database did not answer in time',
  })
  expect(lines()).toMatchObject([{ msg: 'write given up' }])
  await count()
  expect(await times()).toBe(1)
})

test('an error of the statement itself is passed on unchanged', async () => {
  const { writer, lines } = await open(5_000)
  await expect(writer.single((sql) => sql`select 1 / 0`)).rejects.toMatchObject({ code: '22012' })
  expect(lines()).toEqual([])
})
