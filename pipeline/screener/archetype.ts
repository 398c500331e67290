import type { ArchetypeId, PickSide } from '../../shared/domain/contract/screener-ids.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { type NameView, returnOver } from './name-view.ts'

/** Everything an archetype may look at. */
export interface ArchetypeInput {
  name: NameView
  market: NameView
  /** The session of the newest completed bar. */
  barDay: TradingDay
  /** The session of the bar so many bars before the newest: a name may lack bars that the exchange has. */
  dayAgo(bars: number): TradingDay
  /** The log return of SPY between the same two closes as the name's over so many of its bars. */
  marketReturn(bars: number): number
  /** How many completed bars ago the last report of earnings came out; null where no report is known. */
  barsSinceReport: number | null
}

/** A setup that holds on the completed bars. */
export interface Firing {
  /** 0 to 100: how far beyond its own line the setup is; not a probability. */
  score: number
  /** Independent facts that speak for the setup, by name. */
  confluence: readonly string[]
  /** One to four short sentences with numbers, and days instead of ages: a locked pick shows them for weeks. */
  why: readonly string[]
}

export interface Archetype {
  id: ArchetypeId
  label: string
  side: PickSide
  /** Bars that a pick is held, and over which its evidence is measured. */
  horizon: number
  /** A ripe setup has at least so many confluences. */
  confluenceMin: number
  /** The input that the archetype cannot do without; null if closes are enough. */
  needs: 'volume' | null
  /** The setup on completed bars; null where it does not hold. */
  fires(input: ArchetypeInput): Firing | null
  /** Whether the price of the run confirms a setup that fired within the freshness window. */
  confirms(input: ArchetypeInput): boolean
}

export const defineArchetype = (archetype: Archetype): Archetype => archetype

/** Bars before which no archetype reads a name: a year, for its own highs and its usual volatility. */
export const BARS_MIN = 252

/** A score for how far a measure lies between its line and the value that counts as the maximum. */
export const scoreBetween = (value: number, line: number, strongest: number): number =>
  Math.round(100 * Math.min(1, Math.max(0, (value - line) / (strongest - line))))

/** Confluences whose fact is true; an unknown fact does not count. */
export const holding = (facts: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(facts).flatMap(([name, holds]) => (holds ? [name] : []))

export function percent(logReturn: number): string {
  const words = (100 * (Math.exp(logReturn) - 1)).toFixed(1)
  // A small loss would otherwise round to minus zero.
  return `${Number(words) === 0 ? words.replace('-', '') : words} %`
}

/** The size of a fall, without a sign. */
export const percentDown = (logReturn: number): string => `${(100 * (1 - Math.exp(logReturn))).toFixed(1)} %`

/** The return of the name over so many bars, less that of SPY between the same closes. */
export function returnBesideMarket(input: ArchetypeInput, bars: number): string {
  const spy = input.marketReturn(bars)
  const own = `over ${bars} sessions ${percent(returnOver(input.name, bars))}`
  return Number.isNaN(spy) ? own : `${own}, SPY ${percent(spy)}`
}

/** Names the side of a level, or of another name, and the distance. */
export const apartFrom = (logReturn: number, [above, below]: readonly [string, string]): string =>
  logReturn < 0 ? `${percentDown(logReturn)} ${below}` : `${percent(logReturn)} ${above}`
