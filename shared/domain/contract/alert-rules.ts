import type { TradingDay } from '../../time/trading-day.ts'
import type { SeriesId } from '../market/series.ts'
import type { AlertId, AlertStates, Evaluated, WatchedEpisode } from './alert.ts'
import type { Regime } from './signals.ts'

export interface RegimeOfDay {
  day: TradingDay
  regime: Regime | null
}

/** All kinds of alerts as one rule. Whoever keeps their states runs it and is given it: tables know no rules. */
export interface AlertRules<Facts> {
  ids: readonly AlertId[]
  /** Those that past closes can tell. */
  replayed: readonly AlertId[]
  version: string
  series: readonly SeriesId[]
  /** Sessions of history an evaluation needs, today included. */
  sessionsMax: number
  /** Sessions more for a kind that begins: its state is that of the closes before. */
  replaySessions: number
  evaluate(states: AlertStates, facts: Facts): Evaluated
  /** Brings kinds nobody has evaluated through the closes before the cutoff; the others stay as they are. */
  begin(states: AlertStates, facts: Facts, regimes: readonly RegimeOfDay[]): Pick<Evaluated, 'states' | 'events'>
  /** Judges the closes before the cutoff anew; `watched`: the episodes that must stay. */
  beginAnew(
    watched: readonly WatchedEpisode[],
    facts: Facts,
    regimes: readonly RegimeOfDay[],
  ): Pick<Evaluated, 'states' | 'events'>
}
