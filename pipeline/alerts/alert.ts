import assert from 'node:assert/strict'
import type { AlertId, AlertState, Severity } from '../../shared/domain/contract/alert.ts'
import type { InputReading, Regime, SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'

/** Every threshold and every rule of what counts as an observation, under one name. */
export const ALERT_RULES_VERSION = '2026.11-1'

/** What a kind may look at: what was known at the cutoff, and what the snapshot of the cycle said of it. */
export interface AlertInputs extends MarketInputs {
  regime: { regime: Regime | null; reason: string }
  /** Null for a past session: levels of a chain are known of the day itself only. */
  gammaLevels: SignalsSnapshot['gamma_levels'] | null
}

export interface Observed {
  status: 'observed'
  /** What the observation is for; of several inputs the oldest. Only a newer one may decide. */
  observedAt: Date
  /** Compared with the two lines; null where words are compared. */
  value: number | null
  unit: string
  fireLine: number | null
  clearLine: number | null
  fires: boolean
  clears: boolean
  /** "VIX 34.20" */
  says: string
  /** "at or above 30" */
  firesWhen: string
  clearsWhen: string
  change: { value: number; sessions: number } | null
  inputs: readonly InputReading[]
  severity?: Severity
  /** What a judge compares with what it saw before. */
  mark?: string
}

/** Nothing to decide on: the kind holds, whatever it is. */
export interface Missing {
  status: 'input_missing'
  reason: string
}
export type AlertReading = Observed | Missing

/** `mark`: what the kind wants to know at its next observation. */
export type Judged = Pick<Observed, 'fires' | 'clears'> & { mark?: string }

/** One alert kind. To add one: its id in shared/domain/contract/alert.ts, a file with one of these, and one line in index.ts. */
export interface AlertRule {
  id: AlertId
  severity: Severity
  /** All it may look at: the bound on the query. */
  series: readonly SeriesId[]
  /** How many sessions back it looks, today included. */
  sessionsMax: number
  /** Why the closes of past sessions cannot tell it; null when they can. */
  intradayOnly: string | null
  /** The two conditions in words, for the catalogue. */
  fires: string
  clears: string
  read(inputs: AlertInputs): AlertReading
  /** For kinds that look at what was observed before; absent: the reading's own word. */
  judge?(reading: Observed, state: AlertState): Judged
}

export function defineAlert(rule: AlertRule): AlertRule {
  assert.notEqual(rule.fires, rule.clears, `${rule.id} needs two conditions`)
  assert(rule.sessionsMax >= 0 && rule.sessionsMax <= 600)
  return rule
}

export const missing = (reason: string): Missing => ({ status: 'input_missing', reason })

type Crossing = Pick<Observed, 'value' | 'fireLine' | 'clearLine' | 'fires' | 'clears' | 'firesWhen' | 'clearsWhen'>

const shown = (line: number, unit: string): string => {
  const figure = Number(line.toFixed(2))
  return `${figure}${unit === '' ? '' : ` ${figure === 1 ? unit.replace(/s$/, '') : unit}`}`
}

/** Fires at one line and clears at another, with ground between them: a value on a line does not flap. */
export function atOrAbove(value: number, lines: { fire: number; clear: number }, unit = ''): Crossing {
  assert(lines.fire > lines.clear)
  return {
    value,
    fireLine: lines.fire,
    clearLine: lines.clear,
    fires: value >= lines.fire,
    clears: value <= lines.clear,
    firesWhen: `at or above ${shown(lines.fire, unit)}`,
    clearsWhen: `at or below ${shown(lines.clear, unit)}`,
  }
}

export function atOrBelow(value: number, lines: { fire: number; clear: number }, unit = ''): Crossing {
  assert(lines.fire < lines.clear)
  return {
    value,
    fireLine: lines.fire,
    clearLine: lines.clear,
    fires: value <= lines.fire,
    clears: value >= lines.clear,
    firesWhen: `at or below ${shown(lines.fire, unit)}`,
    clearsWhen: `at or above ${shown(lines.clear, unit)}`,
  }
}

export const signed = (value: number, digits: number): string =>
  `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(digits)}`
