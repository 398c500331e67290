import { z } from 'zod'
import { metricNamed } from '../../pipeline/alerts/index.ts'
import { Alert, Severity } from '../../shared/domain/contract/alert.ts'
import { COMPARISONS, MISSING_RULES } from '../../shared/domain/contract/custom-alert.ts'
import { GivenName } from '../../shared/domain/given-name.ts'
import type { CustomAlert, CustomSettings } from '../../shared/postgres/alerts/custom-alerts.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { refuseParameter } from '../http/errors.ts'
import { strictBody } from '../http/strict-body.ts'

const Instant = z.iso.datetime({ offset: true })

const definition = {
  metric: z.string().describe('a metric of metrics/latest'),
  comparison: z.enum(COMPARISONS).describe('side of the line on which it fires'),
  fire_at: z.number().describe('level at which it fires, in the unit of the metric'),
  clear_at: z.number().describe('level at which it clears, on the other side of fire_at'),
  hold_minutes: z.int().describe('how long the condition must have held, from observation to observation'),
  missing: z.enum(MISSING_RULES).describe('what a missing value does: hold the state, clear, or fire'),
  severity: Severity.describe('critical, warning or info'),
}

export const CustomAlertDocument = z
  .object({
    config_id: z.int().describe('its id'),
    alert_id: z.string().describe('the kind under which its episodes are served'),
    name: z.string().describe('its name, for people'),
    ...definition,
    unit: z.string().describe('unit of the two levels'),
    enabled: z.boolean().describe('false: it is not evaluated'),
    version: z.int().describe('1 for the first definition, one higher after each change'),
    active_since: Instant.nullable().describe('since when it has been active; null: it is not'),
    input_missing: z.string().nullable().describe('why it cannot be evaluated now; null: it can'),
    created_at: Instant.describe('when it was created'),
    updated_at: Instant.describe('when it last changed'),
  })
  .meta({ id: 'CustomAlert', description: 'An alert that an admin defined over a metric' })
export type CustomAlertDocument = z.infer<typeof CustomAlertDocument>

const followed = (what: string) => z.number().nullable().describe(`${what}; null without one`)

export const Rehearsal = z
  .object({
    basis: z
      .enum(['cycles', 'daily_rows', 'daily_rows_then_cycles', 'none'])
      .describe('what was evaluated: stored cycles where they exist, closes of daily rows before'),
    days: z.int().describe('requested Eastern calendar days'),
    observations: z
      .object({
        daily_rows: z.int().describe('closes'),
        cycles: z.int().describe('cycles'),
      })
      .describe('how many of each were evaluated'),
    fires: z
      .array(
        z.object({
          fired_at: Instant.describe('when it would have fired'),
          cleared_at: Instant.nullable().describe('when it would have cleared; null: it would be active'),
          value: z.number().nullable().describe('the value at which it would have fired'),
        }),
      )
      .describe('oldest first'),
    flaps: z.int().describe('episodes that ended within a day'),
    events: z.int().describe('events on the log: fires and clears'),
    deliveries: z.int().describe('messages to the webhooks that are enabled now'),
    followed: z
      .object({
        horizon_sessions: z.int().describe('sessions after each fire'),
        n: z.int().describe('fires whose horizon is over'),
        median_change_pct: followed('median change of SPY after a fire, in per cent'),
        share_down_pct: followed('per cent of them after which SPY was lower'),
        base_n: z.int().describe('all sessions of the rehearsal whose horizon is over'),
        base_median_change_pct: followed('the same median after every session'),
        base_share_down_pct: followed('the same share after every session'),
      })
      .describe('what SPY did after the fires, beside what it did after every session'),
    reason: z.string().nullable().describe('why nothing was evaluated; null otherwise'),
  })
  .meta({ id: 'AlertRehearsal', description: 'What an alert would have done' })
export type Rehearsal = z.infer<typeof Rehearsal>

/** One shape for both answers of the POST, so that a generated client reads every member. */
export const CreatedAlert = z
  .object({
    alert: CustomAlertDocument.nullable().describe('the alert; null in a rehearsal'),
    rehearsal: Rehearsal.nullable().describe('the rehearsal; null unless dry_run'),
  })
  .meta({ id: 'CreatedAlert', description: 'A new custom alert, or its rehearsal' })

export const EpisodeList = z.object({
  config_id: z.int().describe('its id'),
  alerts: z.array(Alert).describe('its episodes, newest first'),
  total: z.int().describe('number of episodes on all pages'),
  versions: z
    .array(
      z.object({
        version: z.int().describe('number of the definition'),
        changed_at: Instant.describe('since when it holds'),
        definition: z.object(definition).describe('the definition'),
      }),
    )
    .describe('its definitions, newest first'),
})

const name = GivenName.describe('a name for people')
const metricRule = 'must be a metric of /api/v1/metrics/latest'
const metric = z
  .string(metricRule)
  .max(64, metricRule)
  .transform((text, context) => {
    const known = metricNamed(text)
    if (!known) context.addIssue(metricRule)
    return known?.metric ?? ''
  })
  .describe('name or alias of a metric')
const levelRule = 'must be a number from -1e15 to 1e15'
const level = (text: string) => z.number(levelRule).min(-1e15, levelRule).max(1e15, levelRule).describe(text)
const comparison = z.enum(COMPARISONS, `must be ${COMPARISONS.join(' or ')}`).describe('side on which it fires')
const holdRule = 'must be a whole number of minutes from 0 to 10080'
const hold = z.int(holdRule).min(0, holdRule).max(10_080, holdRule).describe('minutes; absent: 0')
const missing = z.enum(MISSING_RULES, `must be ${MISSING_RULES.join(', ')}`).describe('absent: hold')
const severity = z.enum(Severity.options, 'must be critical, warning or info').describe('absent: warning')
const enabled = z.boolean('must be true or false').describe('whether it is evaluated')

export const CreateAlertBody = strictBody({
  name,
  metric,
  comparison,
  fire_at: level('level at which it fires'),
  clear_at: level('level at which it clears'),
  hold_minutes: hold.optional(),
  missing: missing.optional(),
  severity: severity.optional(),
  enabled: enabled.optional(),
})
export const UpdateAlertBody = strictBody({
  name: name.optional(),
  metric: metric.optional(),
  comparison: comparison.optional(),
  fire_at: level('level at which it fires').optional(),
  clear_at: level('level at which it clears').optional(),
  hold_minutes: hold.optional(),
  missing: missing.optional(),
  severity: severity.optional(),
  enabled: enabled.optional(),
})

type Given = z.output<typeof UpdateAlertBody>

/** The settings after a change; 400 when the two lines would let a value on one of them flap. */
export function settingsOf(given: Given, before: CustomSettings): CustomSettings {
  const settings: CustomSettings = {
    name: given.name ?? before.name,
    metric: given.metric ?? before.metric,
    comparison: given.comparison ?? before.comparison,
    fireAt: given.fire_at ?? before.fireAt,
    clearAt: given.clear_at ?? before.clearAt,
    holdMinutes: given.hold_minutes ?? before.holdMinutes,
    missing: given.missing ?? before.missing,
    severity: given.severity ?? before.severity,
    enabled: given.enabled ?? before.enabled,
  }
  const { comparison: side, fireAt, clearAt } = settings
  if (side === 'at_or_above' ? clearAt >= fireAt : clearAt <= fireAt)
    throw refuseParameter('clear_at', `must be ${side === 'at_or_above' ? 'below' : 'above'} fire_at`)
  return settings
}

export const DEFAULTS: CustomSettings = {
  name: '',
  metric: '',
  comparison: 'at_or_above',
  fireAt: 0,
  clearAt: 0,
  holdMinutes: 0,
  missing: 'hold',
  severity: 'warning',
  enabled: true,
}

export const customAlertDocument = (alert: CustomAlert): CustomAlertDocument => ({
  config_id: alert.id,
  alert_id: alert.alertId,
  name: alert.name,
  metric: alert.metric,
  comparison: alert.comparison,
  fire_at: alert.fireAt,
  clear_at: alert.clearAt,
  hold_minutes: alert.holdMinutes,
  missing: alert.missing,
  severity: alert.severity,
  unit: metricNamed(alert.metric)?.unit ?? '',
  enabled: alert.enabled,
  version: alert.version,
  active_since: alert.activeSince && easternExact(alert.activeSince),
  input_missing: alert.inputMissing,
  created_at: easternExact(alert.createdAt),
  updated_at: easternExact(alert.updatedAt),
})

export const EXAMPLE_CUSTOM: CustomAlertDocument = {
  config_id: 7,
  alert_id: 'CUSTOM_7',
  name: 'VIX above 28 for an hour',
  metric: 'vix_close',
  comparison: 'at_or_above',
  fire_at: 28,
  clear_at: 24,
  hold_minutes: 60,
  missing: 'hold',
  severity: 'critical',
  unit: 'index points',
  enabled: true,
  version: 2,
  active_since: null,
  input_missing: null,
  created_at: '2026-11-02T09:12:00-05:00',
  updated_at: '2026-11-10T14:03:00-05:00',
}
