import type { TradingDay } from '../../time/trading-day.ts'
import type { Origin } from '../market/observation.ts'
import type { Regime } from './signals.ts'

/** Figures that the engine computes for a session; its table adds the state and the times. */
export interface DailyRow {
  tradeDate: TradingDay
  rulesVersion: string
  regime: Regime | null
  regimeReason: string
  healthScore: number | null
  scoreLow: number | null
  scoreHigh: number | null
  livePoints: number
  /** Closes of the day itself. */
  spyClose: number | null
  vixClose: number | null
  /** The values below were known that evening, so those from FRED belong to an earlier day. */
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
  /** Points by component key; null without a reading, which differs from 0 points. */
  points: Record<string, number | null>
  /** The same before rounding. */
  pointsExact: Record<string, number | null>
  /** The day that each of the values known that evening is for, by column; without a reading there is none. */
  valueDays: Record<string, TradingDay>
  origin: Origin
}
