import type { KnownQuote } from '../../domain/market/quote.ts'
import { eastern, instantAt } from '../../time/eastern.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import type { Db } from '../server/db.ts'
import { chainAsKnown, type StoredChain } from './chains.ts'
import { quotesAsKnown } from './quotes.ts'

const UNDERLYING = 'SPY'

export interface MarketOfDay {
  cutoff: Date
  /** The Eastern date of the cutoff. */
  day: TradingDay
  quotes: Readonly<Record<string, KnownQuote>>
  chain: (StoredChain & { contractsSkipped: number }) | null
}

/** Quotes and chain since midnight Eastern, as known at the cutoff: yesterday's prices do not count. */
export async function marketOfDay(sql: Db, cutoff: Date): Promise<MarketOfDay> {
  const { day } = eastern(cutoff)
  const known = { from: instantAt(day, '00:00'), knownBy: cutoff }
  const quotes = await quotesAsKnown(sql, known)
  const chain = await chainAsKnown(sql, { underlying: UNDERLYING, ...known })
  return {
    cutoff,
    day,
    quotes: Object.fromEntries(quotes.map((quote) => [quote.symbol, quote])),
    chain: chain && { ...chain, contractsSkipped: chain.contracts - chain.contractsUsed },
  }
}
