import { z } from 'zod'
import { Origin } from '../market/observation.ts'
import { InputReading } from './signals.ts'

/** Ids are stored with every episode; they are never reused or renamed. */
export const ALERT_IDS = [
  'WTI_SHOCK',
  'OIL_SPIKE',
  'BREAKEVEN_SPIKE',
  'VIX_SPIKE',
  'VIX_PANIC',
  'VIX_BACKWARDATION',
  'HY_OAS_WIDENING',
  'GEX_NEGATIVE',
  'ZERO_GAMMA_LOST',
  'BREADTH_COLLAPSE',
  'BREADTH_DIVERGENCE',
  'CURVE_INVERSION',
  'DIX_EXTREME',
  'DOLLAR_SURGE',
  'CORRELATION_BREAK',
  'REGIME_CHANGE',
  'SOURCE_OUTAGE',
] as const
export const AlertId = z.enum(ALERT_IDS)
export type AlertId = z.infer<typeof AlertId>

/** A built-in kind, or `CUSTOM_` and the id of an alert that an admin has defined. */
export const AlertName = z.string().regex(/^[A-Z][A-Z0-9_]*$/)

/** Worst first; served lists use this order. */
export const SEVERITIES = ['critical', 'warning', 'info'] as const
export const Severity = z.enum(SEVERITIES)
export type Severity = z.infer<typeof Severity>

/** The observation an alert fired or cleared on. */
export const AlertEvidence = z
  .object({
    value: z.number().nullable().describe('figure that was compared; null if words were compared'),
    unit: z.string().describe('unit of value, threshold and change'),
    threshold: z.number().nullable().describe('level at which it fires, in the unit of value'),
    clears_at: z.number().nullable().describe('level at which it clears, different from threshold'),
    change: z.number().nullable().describe('change of the value over change_sessions, in the same unit'),
    change_sessions: z.int().nullable().describe('sessions the change spans'),
    observed_at: z.iso.datetime({ offset: true }).describe('instant the observation is for, Eastern offset'),
    inputs: z.array(InputReading).describe('observations it was computed from, with their source'),
    rules_version: z.string().describe('version of the alert rules'),
  })
  .meta({ id: 'AlertEvidence', description: 'The observation an alert fired on' })
export type AlertEvidence = z.infer<typeof AlertEvidence>

/** One episode of one alert kind, as served. */
export const Alert = z
  .object({
    id: z.int().describe('number of the episode'),
    alert_id: AlertName.describe('the kind: a built-in one, or CUSTOM_ and the id of a custom alert'),
    custom: z
      .object({
        config_id: z.int().describe('its id in the admin routes'),
        name: z.string().describe('the name an admin gave it'),
        version: z.int().describe('version of its definition now'),
        metric: z.string().describe('the metric that it watches now'),
      })
      .nullable()
      .describe('for a custom alert; null for a built-in kind'),
    severity: Severity.describe('critical, warning or info'),
    message: z.string().describe('the value, level, change and age it fired on, and what clears it'),
    fired_at: z.iso.datetime({ offset: true }).describe('cutoff of the evaluation that fired it, Eastern offset'),
    state: z.enum(['active', 'resolved']).describe('active until its clear condition is observed'),
    cleared_at: z.iso
      .datetime({ offset: true })
      .nullable()
      .describe('cutoff of the evaluation that cleared it, Eastern offset; null while active'),
    cleared_message: z.string().nullable().describe('what it cleared on; null while active'),
    origin: Origin.describe('scheduled: fired live; backfill: found later by the same rules over past closes'),
    input_missing: z
      .string()
      .nullable()
      .describe('why the kind cannot be evaluated now and keeps its state; null while it can be, and once resolved'),
    evidence: AlertEvidence.describe('the observation it fired on'),
    state_ref: z
      .string()
      .nullable()
      .describe(
        'receipt of what was known when it fired, at /api/v1/receipts/{ref}; null for a past close that was replayed',
      ),
  })
  .meta({ id: 'Alert', description: 'One episode of one alert kind' })
export type Alert = z.infer<typeof Alert>

/** The state a kind keeps between evaluations; everything else follows from the inputs. */
export interface AlertState {
  /** Cutoff of the newest evaluation that counted; null for a kind that was never evaluated. */
  evaluatedThrough: Date | null
  /** Instant of the last observation that decided. */
  observedAt: Date | null
  /** A value a rule keeps from the previous observation. */
  mark: string | null
  /** The reason why the newest evaluation could not decide; null if it could. */
  inputMissing: string | null
  active: { episode: string; firedAt: Date } | null
}

export const NEVER_EVALUATED: AlertState = {
  evaluatedThrough: null,
  observedAt: null,
  mark: null,
  inputMissing: null,
  active: null,
}

interface AlertEventBase {
  alertId: string
  /** Derived from kind and observation, so that no episode can begin twice. */
  episode: string
  at: Date
  message: string
  evidence: AlertEvidence
}
export type AlertEvent =
  | (AlertEventBase & { type: 'fired'; severity: Severity })
  | (AlertEventBase & { type: 'cleared' })

/** An episode that a scheduled cycle fired, not a replay. */
export interface WatchedEpisode {
  alertId: AlertId
  episode: string
  firedAt: Date
}

/** Counts active alerts by severity. */
export function countBySeverity(severities: readonly Severity[]) {
  const count = (severity: Severity) => severities.filter((each) => each === severity).length
  return {
    critical: count('critical'),
    warning: count('warning'),
    info: count('info'),
    total: severities.length,
    highest_severity: SEVERITIES.find((severity) => severities.includes(severity)) ?? ('none' as const),
  }
}

export const HeldKind = z
  .object({
    alert_id: AlertName.describe('the kind'),
    input_missing: z.string().describe('which input is missing, stale or a stand-in'),
  })
  .meta({ id: 'HeldKind', description: 'A kind that cannot be evaluated, so it neither fires nor clears' })
export type HeldKind = z.infer<typeof HeldKind>

export type AlertStates = Partial<Record<string, AlertState>>

/** The result of one evaluation. */
export interface AlertEvaluation {
  states: AlertStates
  events: AlertEvent[]
  held: HeldKind[]
  /** True: nothing changed, because an evaluation as of this instant or a later one already counted. */
  superseded: boolean
}
