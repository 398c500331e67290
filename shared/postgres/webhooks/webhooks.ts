import type { Severity } from '../../domain/contract/alert.ts'
import type { EventKind } from '../../domain/contract/event.ts'
import { PUBLIC_LOG } from '../events/events.ts'
import type { Db, Tx } from '../server/db.ts'

/** As many webhooks as there may be. */
export const WEBHOOKS_MAX = 50

export interface Webhook {
  id: number
  name: string
  url: string
  /** Empty: all. */
  kinds: EventKind[]
  severities: Severity[]
  enabled: boolean
  disabledReason: string | null
  warning: string | null
  failingSince: Date | null
  createdAt: Date
  updatedAt: Date
  oldSecretUntil: Date | null
  pending: number
  delivered: number
  failed: number
  lastDeliveredAt: Date | null
  lastError: string | null
}

type Row = Omit<Webhook, 'kinds' | 'severities'> & { kinds: string; severities: string }

const listed = <T extends string>(text: string): T[] => text.split(',').filter(Boolean) as T[]
const webhookOf = (row: Row): Webhook => ({ ...row, kinds: listed(row.kinds), severities: listed(row.severities) })

const columns = (sql: Db) => sql`
  w.id, w.name, w.url, w.kinds, w.severities, w.enabled, w.disabled_reason as "disabledReason", w.warning,
  w.failing_since as "failingSince", w.created_at as "createdAt", w.updated_at as "updatedAt",
  case when w.old_secret_until > clock_timestamp() then w.old_secret_until end as "oldSecretUntil",
  coalesce(d.pending, 0)::integer as pending, coalesce(d.delivered, 0)::integer as delivered,
  coalesce(d.failed, 0)::integer as failed, d.last_delivered_at as "lastDeliveredAt", l.error as "lastError"`

const statistics = (sql: Db) => sql`
  left join lateral (
    select count(*) filter (where state = 'pending') as pending, count(*) filter (where state = 'delivered') as delivered,
      count(*) filter (where state = 'failed') as failed,
      max(ended_at) filter (where state = 'delivered') as last_delivered_at
    from webhook_deliveries where webhook_id = w.id
  ) as d on true
  left join lateral (
    select error from webhook_deliveries where webhook_id = w.id and error is not null order by id desc limit 1
  ) as l on true`

export async function listWebhooks(sql: Db): Promise<Webhook[]> {
  const rows = await sql<Row[]>`select ${columns(sql)} from webhooks as w ${statistics(sql)} order by w.id limit 1000`
  return rows.map(webhookOf)
}

export async function readWebhook(sql: Db, id: number): Promise<Webhook | null> {
  const [row] = await sql<Row[]>`select ${columns(sql)} from webhooks as w ${statistics(sql)} where w.id = ${id}`
  return row ? webhookOf(row) : null
}

export interface WebhookSettings {
  name: string
  url: string
  kinds: readonly EventKind[]
  severities: readonly Severity[]
  enabled: boolean
  warning: string | null
}

/** The newest id of the public log: an endpoint gets what comes after it. */
const latestId = (sql: Db) => sql`coalesce((select l.last_id from event_logs as l where l.log = ${PUBLIC_LOG}), 0)`

/** Returns its id; null when there are as many as may be. Serialised by a lock, so that two cannot both be the last. */
export async function insertWebhook(
  tx: Tx,
  settings: WebhookSettings & { secret: string },
  max: number,
): Promise<number | null> {
  await tx`select pg_advisory_xact_lock(hashtext('webhooks'))`
  const { name, url, kinds, severities, enabled, warning, secret } = settings
  const [row] = await tx<{ id: number }[]>`
    insert into webhooks (name, url, kinds, severities, enabled, warning, secret, cursor_id)
    select ${name}, ${url}, ${kinds.join(',')}, ${severities.join(',')}, ${enabled}, ${warning}, ${secret}, ${latestId(tx)}
    where (select count(*) from webhooks) < ${max} returning id`
  return row?.id ?? null
}

/** An endpoint that is enabled again gets what happens from now on; the gap is filled by a replay. */
export async function updateWebhook(tx: Tx, id: number, settings: WebhookSettings): Promise<void> {
  const { name, url, kinds, severities, enabled, warning } = settings
  await tx`
    update webhooks set name = ${name}, url = ${url}, kinds = ${kinds.join(',')}, severities = ${severities.join(',')},
      warning = ${warning}, updated_at = service_now(), enabled = ${enabled},
      disabled_reason = case when ${enabled} then null when enabled then 'disabled by an admin' else disabled_reason end,
      cursor_id = case when ${enabled} and not enabled then ${latestId(tx)} else cursor_id end,
      failing_since = case when ${enabled} and not enabled then null else failing_since end,
      recent_success = case when ${enabled} and not enabled then 1 else recent_success end
    where id = ${id}`
}

export async function deleteWebhook(tx: Tx, id: number): Promise<void> {
  await tx`delete from webhooks where id = ${id}`
}

/** The previous secret also signs for a day. */
export async function rotateSecret(tx: Tx, id: number, secret: string): Promise<void> {
  await tx`
    update webhooks set old_secret = secret, old_secret_until = clock_timestamp() + interval '24 hours',
      secret = ${secret}, updated_at = service_now()
    where id = ${id}`
}

/** Reads where a delivery goes now, with the secrets that sign it. */
export async function readTarget(sql: Db, id: number): Promise<{ url: string; secrets: string[] } | null> {
  const [row] = await sql<{ url: string; secret: string; old: string | null }[]>`
    select w.url, w.secret, case when w.old_secret_until > clock_timestamp() then w.old_secret end as old
    from webhooks as w where w.id = ${id}`
  return row ? { url: row.url, secrets: [row.secret, ...(row.old ? [row.old] : [])] } : null
}
