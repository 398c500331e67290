import type { Bindings } from '../../broker/topology.ts'
import type { Tx } from '../server/db.ts'

/**
 * A backup has no queues. So each message that a stage had not finished is sent again: those that were under way, and
 * those that a stage gave up on, which get all their attempts. Where a message had its effect, it has none again.
 */
export async function resendUnhandled(tx: Tx, bindings: Bindings): Promise<number> {
  await tx`delete from inbox as i where i.state <> 'done'`
  const pairs = Object.entries(bindings).flatMap(([stage, keys]) => keys.map((key) => ({ stage, key })))
  const { count } = await tx`
    update outbox as o set sent_at = null, created_at = clock_timestamp()
    where o.sent_at is null or exists (
      select 1 from jsonb_to_recordset(${tx.json(pairs)}) as b (stage text, key text)
      where b.key = case o.envelope->>'type' when 'source.requested'
          then 'source.requested.' || (o.envelope->'payload'->>'source') else o.envelope->>'type' end
        and not exists (select 1 from inbox as i where i.message_id = o.message_id and i.stage = b.stage))`
  return count
}
