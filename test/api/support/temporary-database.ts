import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool } from '../../../shared/postgres/db.ts'
import { startEmbeddedPostgres } from '../../../shared/postgres/embedded.ts'
import { migrate } from '../../../shared/postgres/migrate.ts'
export async function freshDatabase() {
  const dataDir = await mkdtemp(join(tmpdir(), 'api-pg-'))
  const pg = await startEmbeddedPostgres({ dataDir, durable: false })
  const sql = openPool(pg.url, { max: 3, name: 'test' })
  await migrate(sql)
  return {
    url: pg.url,
    sql,
    close: async () => {
      await sql.end({ timeout: 1 })
      await pg.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
