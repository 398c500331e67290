import { z } from 'zod'
import { Alert, countBySeverity, HeldKind, Severity } from '../../shared/domain/contract/alert.ts'
import type { AlertRow } from '../../shared/postgres/alerts/alerts.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { readExample } from '../openapi/read-example.ts'
import type { Watch } from './alerts-view.ts'

export const NOTHING_EVALUATED = 'no snapshot has been evaluated by the alert rules yet'

const counted = (what: string) => z.int().min(0).nullable().describe(`${what}; null while the database is unavailable`)
const HighestSeverity = z
  .enum([...Severity.options, 'none'])
  .nullable()
  .describe('the worst severity; none: there is no alert; null while the database is unavailable')

export const AlertSummary = z
  .object({
    critical: counted('alerts of severity critical'),
    warning: counted('alerts of severity warning'),
    info: counted('alerts of severity info'),
    total: counted('all alerts'),
    highest_severity: HighestSeverity,
  })
  .meta({ id: 'AlertSummary', description: 'Active alerts by severity' })
export type AlertSummary = z.infer<typeof AlertSummary>

export const UNKNOWN_SUMMARY: AlertSummary = {
  critical: null,
  warning: null,
  info: null,
  total: null,
  highest_severity: null,
}

const Reason = z.string().optional().describe('why the list is empty; absent otherwise')
const EvaluatedThrough = z.iso
  .datetime({ offset: true })
  .nullable()
  .describe('cutoff of the newest applied evaluation, Eastern offset; null before the first')
const Held = z.array(HeldKind).describe('kinds that cannot be evaluated now: they neither fire nor clear')

export const ActiveAnswer = z.object({
  alerts: z.array(Alert).describe('active alerts, worst first'),
  summary: AlertSummary.describe('the active alerts by severity'),
  resolved_24h: counted('alerts cleared in the last 24 hours'),
  evaluated_through: EvaluatedThrough,
  held: Held,
  reason: Reason,
})

export const TodayAnswer = z.object({
  date: z.iso.date().nullable().describe('the current Eastern day; null while service time is not known'),
  active_count: counted('alerts of the list that are still active'),
  highest_severity: HighestSeverity.describe('the worst severity of the list; none when it is empty'),
  alerts: z.array(Alert).describe('all alerts fired on that day, active and resolved, worst first'),
  reason: Reason,
})

export const AlertHistoryAnswer = z.object({
  days: z.int().describe('requested Eastern calendar days, today included'),
  alerts: z.array(Alert).describe('alerts fired on those days, newest first'),
  reason: Reason,
})

export const SummaryAnswer = AlertSummary.extend({
  evaluated_through: EvaluatedThrough,
  held: counted('kinds that cannot be evaluated now, which neither fire nor clear; alerts/active names them'),
  reason: z.string().optional().describe('why the counts are null or nothing was evaluated; absent otherwise'),
}).meta({ id: 'AlertSummaryAnswer', description: 'Active alerts by severity, and the cutoff they reach' })

export const CheckAnswer = z.object({
  cached: z.boolean().describe('true: the snapshot had been evaluated before; false: this request evaluated it'),
  cycle_id: z.string().nullable().describe('the report cycle of the newest snapshot; null without one'),
  run: z.int().nullable().describe('number of the computation of that cycle, from 1'),
  as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff of the snapshot, Eastern offset'),
  state: z
    .enum(['applied', 'superseded'])
    .nullable()
    .describe('superseded: a later snapshot had been applied already, so this one changed nothing'),
  evaluated_at: z.iso.datetime({ offset: true }).nullable().describe('service time of the evaluation, Eastern offset'),
  fired: z.int().min(0).describe('alerts fired by that evaluation'),
  cleared: z.int().min(0).describe('alerts cleared by that evaluation'),
  held: Held,
  alerts: z.array(Alert).describe('alerts that are active now, worst first'),
  summary: AlertSummary.describe('the active alerts by severity'),
  reason: z.string().optional().describe('why nothing could be evaluated; absent otherwise'),
})
export type CheckAnswer = z.infer<typeof CheckAnswer>

export const alertOf = (row: AlertRow): Alert => ({
  id: row.id,
  alert_id: row.alertId,
  custom: row.custom,
  severity: row.severity,
  message: row.message,
  fired_at: easternExact(row.firedAt),
  state: row.state,
  cleared_at: row.clearedAt && easternExact(row.clearedAt),
  cleared_message: row.clearedMessage,
  origin: row.origin,
  input_missing: row.inputMissing,
  evidence: row.evidence,
  state_ref: row.stateRef,
})

export const summaryOf = (rows: readonly Pick<AlertRow, 'severity'>[]): AlertSummary =>
  countBySeverity(rows.map(({ severity }) => severity))

export const throughOf = ({ evaluatedThrough }: Watch): string | null =>
  evaluatedThrough && easternExact(evaluatedThrough)

/** An empty list is good news only after an evaluation. */
export function emptyReason(rows: readonly unknown[], watch: Watch, reason: string): string | undefined {
  if (rows.length > 0) return undefined
  return watch.evaluatedThrough === null ? NOTHING_EVALUATED : reason
}

/** Two active alerts, and a resolved one. */
export const [EXAMPLE_CRITICAL, EXAMPLE_WARNING, EXAMPLE_RESOLVED] = readExample<[Alert, Alert, Alert]>(
  import.meta.url,
  './alerts-example.json',
)
export const EXAMPLE_ALERTS: readonly Alert[] = [EXAMPLE_CRITICAL, EXAMPLE_WARNING]
