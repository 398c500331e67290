import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { openPool } from '../../shared/postgres/server/db.ts'
import { testApi } from './support/api.ts'

const db = testDatabase()

test('a primary at the address of the standby is named in status, and serves as the primary', async () => {
  // A database of the tests is no standby, like a standby that was promoted.
  const pool = openPool(db.url, { max: 2, name: 'api-standby' })
  const app = await testApi(db.url, { standby: { pool, lagMaxS: 5 } })
  await eventually(async () => {
    const { standby, warnings } = (await app.inject({ url: '/api/v1/status' })).json()
    expect(standby).toEqual({ lag_seconds: null, serves: false })
    expect(warnings).toContain(
      'a primary answers at DATABASE_READ_URL, as after a failover: until a standby does, the primary serves public reads',
    )
  })
})
