import { z } from 'zod'
import { Origin } from '../market/observation.ts'
import { InputReading } from './signals.ts'

/** Stored with every episode; never reused, never renamed. */
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

/** Worst first: the order lists are served in. */
export const SEVERITIES = ['critical', 'warning', 'info'] as const
export const Severity = z.enum(SEVERITIES)
export type Severity = z.infer<typeof Severity>

/** What an alert looked at when it fired or cleared. */
export const AlertEvidence = z
  .object({
    value: z.number().nullable().describe('the figure that was compared; null where words are compared'),
    unit: z.string().describe('unit of value, threshold and change'),
    threshold: z.number().nullable().describe('the line it fires at, in the unit of value'),
    clears_at: z.number().nullable().describe('the line it clears at, another one than threshold'),
    change: z.number().nullable().describe('change of the value over change_sessions, same unit'),
    change_sessions: z.int().nullable().describe('sessions the change is over'),
    observed_at: z.iso.datetime({ offset: true }).describe('what the observation is for, Eastern offset'),
    inputs: z.array(InputReading).describe('the observations behind it, with source and age'),
    rules_version: z.string().describe('version of the alert rules'),
  })
  .meta({ id: 'AlertEvidence', description: 'The observation an alert fired on' })
export type AlertEvidence = z.infer<typeof AlertEvidence>

/** Spec 2.11: one episode of one kind. */
export const Alert = z
  .object({
    id: z.int().describe('number of the episode'),
    alert_id: AlertId.describe('the kind'),
    severity: Severity.describe('critical, warning or info'),
    message: z.string().describe('value, line, change and age it fired on, and what clears it'),
    fired_at: z.iso.datetime({ offset: true }).describe('cutoff of the evaluation that fired it, Eastern offset'),
    state: z.enum(['active', 'resolved']).describe('active until its clear condition is observed'),
    cleared_at: z.iso
      .datetime({ offset: true })
      .nullable()
      .describe('cutoff of the evaluation that cleared it, Eastern offset; null while active'),
    cleared_message: z.string().nullable().describe('what it cleared on; null while active'),
    origin: Origin.describe('backfill: fired by the same rules over past closes, when nobody was watching'),
    input_missing: z
      .string()
      .nullable()
      .describe('why the kind cannot be judged now, so that it holds; null while it can, and once it is resolved'),
    evidence: AlertEvidence.describe('the observation it fired on'),
  })
  .meta({ id: 'Alert', description: 'Spec 2.11: one episode of one alert kind' })
export type Alert = z.infer<typeof Alert>

/** What a kind remembers between evaluations; everything else follows from the inputs. */
export interface AlertState {
  /** Cutoff of the newest evaluation that counted; null for a kind nobody has evaluated. */
  evaluatedThrough: Date | null
  /** What the observation that decided last is for. */
  observedAt: Date | null
  /** What a rule wants to know of the observation before. */
  mark: string | null
  /** Why the newest evaluation could not judge; null when it could. */
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

interface Happened {
  alertId: AlertId
  /** A function of kind and observation, so that no episode can begin twice. */
  episode: string
  at: Date
  message: string
  evidence: AlertEvidence
}
export type AlertEvent = (Happened & { type: 'fired'; severity: Severity }) | (Happened & { type: 'cleared' })

/** An episode that was fired by a scheduled cycle, not by a replay. */
export interface WatchedEpisode {
  alertId: AlertId
  episode: string
  firedAt: Date
}

/** Counts by kind's severity of what is active. */
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
    alert_id: AlertId.describe('the kind'),
    input_missing: z.string().describe('what is missing, stale or a stand-in'),
  })
  .meta({ id: 'HeldKind', description: 'A kind that could not be judged, and so neither fires nor clears' })
export type HeldKind = z.infer<typeof HeldKind>

export type AlertStates = Partial<Record<AlertId, AlertState>>

/** What an evaluation came to. */
export interface Evaluated {
  states: AlertStates
  events: AlertEvent[]
  held: HeldKind[]
  /** Nothing changed, because an evaluation as of this instant or a later one has counted. */
  superseded: boolean
}
