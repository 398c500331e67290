import type { ChainAnalysis } from '../../shared/domain/contract/gamma.ts'
import type { HistoryLoading } from '../../shared/domain/contract/history-loading.ts'
import type { FailingSource } from '../../shared/domain/market/failing-source.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'

export interface SeriesPoint {
  day: TradingDay
  value: number
  knownAt: Date
  source: string
  /** Values known before this one, oldest first; absent where the value was never revised. */
  earlier?: readonly { value: number; knownAt: Date }[]
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
  /**
   * The net gamma of the contracts that do not expire with the session; absent or null in chains stored before it was
   * computed.
   */
  netGammaWithoutToday?: number | null
  callWall: number | null
  putWall: number | null
  contractsUsed: number
  contractsSkipped: number
  source: string
  /** The whole analysis of the chain; absent before analyses were stored, and once pruned. */
  analysis?: ChainAnalysis | null
  /** These figures of the analysis are never pruned; the method is null where the chain was not analysed. */
  method?: string | null
  zeroGamma?: number | null
  maxPain?: number | null
}

/** The number of members above their own average, and the number that have one. */
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

/** Everything the market engine may use: what was known by `cutoff`, nothing later. */
export interface MarketInputs {
  /**
   * The price of SPY at the first watch-line of the newest verdict and the day on which it was observed, or why there is
   * none; absent before the first.
   */
  aiFlip?: { level: number; day: string | null } | string | null
  cutoff: Date
  /** The Eastern date of the cutoff. */
  day: TradingDay
  /** Oldest first, at most the sessions that the engine needs. */
  series: Partial<Record<SeriesId, readonly SeriesPoint[]>>
  /** The newest quote per symbol, if it is from `day`. */
  quotes: Readonly<Record<string, QuotePoint>>
  chain: ChainPoint | null
  /** The last chain of the session before, while none of today is known. */
  earlierChain?: ChainPoint | null
  /** The newest count of the members by sector; absent before the first count. */
  breadth?: BreadthPoint | null
  /** The newest price of each fed-fund contract; absent where no document needs them. */
  fedFutures?: readonly FedFuture[]
  /** Sources whose newest run by the cutoff failed; for `degraded` ones the last good value is used. */
  missing: readonly { source: string; reason: string }[]
  degraded: readonly string[]
  /** How long after its publication a missing value does not yet count as late; absent: until our slot after it. */
  fetchGraceMs?: number
  /** The part of the history that is still being filled; absent once all is there. */
  loading?: HistoryLoading | null
  /** The same sources, with the reason and the beginning of each failure; absent where no run was looked at. */
  failing?: readonly FailingSource[]
}
