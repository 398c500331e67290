import type { CustomDefinition } from '../../domain/contract/custom-alert.ts'
import { appendEvents } from '../events/events.ts'
import type { Db, Tx } from '../server/db.ts'
import { announceDocuments } from '../signals/read-models.ts'

export interface CustomAlert extends CustomDefinition {
  id: number
  alertId: string
  name: string
  enabled: boolean
  version: number
  createdAt: Date
  updatedAt: Date
  /** Since when it has been active; null: it is not. */
  activeSince: Date | null
  /** The reason why it cannot be evaluated now; null: it can. */
  inputMissing: string | null
}

const columns = (sql: Db) => sql`
  c.id, c.alert_id as "alertId", c.name, c.metric, c.comparison, c.fire_at as "fireAt", c.clear_at as "clearAt",
  c.hold_minutes as "holdMinutes", c.missing, c.severity, c.enabled, c.version, c.created_at as "createdAt",
  c.updated_at as "updatedAt", s.input_missing as "inputMissing",
  (select a.fired_at from alerts as a where a.alert_id = c.alert_id and a.cleared_at is null) as "activeSince"`
const tables = (sql: Db) => sql`custom_alerts as c left join alert_state as s on s.alert_id = c.alert_id`

export async function listCustomAlerts(sql: Db, { enabledOnly = false } = {}): Promise<CustomAlert[]> {
  return await sql<CustomAlert[]>`
    select ${columns(sql)} from ${tables(sql)}
    where c.deleted_at is null and (c.enabled or ${!enabledOnly}) order by c.id limit 1000`
}

/** Null for one that never was or is deleted. */
export async function readCustomAlert(sql: Db, id: number): Promise<CustomAlert | null> {
  const [row] = await sql<CustomAlert[]>`
    select ${columns(sql)} from ${tables(sql)} where c.id = ${id} and c.deleted_at is null`
  return row ?? null
}

/** The metric that each custom alert watches, by its `alert_id`; deleted ones too, since their events remain. */
export async function customAlertMetrics(sql: Db): Promise<Map<string, string>> {
  const rows = await sql<{ alertId: string; metric: string }[]>`
    select c.alert_id as "alertId", c.metric from custom_alerts as c order by c.id desc limit 1000`
  return new Map(rows.map(({ alertId, metric }) => [alertId, metric]))
}

export interface CustomSettings extends CustomDefinition {
  name: string
  enabled: boolean
}

const definitionOf = (settings: CustomSettings): string => {
  const { metric, comparison, fireAt, clearAt, holdMinutes, missing, severity } = settings
  return JSON.stringify({
    metric,
    comparison,
    fire_at: fireAt,
    clear_at: clearAt,
    hold_minutes: holdMinutes,
    missing,
    severity,
  })
}

/** Returns its id; null when there are as many as may be. */
export async function insertCustomAlert(tx: Tx, settings: CustomSettings, max: number): Promise<number | null> {
  await tx`select pg_advisory_xact_lock(hashtext('custom_alerts'))`
  const { name, metric, comparison, fireAt, clearAt, holdMinutes, missing, severity, enabled } = settings
  const [row] = await tx<{ id: number }[]>`
    insert into custom_alerts (name, metric, comparison, fire_at, clear_at, hold_minutes, missing, severity, enabled)
    select ${name}, ${metric}, ${comparison}, ${fireAt}::float8, ${clearAt}::float8, ${holdMinutes}::integer, ${missing},
      ${severity}, ${enabled}::boolean
    where (select count(*) from custom_alerts where deleted_at is null) < ${max} returning id`
  if (!row) return null
  await saveVersion(tx, row.id, 1, settings)
  return row.id
}

const saveVersion = (tx: Tx, id: number, version: number, settings: CustomSettings) => tx`
  insert into custom_alert_versions (config_id, version, definition)
  values (${id}, ${version}, ${definitionOf(settings)}::text::jsonb)`

/**
 * A changed definition is a new version: the episode of the old one ends with that reason, and its remembered state is
 * deleted. Disabling ends the episode too; a new name does not.
 */
export async function updateCustomAlert(tx: Tx, before: CustomAlert, settings: CustomSettings): Promise<void> {
  const isChanged = definitionOf(before) !== definitionOf(settings)
  const { name, metric, comparison, fireAt, clearAt, holdMinutes, missing, severity, enabled } = settings
  const version = before.version + (isChanged ? 1 : 0)
  await tx`
    update custom_alerts set name = ${name}, metric = ${metric}, comparison = ${comparison}, fire_at = ${fireAt},
      clear_at = ${clearAt}, hold_minutes = ${holdMinutes}, missing = ${missing}, severity = ${severity},
      enabled = ${enabled}, version = ${version}, updated_at = service_now()
    where id = ${before.id}`
  if (isChanged) await saveVersion(tx, before.id, version, settings)
  if (isChanged) await endEpisode(tx, before, `its definition was changed to version ${version}`)
  else if (before.enabled && !enabled) await endEpisode(tx, before, 'it was disabled by an admin')
}

export async function deleteCustomAlert(tx: Tx, alert: CustomAlert): Promise<void> {
  await endEpisode(tx, alert, 'it was deleted by an admin')
  await tx`update custom_alerts set deleted_at = service_now(), enabled = false where id = ${alert.id}`
}

/** How the message of an episode begins that a request ended, rather than an evaluation. */
export const ENDED_BY_REQUEST = 'The custom alert ended because'

/** Ends the active episode, if there is one, and deletes the state; the log states why. */
async function endEpisode(tx: Tx, { id, alertId, name, severity }: CustomAlert, reason: string): Promise<void> {
  const message = `${ENDED_BY_REQUEST} ${reason}.`
  await tx`select s.alert_id from alert_state as s order by s.alert_id for update`
  const [ended] = await tx<{ episode: string; clearedAt: Date }[]>`
    update alerts set cleared_at = greatest(fired_at, service_now()), cleared_message = ${message}, cleared_on = evidence
    where alert_id = ${alertId} and cleared_at is null returning episode, cleared_at as "clearedAt"`
  await tx`delete from alert_state where alert_id = ${alertId}`
  await announceDocuments(tx, 'alerts')
  if (!ended) return
  const event = {
    key: `alert/${ended.episode}/cleared`,
    kind: 'alert',
    subject: alertId,
    severity: 'info',
    title: `${name} cleared: ${message}`,
    at: ended.clearedAt,
    data: { type: 'cleared', alert_severity: severity, episode: ended.episode, message, config_id: id, name },
    cycleId: null,
    origin: 'scheduled',
  } as const
  await appendEvents(tx, [event])
}

export interface DefinitionVersion {
  version: number
  definition: Record<string, unknown>
  changedAt: Date
}

/** Newest first. */
export async function definitionVersions(sql: Db, id: number): Promise<DefinitionVersion[]> {
  return await sql<DefinitionVersion[]>`
    select v.version, v.definition, v.changed_at as "changedAt" from custom_alert_versions as v
    where v.config_id = ${id} order by v.version desc limit 1000`
}
