import { gzipSync } from 'node:zlib'
import type { Db } from '../server/db.ts'

const BODY_BYTES_MAX = 1_000_000

export interface RefusedPayload {
  feed: string
  reason: string
  body: Uint8Array
}

/** Keeps payloads that a parser refused, so that a person can see what the vendor really sent. */
export async function keepRefused(
  sql: Db,
  refused: readonly RefusedPayload[],
  run: { source: string; messageId: string; at: Date },
): Promise<void> {
  for (const { feed, reason, body } of refused) {
    await sql`
      insert into quarantine (source, feed, message_id, reason, body, kept_at)
      values (${run.source}, ${feed}, ${run.messageId}, ${reason}, ${gzipSync(body.subarray(0, BODY_BYTES_MAX))}, ${run.at})`
  }
}

/** Raw payloads are kept until `before`, and at most one gigabyte of them. */
export async function pruneQuarantine(sql: Db, before: Date, bytesMax = 1_000_000_000): Promise<void> {
  await sql`delete from quarantine as q where q.kept_at < ${before}`
  await sql`
    delete from quarantine as q using (
      select k.id, sum(length(k.body)) over (order by k.id desc) as kept from quarantine as k
    ) as s where s.id = q.id and s.kept > ${bytesMax}`
}
