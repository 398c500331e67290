import { afterAll, beforeAll } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../harness/database.ts'
import { type FaultProxy, faultProxy } from '../../harness/fault-proxy.ts'
import { seed } from './seed.ts'

/** For one test file: the seeded database, and the way to it on which faults happen. */
export function seededBehindProxy(): { readonly db: TestDatabase; readonly proxy: FaultProxy } {
  let db: TestDatabase
  let proxy: FaultProxy
  beforeAll(async () => {
    db = await freshDatabase()
    await seed(db.sql)
    proxy = await faultProxy(db.url)
  })
  afterAll(async () => {
    await proxy.close()
    await db.drop()
  })
  return {
    get db() {
      return db
    },
    get proxy() {
      return proxy
    },
  }
}
