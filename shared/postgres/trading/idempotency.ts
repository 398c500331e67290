import type { Db, Tx } from '../server/db.ts'

export interface IdempotencyKey {
  /** `admin`, or `account:<id>`: keys of different callers never meet. */
  scope: string
  sha256: Buffer
}

export interface FirstAnswer {
  request: Buffer
  status: number
  answer: Buffer
  sealed: boolean
}

/** False at once, without waiting, if another transaction holds the key. The claim ends with the transaction. */
export async function claimIdempotencyKey(tx: Tx, { scope, sha256 }: IdempotencyKey): Promise<boolean> {
  const [row] = await tx<{ mine: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${scope}/${sha256.toString('hex')}`}, 0)) as mine`
  return row?.mine ?? false
}

export async function readFirstAnswer(tx: Tx, { scope, sha256 }: IdempotencyKey): Promise<FirstAnswer | null> {
  const [row] = await tx<FirstAnswer[]>`
    select k.request, k.status, k.answer, k.sealed from idempotency_keys as k
    where k.scope = ${scope} and k.key_sha256 = ${sha256}`
  return row ?? null
}

export async function keepFirstAnswer(tx: Tx, key: IdempotencyKey, first: FirstAnswer): Promise<void> {
  await tx`
    insert into idempotency_keys (scope, key_sha256, request, status, answer, sealed)
    values (${key.scope}, ${key.sha256}, ${first.request}, ${first.status}, ${first.answer}, ${first.sealed})`
}

/** Deletes at most `limit` of the oldest and returns their number. */
export async function pruneIdempotencyKeys(sql: Db, before: Date, limit: number): Promise<number> {
  const rows = await sql`
    delete from idempotency_keys where ctid in (
      select k.ctid from idempotency_keys as k where k.created_at < ${before} order by k.created_at limit ${limit})
    returning 1`
  return rows.length
}
