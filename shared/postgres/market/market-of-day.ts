import type { KnownQuote } from '../../domain/market/quote.ts'
import { previousSession } from '../../time/calendar.ts'
import { eastern, instantAt } from '../../time/eastern.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import type { Db } from '../server/db.ts'
import { chainAsKnown, type StoredChain } from './chains.ts'
import { quotesAsKnown } from './quotes.ts'

const UNDERLYING = 'SPY'

export type KnownChain = StoredChain & { contractsSkipped: number }

export interface MarketOfDay {
  cutoff: Date
  /** The Eastern date of the cutoff. */
  day: TradingDay
  quotes: Readonly<Record<string, KnownQuote>>
  chain: KnownChain | null
  /** The last chain of the session before, while none of today is known: its levels are labelled with their date. */
  earlierChain: KnownChain | null
}

/** Quotes and chain since midnight Eastern, as known at the cutoff: yesterday's prices do not count. */
export async function marketOfDay(sql: Db, cutoff: Date): Promise<MarketOfDay> {
  const { day } = eastern(cutoff)
  const known = { from: instantAt(day, '00:00'), knownBy: cutoff }
  const quotes = await quotesAsKnown(sql, known)
  const from = instantAt(previousSession(day).day, '00:00')
  const newest = await chainAsKnown(sql, { underlying: UNDERLYING, from, knownBy: cutoff })
  const chain = newest && { ...newest, contractsSkipped: newest.contracts - newest.contractsUsed }
  const isOfToday = chain !== null && eastern(chain.quotedAt).day === day
  return {
    cutoff,
    day,
    quotes: Object.fromEntries(quotes.map((quote) => [quote.symbol, quote])),
    chain: isOfToday ? chain : null,
    earlierChain: isOfToday ? null : chain,
  }
}
