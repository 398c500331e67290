import type { ChainAnalysis } from '../../shared/domain/contract/gamma.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'

export interface SeriesPoint {
  day: TradingDay
  value: number
  knownAt: Date
  source: string
}

export interface QuotePoint {
  price: number
  previousClose: number | null
  quotedAt: Date
  knownAt: Date
  source: string
}

export interface ChainPoint {
  underlying: string
  spot: number
  quotedAt: Date
  knownAt: Date
  netGamma: number | null
  callWall: number | null
  putWall: number | null
  contractsUsed: number
  contractsSkipped: number
  source: string
  /** The whole reading of the chain; none for one stored before there was any, or once it is pruned. */
  analysis?: ChainAnalysis | null
  /** What is kept of the reading for ever; no method where nothing was read. */
  method?: string | null
  zeroGamma?: number | null
  maxPain?: number | null
}

/** How many members stand above their own average, of how many that have one. */
export interface BreadthTally {
  members: number
  counted50: number
  above50: number
  counted200: number
  above200: number
}

export interface BreadthPoint {
  breadth: BreadthTally & { day: TradingDay; sectors: readonly (BreadthTally & { sector: string })[] }
  knownAt: Date
  source: string
}

/** A month contract: its price is 100 less the average effective rate of the month's days. */
export interface FedFuture {
  /** 'YYYY-MM' */
  month: string
  price: number
  knownAt: Date
}

/** Everything the market engine may look at: what was known by `cutoff`, nothing later. */
export interface MarketInputs {
  cutoff: Date
  /** The Eastern date of the cutoff. */
  day: TradingDay
  /** Oldest first, at most the sessions the engine asks for. */
  series: Partial<Record<SeriesId, readonly SeriesPoint[]>>
  /** The newest quote per symbol, if it is from `day`. */
  quotes: Readonly<Record<string, QuotePoint>>
  chain: ChainPoint | null
  /** The newest count of the members by sector; absent when nobody has counted. */
  breadth?: BreadthPoint | null
  /** The newest price of each fed-fund contract; absent when nobody asks for them. */
  fedFutures?: readonly FedFuture[]
  /** Sources that did not deliver for this cycle, and those that delivered a stand-in. */
  missing: readonly { source: string; reason: string }[]
  degraded: readonly string[]
}
