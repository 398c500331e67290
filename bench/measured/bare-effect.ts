import type { Pool } from '../../shared/postgres/server/db.ts'

/** How the bare side writes the row our handler writes: in a transaction, which any handler of more than one row needs. */
export const bareEffect = (sql: Pool, { id }: { id: string }): Promise<unknown> =>
  sql.begin(async (tx) => {
    await tx`insert into effects (message_id, stage, worker) values (${id}, 'signals', 'bare')`
  })
