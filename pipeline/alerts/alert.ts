import assert from 'node:assert/strict'
import type { AlertId, AlertState, Severity } from '../../shared/domain/contract/alert.ts'
import type { InputReading, Regime, SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { differenceOver } from '../inputs/change-over.ts'
import type { DayValue } from '../inputs/daily-view.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'

/** Names one set of thresholds and rules for what counts as an observation. */
export const ALERT_RULES_VERSION = '2026.11-4'

/** The inputs of an alert kind: market inputs known at the cutoff, and readings from the cycle's snapshot. */
export interface AlertInputs extends MarketInputs {
  regime: { regime: Regime | null; reason: string }
  /** Null for a past session: the levels of a chain are known only on the day itself. */
  gammaLevels: SignalsSnapshot['gamma_levels'] | null
}

/** By how much the value has changed over some sessions; null if no value is known for then. */
type AlertChange = { value: number; sessions: number } | null

export function changeOf(points: readonly DayValue[], sessions: number): AlertChange {
  const value = differenceOver(points, sessions)
  return value === null ? null : { value, sessions }
}

export interface Observed {
  status: 'observed'
  /** The time the observation is for, the oldest of several inputs. Only a newer observation may decide. */
  observedAt: Date
  /** The value compared with the two lines; null where states are compared. */
  value: number | null
  unit: string
  fireLine: number | null
  clearLine: number | null
  fires: boolean
  clears: boolean
  /** Example: "VIX 34.20". */
  statement: string
  /** Example: "at or above 30". */
  firesWhen: string
  clearsWhen: string
  change: AlertChange | null
  inputs: readonly InputReading[]
  severity?: Severity
  /** The state that `judge` compares with the state before. */
  mark?: string
}

/** The input is missing: the kind keeps its state. */
export interface Missing {
  status: 'input_missing'
  reason: string
}
export type AlertReading = Observed | Missing

/**
 * `mark` is stored for the kind's next observation; `firesWhen` and `severity` replace those of the reading where they
 * depend on earlier observations.
 */
export type Judgement = Pick<Observed, 'fires' | 'clears'> & {
  mark?: string
  firesWhen?: string
  /** Why it cleared, where that is not the condition of its reading. */
  clearedBy?: string
  severity?: Severity
}

/** One alert kind. To add one: its id in shared/domain/contract/alert.ts, a file with one of these, and one line in index.ts. */
export interface AlertRule {
  id: AlertId
  severity: Severity
  /** Every series it may read; bounds the query. */
  series: readonly SeriesId[]
  /** It reads at most so many sessions back, today included. */
  sessionsMax: number
  /** The reason why it cannot be replayed from past closes; null when it can. */
  intradayOnly: string | null
  /** The two conditions in words, for the catalogue. */
  fires: string
  clears: string
  read(inputs: AlertInputs): AlertReading
  /** For kinds that compare with the observation before; if absent, the reading's own `fires` and `clears` count. */
  judge?(reading: Observed, state: AlertState): Judgement
}

export function defineAlert(rule: AlertRule): AlertRule {
  assert.notEqual(rule.fires, rule.clears, `${rule.id} needs two conditions`)
  assert(rule.sessionsMax >= 0 && rule.sessionsMax <= 600)
  return rule
}

export const missing = (reason: string): Missing => ({ status: 'input_missing', reason })

type Crossing = Pick<Observed, 'value' | 'fireLine' | 'clearLine' | 'fires' | 'clears' | 'firesWhen' | 'clearsWhen'>

const lineInWords = (line: number, unit: string): string => {
  const figure = Number(line.toFixed(2))
  return `${figure}${unit === '' ? '' : ` ${figure === 1 ? unit.replace(/s$/, '') : unit}`}`
}

/** Fires at one line and clears at another, with a gap between them, so that a value on a line does not flap. */
export function atOrAbove(value: number, lines: { fire: number; clear: number }, unit = ''): Crossing {
  assert(lines.fire > lines.clear)
  return {
    value,
    fireLine: lines.fire,
    clearLine: lines.clear,
    fires: value >= lines.fire,
    clears: value <= lines.clear,
    firesWhen: `at or above ${lineInWords(lines.fire, unit)}`,
    clearsWhen: `at or below ${lineInWords(lines.clear, unit)}`,
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
    firesWhen: `at or below ${lineInWords(lines.fire, unit)}`,
    clearsWhen: `at or above ${lineInWords(lines.clear, unit)}`,
  }
}
