import type { LoggedEvent } from '../../domain/contract/event.ts'
import { PUBLIC_LOG } from '../events/events.ts'
import type { Db, Tx } from '../server/db.ts'

/** An endpoint may have so many attempts on their way; the fewer of its latest went well, the fewer it gets, down to one. */
export const SENT_MAX = 16
/** An attempt that takes longer counts as one that failed; one that also fails leaves its endpoint a single place. */
const SLOW_MS = 2_500
/** An attempt whose message was lost is sent again after this long. */
const LOST_AFTER_S = 120

export interface DueDelivery {
  id: number
  webhookId: number
  attempt: number
}

/** Returns the condition of a pending delivery without an attempt on its way, or whose message was lost. */
const isFree = (sql: Db, d: string) => sql`
  (${sql(d)}.state = 'pending' and (${sql(d)}.sent_attempt is null
    or ${sql(d)}.sent_at < clock_timestamp() - ${LOST_AFTER_S} * interval '1 second'))`

/**
 * Returns whether an event is wanted: no kinds and no severities mean all. A clear is information, and is wanted by
 * every endpoint that wanted its fire, which could not learn otherwise that the alert has ended.
 */
const wanted = (sql: Db) => sql`
  (w.kinds = '' or e.kind = any(string_to_array(w.kinds, ',')))
  and (w.severities = '' or e.severity = any(string_to_array(w.severities, ','))
    or (e.kind = 'alert' and e.data->>'alert_severity' = any(string_to_array(w.severities, ','))))`

/** Returns whether `planDeliveries` would find something: a check without a transaction. */
export async function hasDueDeliveries(sql: Db): Promise<boolean> {
  const [row] = await sql<{ due: boolean }[]>`
    select exists (
      select 1 from webhooks as w join event_logs as l on l.log = ${PUBLIC_LOG} where w.enabled and w.cursor_id < l.last_id
    ) or exists (
      select 1 from webhook_deliveries as d join webhooks as w on w.id = d.webhook_id
      where w.enabled and ${isFree(sql, 'd')} and d.next_attempt_at <= clock_timestamp()
    ) as due`
  return row!.due
}

/**
 * Makes the deliveries of new events and returns the attempts that are due now, which count as sent from here on. The
 * update judges each delivery once more, because `takeNextDelivery` may have taken it since it was selected.
 */
export async function planDeliveries(tx: Tx, limit: number): Promise<DueDelivery[]> {
  const [lock] = await tx<{ held: boolean }[]>`select pg_try_advisory_xact_lock(hashtext('webhook-plan')) as held`
  if (!lock?.held) return []
  await tx`
    with newest as materialized (select l.last_id from event_logs as l where l.log = ${PUBLIC_LOG}), behind as materialized (
      select w.id, w.cursor_id, w.kinds, w.severities from webhooks as w, newest as n where w.enabled and w.cursor_id < n.last_id for update of w
    ), made as (
      insert into webhook_deliveries (webhook_id, event_id)
      select w.id, e.id from behind as w join events as e on e.log = ${PUBLIC_LOG} and e.hash is not null
        and e.id > w.cursor_id and ${wanted(tx)}
      on conflict (webhook_id, event_id) do nothing
    )
    update webhooks as w set cursor_id = n.last_id from behind as b, newest as n where w.id = b.id`
  return await tx<DueDelivery[]>`
    with due as (
      select d.id from webhooks as w cross join lateral (
        select p.id, row_number() over (order by p.next_attempt_at, p.id) as place
        from webhook_deliveries as p
        where p.webhook_id = w.id and ${isFree(tx, 'p')} and p.next_attempt_at <= clock_timestamp()
        order by p.next_attempt_at, p.id limit ${SENT_MAX}
      ) as d
      where w.enabled and d.place <= greatest(1, round(${SENT_MAX}::integer * w.recent_success)) - (
        select count(*) from webhook_deliveries as s where s.webhook_id = w.id and s.state = 'pending'
          and s.sent_attempt is not null and s.sent_at >= clock_timestamp() - ${LOST_AFTER_S} * interval '1 second')
      limit ${limit}
    )
    update webhook_deliveries as u set sent_attempt = u.attempts + 1, sent_at = clock_timestamp(), attempts = u.attempts + 1
    from due where u.id = due.id and ${isFree(tx, 'u')}
    returning u.id, u.webhook_id as "webhookId", u.attempts as attempt`
}

/**
 * The next attempt of an endpoint all of whose latest ones went well: it takes the place of one that just ended, so the
 * endpoint waits for no plan. The caller has saved that one in the same transaction.
 */
export async function takeNextDelivery(tx: Tx, webhookId: number): Promise<DueDelivery | null> {
  const [row] = await tx<DueDelivery[]>`
    with next as (
      select d.id from webhook_deliveries as d join webhooks as w on w.id = d.webhook_id
      where d.webhook_id = ${webhookId} and w.enabled and w.recent_success >= 1
        and d.state = 'pending' and d.next_attempt_at <= clock_timestamp() and d.sent_attempt is null
      order by d.next_attempt_at, d.id limit 1 for update of d skip locked
    )
    update webhook_deliveries as u set sent_attempt = u.attempts + 1, sent_at = clock_timestamp(), attempts = u.attempts + 1
    from next where u.id = next.id
    returning u.id, u.webhook_id as "webhookId", u.attempts as attempt`
  return row ?? null
}

export interface OpenDelivery {
  webhookId: number
  eventId: number
  failures: number
  url: string
  secrets: string[]
  /** Null when the log no longer stores it. */
  event: LoggedEvent | null
}

type StoredDelivery = Pick<OpenDelivery, 'webhookId' | 'eventId' | 'failures' | 'url' | 'secrets'> & {
  document: string | null
  hash: string | null
}

/** The delivery of an attempt; null when it has ended, another attempt is on its way, or its endpoint is disabled. */
export async function readOpenDelivery(sql: Db, id: number, attempt: number): Promise<OpenDelivery | null> {
  const [row] = await sql<StoredDelivery[]>`
    select d.webhook_id as "webhookId", d.event_id as "eventId", d.failures, w.url,
      array_remove(array[w.secret, case when w.old_secret_until > clock_timestamp() then w.old_secret end], null) as secrets,
      e.document, e.hash
    from webhook_deliveries as d join webhooks as w on w.id = d.webhook_id
    left join events as e on e.log = ${PUBLIC_LOG} and e.id = d.event_id and e.hash is not null
    where d.id = ${id} and d.state = 'pending' and d.sent_attempt = ${attempt} and w.enabled`
  if (!row) return null
  const { document, hash, ...delivery } = row
  return { ...delivery, event: document === null || hash === null ? null : eventOf({ document, hash }) }
}

const eventOf = ({ document, hash }: { document: string; hash: string }): LoggedEvent => ({
  ...(JSON.parse(document) as Omit<LoggedEvent, 'hash'>),
  hash,
})

export async function readDeliveredEvent(sql: Db, eventId: number): Promise<LoggedEvent | null> {
  const [row] = await sql<{ document: string; hash: string }[]>`
    select e.document, e.hash from events as e where e.log = ${PUBLIC_LOG} and e.id = ${eventId} and e.hash is not null`
  return row ? eventOf(row) : null
}

export interface DeliveryEnd {
  isDelivered: boolean
  status: number | null
  error: string | null
  durationMs: number
  /** Seconds until the next attempt; null when there is none. */
  againIn: number | null
}

export async function saveAttempt(tx: Tx, id: number, webhookId: number, end: DeliveryEnd): Promise<void> {
  const state = end.isDelivered ? 'delivered' : end.againIn === null ? 'failed' : 'pending'
  const isSlow = end.durationMs >= SLOW_MS
  const isGood = end.isDelivered && !isSlow
  // The endpoint before the delivery, as the plan locks them. An endpoint without failures needs no write.
  await tx`
    update webhooks set
      failing_since = case when ${end.isDelivered} then null else coalesce(failing_since, clock_timestamp()) end,
      recent_success = case when ${isGood} then least(1, 0.75 * recent_success + 0.26)
        when ${end.isDelivered || !isSlow} then 0.75 * recent_success else 0 end
    where id = ${webhookId} and (${!isGood} or failing_since is not null or recent_success < 1)`
  await tx`
    update webhook_deliveries set state = ${state}, response_status = ${end.status}, error = ${end.error},
      duration_ms = ${end.durationMs}, sent_attempt = null, failures = failures + ${end.isDelivered ? 0 : 1},
      next_attempt_at = clock_timestamp() + ${end.againIn ?? 0} * interval '1 second',
      ended_at = case when ${state}::text = 'pending' then null else service_now() end
    where id = ${id}`
}

/** Forgets an attempt that was not made. */
export async function releaseAttempt(tx: Tx, id: number, attempt: number): Promise<void> {
  await tx`update webhook_deliveries set sent_attempt = null where id = ${id} and sent_attempt = ${attempt}`
}

/** Disables an endpoint that answered 410, or that has failed for so long; returns whether it did. */
export async function disableFailing(
  tx: Tx,
  id: number,
  { isGone, afterDays }: { isGone: boolean; afterDays: number },
): Promise<{ name: string; reason: string } | null> {
  const [row] = await tx<{ name: string; reason: string }[]>`
    update webhooks set enabled = false, updated_at = service_now(), disabled_reason = case
      when ${isGone} then 'the endpoint answered 410' else ${`no delivery succeeded for ${afterDays} days`} end
    where id = ${id} and enabled
      and (${isGone} or failing_since < clock_timestamp() - ${afterDays} * interval '1 day')
    returning name, disabled_reason as reason`
  return row ?? null
}

export interface Delivery {
  id: number
  eventId: number
  state: string
  attempts: number
  nextAttemptAt: Date | null
  status: number | null
  error: string | null
  durationMs: number | null
  createdAt: Date
  endedAt: Date | null
}

/** Newest first, with the total. */
export async function listDeliveries(
  sql: Db,
  webhookId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ deliveries: Delivery[]; total: number }> {
  const [count] = await sql<{ total: number }[]>`
    select count(*)::integer as total from webhook_deliveries as d where d.webhook_id = ${webhookId}`
  const deliveries = await sql<Delivery[]>`
    select d.id, d.event_id as "eventId", d.state, d.attempts, d.response_status as status, d.error,
      case when d.state = 'pending' then d.next_attempt_at end as "nextAttemptAt", d.duration_ms as "durationMs",
      d.created_at as "createdAt", d.ended_at as "endedAt"
    from webhook_deliveries as d where d.webhook_id = ${webhookId} order by d.id desc limit ${limit} offset ${offset}`
  return { deliveries, total: count!.total }
}

/** Delivers the wanted events of a range again; returns their number, or null when they are more than `max`. */
export async function replayEvents(
  tx: Tx,
  webhookId: number,
  { from, to, max }: { from: number; to: number; max: number },
): Promise<number | null> {
  const rows = await tx`
    insert into webhook_deliveries as d (webhook_id, event_id)
    select w.id, e.id from webhooks as w join events as e on e.log = ${PUBLIC_LOG} and e.hash is not null
      and e.id between ${from} and ${to} and ${wanted(tx)}
    where w.id = ${webhookId} order by e.id limit ${max + 1}
    on conflict (webhook_id, event_id) do update set state = 'pending', failures = 0, sent_attempt = null,
      next_attempt_at = clock_timestamp(), ended_at = null
    returning 1`
  return rows.count > max ? null : rows.count
}

/** Deletes one batch of deliveries that ended before; call again while it returns `limit`. */
export async function pruneDeliveries(sql: Db, before: Date, limit: number): Promise<number> {
  const gone = await sql`
    delete from webhook_deliveries as d where d.id in (
      select old.id from webhook_deliveries as old where old.state <> 'pending' and old.ended_at < ${before} limit ${limit})`
  return gone.count
}

/** Deliveries that are due, and how long the oldest of them has waited. */
export async function deliveryBacklog(sql: Db): Promise<{ due: number; oldestSeconds: number | null }> {
  const [row] = await sql<{ due: number; oldestSeconds: number | null }[]>`
    select count(*)::integer as due,
      round(extract(epoch from clock_timestamp() - min(d.next_attempt_at)))::integer as "oldestSeconds"
    from webhook_deliveries as d join webhooks as w on w.id = d.webhook_id
    where d.state = 'pending' and w.enabled and d.next_attempt_at <= clock_timestamp()`
  return row!
}
