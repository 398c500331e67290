import type { MarketQuote } from '../../shared/domain/market/market-quote.ts'
import type { LiveMarket, Lookup } from '../../shared/market/live-market.ts'
import type { TouchMarket } from '../../shared/market/touches.ts'
import { type FetchedQuote, latestQuotes } from '../../shared/postgres/market/latest-quotes.ts'
import type { Db } from '../../shared/postgres/server/db.ts'

/** As good as asking again, for whoever looks once an hour. */
const FRESH_MS = 60_000

/** What the quotes worker fetched within the last minute is not asked for again; while nobody answers, its last is used. */
export const keptFirst = (sql: Db, market: LiveMarket): TouchMarket => ({
  async quotes(symbols, now) {
    const kept = new Map((await latestQuotes(sql, symbols)).map((row) => [row.symbol, row]))
    const isFresh = (row: FetchedQuote | undefined): boolean =>
      row !== undefined && Math.abs(now.getTime() - row.fetchedAt.getTime()) <= FRESH_MS
    const open = symbols.filter((symbol) => !isFresh(kept.get(symbol)))
    const asked = open.length > 0 ? await market.quotes(open) : new Map<string, Lookup<MarketQuote>>()
    return new Map(
      symbols.map((symbol) => {
        const answer = asked.get(symbol)
        const value = answer?.value ?? kept.get(symbol) ?? null
        return [symbol, { value, reason: answer?.reason ?? null, unknown: value === null && answer?.unknown === true }]
      }),
    )
  },
  chain: (underlying, which) => market.chain(underlying, which),
})
