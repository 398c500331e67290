import { expect, onTestFinished, test } from 'vitest'
import type { Reader } from '../../api/database/reader.ts'
import { watchStorage } from '../../api/database/storage-watch.ts'
import { createTradingDatabase } from '../../api/trading/trading-database.ts'
import { freshDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { silentLog } from '../../shared/log.ts'
import { DataLossWatch } from '../../shared/postgres/server/data-loss-watch.ts'
import { raiseSequence } from '../../shared/postgres/server/data-losses.ts'
import { openPool, type Pool, type Tx } from '../../shared/postgres/server/db.ts'

const DEADLINE_MS = 500

async function open(writesTo?: Pool) {
  const database = await freshDatabase()
  onTestFinished(() => database.drop())
  const { sql } = database
  await sql`create table written (id int)`
  const reader: Reader = {
    read: async (work) => await work(sql),
    state: () => 'up',
    onUp: (listener) => listener(writesTo ?? sql),
    close: async () => {},
  }
  const storage = watchStorage(undefined)
  const write = (work: (tx: Tx) => Promise<unknown>) => sql.begin(work) as never
  const losses = new DataLossWatch({ name: 'test', read: reader.read, write, log: silentLog })
  const trading = createTradingDatabase({
    reader,
    deadlineMs: DEADLINE_MS,
    admission: { max: 2, waitingMax: 9 },
    storage,
    losses,
    log: silentLog,
  })
  onTestFinished(() => trading.close())
  return { sql, trading, storage, losses }
}

test('a look for lost writes during a transaction is no sign of another server', async () => {
  const { sql, trading, losses } = await open()
  await raiseSequence(sql, 0)
  await losses.look()
  await trading.write(async (tx, withCommit) => {
    // The transaction has read the sequence before this answer.
    await tx`select 1`
    await raiseSequence(sql, 1)
    await losses.look()
    return await withCommit(tx`insert into written values (1)`)
  })
  expect(await sql`select w.id from written as w`).toHaveLength(1)
})

test('a database that takes no writes counts as unavailable, and operators are warned until it takes one', async () => {
  const { trading, storage } = await open()
  const write = (isReadOnly: boolean) =>
    trading.write(async (tx, withCommit) => {
      if (isReadOnly) await tx`set transaction read only`
      return await withCommit(tx`insert into written values (1)`)
    })
  const reason = 'the database is read-only: writes are refused until it takes them again, reads go on'
  await expect(write(true)).rejects.toMatchObject({ kind: 'unavailable', message: 'the database is read-only now' })
  expect(await storage.problem()).toBe(reason)
  await write(false)
  expect(await storage.problem()).toBeNull()
})

test('a database that turns read-only while nobody trades is found out, and so is its end', async () => {
  const { sql, trading, storage } = await open()
  const [{ name }] = (await sql`select quote_ident(current_database()) as name`) as unknown as [{ name: string }]
  const problem = async () => {
    await trading.probe()
    return await storage.problem()
  }
  await sql.unsafe(`alter database ${name} set default_transaction_read_only = on`)
  expect(await problem()).toBe('the database is read-only: writes are refused until it takes them again, reads go on')
  await sql.unsafe(`alter database ${name} reset default_transaction_read_only`)
  await sql`
    select pg_terminate_backend(a.pid) from pg_stat_activity as a
    where a.datname = current_database() and a.application_name = 'api-trading'`
  await eventually(async () => expect(await problem()).toBeNull())
})

test('a server that gives no connection for writing is found out while nobody trades', async () => {
  const away = openPool('postgres://nobody@127.0.0.1:1/nothing', { max: 1, name: 'away' })
  onTestFinished(() => away.end())
  const { trading, storage } = await open(away)
  await trading.probe()
  expect(await storage.problem()).toBeNull()
  await trading.probe()
  expect(await storage.problem()).toMatch(/no connection for writing/)
})

test('work that continues after its deadline is rolled back, because its caller was informed that it failed', async () => {
  const { sql, trading } = await open()
  let isRefused = false
  let ended = false
  const late = trading.write(async (tx) => {
    await tx`insert into written values (1)`
    // Statement after statement, so that the server sees a session at work and ends nothing by itself.
    while (!isRefused) await tx`select pg_sleep(0.02)`
    ended = true
  })
  await expect(late).rejects.toMatchObject({ kind: 'unavailable' })
  isRefused = true
  await eventually(() => ended)
  await eventually(async () => {
    const rows = await sql`
      select a.pid from pg_stat_activity as a
      where a.datname = current_database() and a.application_name = 'api-trading' and a.xact_start is not null limit 1`
    return rows.length === 0
  })
  expect([...(await sql`select w.id from written as w`)]).toEqual([])
  await trading.write(async (tx, withCommit) => withCommit(tx`insert into written values (2)`))
  expect([...(await sql`select w.id from written as w`)]).toEqual([{ id: 2 }])
})
