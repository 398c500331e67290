import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reader } from '../../api/database/reader.ts'
import { watchStorage } from '../../api/database/storage-watch.ts'
import { createTradingDatabase } from '../../api/trading/trading-database.ts'
import { type PostgresPair, startPostgresPair } from '../../harness/cluster/postgres-pair.ts'
import { eventually } from '../../harness/eventually.ts'
import { silentLog } from '../../shared/log.ts'
import { DataLossWatch } from '../../shared/postgres/server/data-loss-watch.ts'
import { isReadOnly } from '../../shared/postgres/server/database-error.ts'
import { openPool, type Pool } from '../../shared/postgres/server/db.ts'

let pair: PostgresPair
let sql: Pool
beforeAll(async () => {
  pair = await startPostgresPair()
  // The balancer's address leads to a server that is not promoted yet.
  sql = openPool(pair.standbyUrl, { max: 4, name: 'test', standby: true })
}, 300_000)
afterAll(async () => {
  await sql?.end({ timeout: 1 })
  await pair?.stop()
})

test('a standby behind the address of the primary is a read-only database until it is promoted, and no loss', async () => {
  const reader: Reader = {
    read: async (work) => await work(sql),
    state: () => 'up',
    onUp: (listener) => listener(sql),
    close: async () => {},
  }
  const storage = watchStorage(undefined)
  const losses = new DataLossWatch({
    name: 'test',
    read: reader.read,
    write: (work) => sql.begin(work) as never,
    log: silentLog,
  })
  const admission = { max: 2, waitingMax: 9 }
  const trading = createTradingDatabase({ reader, deadlineMs: 2_000, admission, storage, losses, log: silentLog })
  const write = () => trading.write((tx) => tx`update trades as t set status = t.status where false`)

  const refused = { kind: 'unavailable', message: 'the database is read-only now' }
  await expect(write()).rejects.toMatchObject(refused)
  // Work that reads before it writes runs the check for data loss first.
  await expect(trading.write((tx) => tx`select 1 as one`)).rejects.toMatchObject(refused)
  expect(await storage.problem()).toMatch(/^the database is read-only: /)
  await expect(losses.requireWhole(sql as never)).rejects.toSatisfy(isReadOnly)

  await pair.killPrimary()
  await pair.promote()
  await eventually(write, { within: 20_000 })
  expect(await storage.problem()).toBeNull()
  await losses.requireWhole(sql as never)
  await trading.close()
})
