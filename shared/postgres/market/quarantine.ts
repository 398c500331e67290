import { gzipSync } from 'node:zlib'
import type { Db } from '../server/db.ts'

const BODY_BYTES_MAX = 1_000_000

export interface Refused {
  feed: string
  reason: string
  body: Uint8Array
}

/** Keeps a payload we refused to believe, so that somebody can look at what the vendor really sent. */
export async function keepRefused(
  sql: Db,
  refused: readonly Refused[],
  run: { source: string; messageId: string; at: Date },
): Promise<void> {
  for (const { feed, reason, body } of refused) {
    await sql`
      insert into quarantine (source, feed, message_id, reason, body, kept_at)
      values (${run.source}, ${feed}, ${run.messageId}, ${reason}, ${gzipSync(body.subarray(0, BODY_BYTES_MAX))}, ${run.at})`
  }
}

/** Raw payloads live three days or one gigabyte, whichever ends first. */
export async function pruneQuarantine(sql: Db, before: Date, bytesMax = 1_000_000_000): Promise<void> {
  await sql`delete from quarantine as q where q.kept_at < ${before}`
  await sql`
    delete from quarantine as q using (
      select k.id, sum(length(k.body)) over (order by k.id desc) as kept from quarantine as k
    ) as s where s.id = q.id and s.kept > ${bytesMax}`
}
