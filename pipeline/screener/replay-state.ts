import type { ArchetypeId } from '../../shared/domain/contract/screener-ids.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { type EvidenceBook, evidenceBook } from './evidence-book.ts'
import { emptyState, type NameState } from './indicators.ts'
import type { BandReading } from './moment.ts'
import type { PriceTable } from './price-table.ts'
import type { Setup } from './setup.ts'
import type { Mark, Tracked } from './tracked.ts'
import type { Universe } from './universe.ts'

export interface ReplayInput {
  table: PriceTable
  universe: Universe
  sectors: ReadonlyMap<string, string>
  bandAt(instant: Date): BandReading | null
  from: TradingDay | null
  to: TradingDay | null
}

/** A name of the table between two sessions. */
export interface ReplayName {
  ticker: string
  state: NameState
  /** Position of the newest session with a bar; −1 before the first. */
  barAt: number
  last: Mark | null
}

/** The book of a replay; each session brings it forward. */
export interface ReplayState {
  input: ReplayInput
  names: readonly ReplayName[]
  position: ReadonlyMap<string, number>
  market: NameState
  setups: Map<string, Setup>
  tracked: Tracked[]
  evidence: EvidenceBook
  shownTrust: Map<ArchetypeId, string>
  hasBars(at: number): boolean
}

export function replayState(input: ReplayInput): ReplayState {
  const { tickers, columns, days } = input.table
  const withBars = new Uint8Array(days.length)
  for (const { range } of columns) {
    if (range) for (let at = 0; at < days.length; at++) if (!Number.isNaN(range.open[at]!)) withBars[at] = 1
  }
  return {
    input,
    names: tickers.map((ticker) => ({ ticker, state: emptyState(), barAt: -1, last: null })),
    position: new Map(tickers.map((ticker, at) => [ticker, at])),
    market: emptyState(),
    setups: new Map(),
    tracked: [],
    evidence: evidenceBook(),
    shownTrust: new Map(),
    hasBars: (at) => withBars[at] === 1,
  }
}
