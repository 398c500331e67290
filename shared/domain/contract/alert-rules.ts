import type { TradingDay } from '../../time/trading-day.ts'
import type { SeriesId } from '../market/series.ts'
import type { AlertEvaluation, AlertId, AlertStates, WatchedEpisode } from './alert.ts'
import type { Regime } from './signals.ts'

export interface RegimeOfDay {
  day: TradingDay
  regime: Regime | null
}

/** The rules of all alert kinds. The evaluation stage passes them to the tables' code, which holds no rules itself. */
export interface AlertRules<Facts> {
  ids: readonly AlertId[]
  /** Kinds that can be evaluated from daily closes alone. */
  replayed: readonly AlertId[]
  version: string
  series: readonly SeriesId[]
  /** Sessions of history an evaluation needs, today included. */
  sessionsMax: number
  /** Additional sessions for a kind without a state: its first state is computed from the closes before the cutoff. */
  replaySessions: number
  evaluate(states: AlertStates, facts: Facts): AlertEvaluation
  /** Evaluates kinds that were never evaluated over the closes before the cutoff; the others keep their state. */
  begin(states: AlertStates, facts: Facts, regimes: readonly RegimeOfDay[]): Pick<AlertEvaluation, 'states' | 'events'>
  /** Evaluates the closes before the cutoff again; the episodes in `watched` are kept. */
  beginAnew(
    watched: readonly WatchedEpisode[],
    facts: Facts,
    regimes: readonly RegimeOfDay[],
  ): Pick<AlertEvaluation, 'states' | 'events'>
}
