import type { AccountSnapshotMark } from '../shared/domain/trading/account-snapshot.ts'
import { parseInstrument } from '../shared/domain/trading/instrument.ts'
import { settlementPrice } from '../shared/domain/trading/settlement-price.ts'
import type { LiveMarket } from '../shared/market/live-market.ts'
import type { Db } from '../shared/postgres/server/db.ts'
import { closesOfSession } from '../shared/postgres/trading/settlement.ts'
import { easternIso } from '../shared/time/eastern.ts'
import type { TradingDay } from '../shared/time/trading-day.ts'

export type UnitMark = Pick<AccountSnapshotMark, 'mark_e4' | 'quoted_at' | 'source' | 'reason'>

/**
 * The close of each stock by the rule that settles options. A quote of after hours is no close: without a close the
 * mark is missing, with the reason. Vendors are called, because a stored quote does not keep the last regular trade.
 */
export async function closingMarks(
  { sql, market }: { sql: Db; market: Pick<LiveMarket, 'quotes'> },
  names: readonly string[],
  { day, now }: { day: TradingDay; now: Date },
): Promise<Map<string, UnitMark>> {
  const stocks = [...new Set(names)].filter((name) => parseInstrument(name)?.kind === 'stock')
  if (stocks.length === 0) return new Map()
  const closes = await closesOfSession(sql, day, stocks)
  const quotes = await market.quotes(stocks)
  return new Map(
    stocks.map((symbol): [string, UnitMark] => {
      const { value: quote = null, reason = null } = quotes.get(symbol) ?? {}
      const close = closes.get(symbol) ?? null
      const price = settlementPrice(day, { close, quote }, now)
      const source = close ? null : (quote?.source ?? null)
      const why = reason ?? `its close of ${day} is not known yet`
      if (price)
        return [symbol, { mark_e4: price.priceE4, quoted_at: easternIso(price.quotedAt), source, reason: null }]
      return [symbol, { mark_e4: null, quoted_at: quote && easternIso(quote.quotedAt), source, reason: why }]
    }),
  )
}
