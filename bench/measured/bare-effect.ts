import type { Pool } from '../../shared/postgres/db.ts'

/** The row our handler writes, in a transaction that is this one statement: no commit is cheaper. */
export async function bareEffect(sql: Pool, { id }: { id: string }): Promise<void> {
  await sql`insert into effects (message_id, stage, worker) values (${id}, 'signals', 'bare')`
}
