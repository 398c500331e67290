import { z } from 'zod'
import { Alert, countBySeverity, HeldKind, Severity } from '../../shared/domain/contract/alert.ts'
import type { AlertRow } from '../../shared/postgres/alerts/alerts.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import type { Watch } from './alerts-view.ts'

export const NOTHING_EVALUATED = 'no snapshot has been judged by the alert rules yet'

const counted = (what: string) => z.int().min(0).nullable().describe(`${what}; null while the database cannot be asked`)
const HighestSeverity = z
  .enum([...Severity.options, 'none'])
  .nullable()
  .describe('the worst there is; none: there is none; null while the database cannot be asked')

export const AlertSummary = z
  .object({
    critical: counted('critical ones'),
    warning: counted('warnings'),
    info: counted('of severity info'),
    total: counted('all'),
    highest_severity: HighestSeverity,
  })
  .meta({ id: 'AlertSummary', description: 'Spec 2.12: active alerts by severity' })
export type AlertSummary = z.infer<typeof AlertSummary>

export const UNKNOWN_SUMMARY: AlertSummary = {
  critical: null,
  warning: null,
  info: null,
  total: null,
  highest_severity: null,
}

const Reason = z.string().optional().describe('why the list is empty; absent while it is not')
const EvaluatedThrough = z.iso
  .datetime({ offset: true })
  .nullable()
  .describe('cutoff of the newest evaluation that counted, Eastern offset; null before the first')
const Held = z.array(HeldKind).describe('kinds that cannot be judged now: they neither fire nor clear')

export const ActiveAnswer = z.object({
  alerts: z.array(Alert).describe('active alerts, worst first'),
  summary: AlertSummary.describe('the active alerts by severity'),
  resolved_24h: counted('alerts cleared in the last 24 hours'),
  evaluated_through: EvaluatedThrough,
  held: Held,
  reason: Reason,
})

export const TodayAnswer = z.object({
  date: z.iso.date().nullable().describe('the Eastern day that counts as today; null while service time is not known'),
  active_count: counted('alerts of the list that are still active'),
  highest_severity: HighestSeverity.describe('the worst of the list; none when it is empty'),
  alerts: z.array(Alert).describe('all alerts fired on that day, whatever became of them, worst first'),
  reason: Reason,
})

export const AlertHistoryAnswer = z.object({
  days: z.int().describe('Eastern calendar days asked for, today included'),
  alerts: z.array(Alert).describe('alerts fired on those days, newest first'),
  reason: Reason,
})

export const SummaryAnswer = AlertSummary.extend({
  evaluated_through: EvaluatedThrough,
  reason: z.string().optional().describe('why the counts are null or nothing was judged; absent otherwise'),
}).meta({ id: 'AlertSummaryAnswer', description: 'Spec 2.12, and how far it reaches' })

export const CheckAnswer = z.object({
  cached: z.boolean().describe('true: this snapshot had been judged before; false: this request judged it'),
  cycle_id: z.string().nullable().describe('the report cycle of the newest snapshot; null without one'),
  run: z.int().nullable().describe('which computation of that cycle, from 1'),
  as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff of the snapshot, Eastern offset'),
  state: z
    .enum(['applied', 'superseded'])
    .nullable()
    .describe('superseded: a later snapshot had counted already, so this one changed nothing'),
  evaluated_at: z.iso.datetime({ offset: true }).nullable().describe('service time of the evaluation, Eastern offset'),
  fired: z.int().min(0).describe('alerts that evaluation fired'),
  cleared: z.int().min(0).describe('alerts that evaluation cleared'),
  held: Held,
  alerts: z.array(Alert).describe('what is active now, worst first'),
  summary: AlertSummary.describe('the active alerts by severity'),
  reason: z.string().optional().describe('why nothing could be judged; absent otherwise'),
})
export type CheckAnswer = z.infer<typeof CheckAnswer>

export const alertOf = (row: AlertRow): Alert => ({
  id: row.id,
  alert_id: row.alertId,
  severity: row.severity,
  message: row.message,
  fired_at: easternExact(row.firedAt),
  state: row.state,
  cleared_at: row.clearedAt && easternExact(row.clearedAt),
  cleared_message: row.clearedMessage,
  origin: row.origin,
  input_missing: row.inputMissing,
  evidence: row.evidence,
})

export const summaryOf = (rows: readonly Pick<AlertRow, 'severity'>[]): AlertSummary =>
  countBySeverity(rows.map(({ severity }) => severity))

export const throughOf = ({ evaluatedThrough }: Watch): string | null =>
  evaluatedThrough && easternExact(evaluatedThrough)

/** An empty list is good news only when somebody has looked. */
export const emptyReason = (rows: readonly unknown[], watch: Watch, words: string): string | undefined =>
  rows.length > 0 ? undefined : watch.evaluatedThrough === null ? NOTHING_EVALUATED : words

const quoted = (value: number, quotedAt: string, knownAt: string) => ({
  series: 'vix_close',
  value,
  for: quotedAt,
  known_at: knownAt,
  source: 'market',
  quality: 'fresh' as const,
})

export const EXAMPLE_ALERTS: readonly Alert[] = [
  {
    id: 41,
    alert_id: 'VIX_PANIC',
    severity: 'critical',
    message:
      'VIX 31.40, at or above 30 (+13.10 in 5 sessions; quoted 2026-11-20 10:15 ET). Clears when at or below 25.',
    fired_at: '2026-11-20T10:30:11-05:00',
    state: 'active',
    cleared_at: null,
    cleared_message: null,
    origin: 'scheduled',
    input_missing: null,
    evidence: {
      value: 31.4,
      unit: '',
      threshold: 30,
      clears_at: 25,
      change: 13.1,
      change_sessions: 5,
      observed_at: '2026-11-20T10:15:00-05:00',
      inputs: [quoted(31.4, '2026-11-20T10:15:00-05:00', '2026-11-20T10:30:09-05:00')],
      rules_version: '2026.11-1',
    },
  },
  {
    id: 40,
    alert_id: 'HY_OAS_WIDENING',
    severity: 'warning',
    message:
      'HY OAS 4.12 % after +0.83 points in 20 sessions, wider by 0.7 points or more (for 2026-11-18, 1 session old). Clears when wider by 0.2 points or less.',
    fired_at: '2026-11-19T10:45:08-05:00',
    state: 'active',
    cleared_at: null,
    cleared_message: null,
    origin: 'scheduled',
    input_missing: 'hy_oas for 2026-11-18 is stale: a newer value is due',
    evidence: {
      value: 0.83,
      unit: 'points',
      threshold: 0.7,
      clears_at: 0.2,
      change: 0.83,
      change_sessions: 20,
      observed_at: '2026-11-18T20:00:00-05:00',
      inputs: [
        {
          series: 'hy_oas',
          value: 4.12,
          for: '2026-11-18',
          known_at: '2026-11-19T10:30:04-05:00',
          source: 'fred',
          quality: 'fresh',
        },
      ],
      rules_version: '2026.11-1',
    },
  },
]

export const EXAMPLE_RESOLVED: Alert = {
  ...EXAMPLE_ALERTS[0]!,
  id: 38,
  fired_at: '2026-11-12T11:30:10-05:00',
  message: 'VIX 30.20, at or above 30 (+9.80 in 5 sessions; quoted 2026-11-12 11:15 ET). Clears when at or below 25.',
  state: 'resolved',
  cleared_at: '2026-11-17T14:45:09-05:00',
  cleared_message: 'VIX 24.80, at or below 25 (-5.40 in 5 sessions; quoted 2026-11-17 14:30 ET).',
  evidence: {
    ...EXAMPLE_ALERTS[0]!.evidence,
    value: 30.2,
    change: 9.8,
    observed_at: '2026-11-12T11:15:00-05:00',
    inputs: [quoted(30.2, '2026-11-12T11:15:00-05:00', '2026-11-12T11:30:09-05:00')],
  },
}
