import type { Pool } from '../../shared/postgres/server/db.ts'

/** Writes the handler's row in a transaction, which any handler of more than one row needs. */
export const bareEffect = (sql: Pool, { id }: { id: string }): Promise<unknown> =>
  sql.begin(async (tx) => {
    await tx`insert into effects (message_id, stage, worker) values (${id}, 'signals', 'bare')`
  })
