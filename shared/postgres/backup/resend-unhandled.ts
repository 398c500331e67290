import type { Bindings } from '../../broker/topology.ts'
import type { Tx } from '../server/db.ts'

/**
 * A backup has no queues, so each message that a stage had not finished is sent again: those in progress, and those
 * that a stage gave up on, which get all their attempts. A message that had its effect has none again: the mark of a
 * settled message outlives its inbox rows, which retention deletes one by one.
 */
export async function resendUnhandled(tx: Tx, bindings: Bindings): Promise<number> {
  const isMarked = await marksSettled(tx)
  if (isMarked) {
    await tx`
      update outbox as o set settled_at = null, dead_stages = '{}'
      where o.dead_stages <> '{}' or exists (
        select 1 from inbox as i where i.message_id = o.message_id and i.state = 'failed')`
  }
  await tx`delete from inbox as i where i.state <> 'done'`
  const pairs = Object.entries(bindings).flatMap(([stage, keys]) => keys.map((key) => ({ stage, key })))
  const { count } = await tx`
    update outbox as o set sent_at = null, created_at = clock_timestamp()
    where o.sent_at is null or ${isMarked ? tx`(o.settled_at is null or o.stages = '{}')` : tx`true`} and exists (
      select 1 from jsonb_to_recordset(${tx.json(pairs)}) as b (stage text, key text)
      where b.key = case o.envelope->>'type' when 'source.requested'
          then 'source.requested.' || (o.envelope->'payload'->>'source') else o.envelope->>'type' end
        and not exists (select 1 from inbox as i where i.message_id = o.message_id and i.stage = b.stage))`
  return count
}

/**
 * A backup of an older version has a schema in which messages carry no such mark. Messages of such a version name no stages,
 * also where a later migration has marked them all.
 */
async function marksSettled(tx: Tx): Promise<boolean> {
  const found = await tx`
    select 1 from pg_attribute as a where a.attrelid = 'outbox'::regclass and a.attname = 'settled_at' and not a.attisdropped`
  return found.length === 1
}
