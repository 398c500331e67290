import type { Pool } from '../../shared/postgres/db.ts'

/** How the bare side writes the row our handler writes. */
export const EFFECTS = ['transaction', 'statement'] as const
export type BareEffect = (typeof EFFECTS)[number]

/**
 * As a transaction, which any handler of more than one row needs, and as the least there is: one statement that
 * commits itself, a round trip instead of three.
 */
export async function bareEffect(sql: Pool, as: BareEffect, { id }: { id: string }): Promise<void> {
  if (as === 'statement') await sql`insert into effects (message_id, stage, worker) values (${id}, 'signals', 'bare')`
  else {
    await sql.begin(async (tx) => {
      await tx`insert into effects (message_id, stage, worker) values (${id}, 'signals', 'bare')`
    })
  }
}
