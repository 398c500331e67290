import { afterAll, beforeAll } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../harness/database.ts'
import { type FaultProxy, faultProxy } from '../../../harness/fault-proxy.ts'
import { seed } from './seed.ts'

/** A seeded database for one test file, and the proxy to it that injects faults. */
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
