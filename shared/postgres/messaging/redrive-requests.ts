import type { Db, Tx } from '../server/db.ts'

export interface RedriveRequest {
  id: number
  stage: string
  requestedAt: Date
}

/** The open request of a stage; a second one while the first waits is the same. */
export async function requestRedrive(tx: Tx, stage: string): Promise<RedriveRequest> {
  await tx`
    insert into redrive_requests (stage) values (${stage})
    on conflict (stage) where done_at is null do nothing`
  const [row] = await tx<RedriveRequest[]>`
    select r.id, r.stage, r.requested_at as "requestedAt" from redrive_requests as r
    where r.stage = ${stage} and r.done_at is null`
  return row!
}

/** The oldest open request, locked until the transaction ends; null if there is none, or another scheduler has it. */
export async function takeRedriveRequest(tx: Tx): Promise<RedriveRequest | null> {
  const [row] = await tx<RedriveRequest[]>`
    select r.id, r.stage, r.requested_at as "requestedAt" from redrive_requests as r
    where r.done_at is null order by r.id limit 1 for update skip locked`
  return row ?? null
}

export async function endRedriveRequest(tx: Tx, id: number, sent: number): Promise<void> {
  await tx`update redrive_requests set sent = ${sent}, done_at = clock_timestamp() where id = ${id}`
}

/** Deletes requests that were done `days` ago. */
export async function pruneRedriveRequests(sql: Db, days: number): Promise<void> {
  await sql`
    delete from redrive_requests as r where r.done_at < clock_timestamp() - make_interval(days => ${days})`
}
