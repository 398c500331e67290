import type { TradingDay } from '../../time/trading-day.ts'
import type { Origin } from '../market/observation.ts'
import type { Regime } from './signals.ts'

/** Spec 2.9: what the engine says of a session; its table adds the state and the times. */
export interface DailyRow {
  tradeDate: TradingDay
  rulesVersion: string
  regime: Regime | null
  regimeReason: string
  healthScore: number | null
  scoreLow: number | null
  scoreHigh: number | null
  livePoints: number
  /** Closes are those of the day itself. */
  spyClose: number | null
  vixClose: number | null
  /** The readings below are what was known that evening, which for FRED is an earlier day's value. */
  dix: number | null
  gex: number | null
  gexSeries: string | null
  hyOas: number | null
  vixTerm: number | null
  skew: number | null
  yieldCurve: number | null
  dollar: number | null
  oil: number | null
  breakevens: number | null
  breadth: number | null
  aaii: number | null
  cot: number | null
  /** By component key; null while there is no reading, which is not the same as 0 points. */
  points: Record<string, number | null>
  origin: Origin
}
