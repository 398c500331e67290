import type { Severity } from './alert.ts'
import type { InputReading } from './signals.ts'

export const COMPARISONS = ['at_or_above', 'at_or_below'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** The effect of a missing value: the alert keeps its state, clears, or fires. */
export const MISSING_RULES = ['hold', 'clear', 'fire'] as const
export type MissingRule = (typeof MISSING_RULES)[number]

/** An alert of an admin over one metric of the catalogue. */
export interface CustomDefinition {
  metric: string
  comparison: Comparison
  fireAt: number
  /** On the other side of `fireAt`, so that a value on the line does not flap. */
  clearAt: number
  /** The condition must have held this long, from observation to observation. */
  holdMinutes: number
  missing: MissingRule
  severity: Severity
}

/** The reading of a metric at the cutoff of a cycle, or at a close. */
export interface MetricReading {
  /** Null: missing, with the reason. */
  value: number | null
  observedAt: Date
  reason: string | null
  /** The observation of a source that the value is or was computed from; absent for a figure of the engine. */
  input?: InputReading
}
