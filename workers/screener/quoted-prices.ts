import type { SeenPrice } from '../../pipeline/screener/seen-price.ts'
import { judgeTouch } from '../../shared/domain/market/market-quote.ts'
import type { LiveMarket } from '../../shared/market/live-market.ts'
import { eastern } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'

export type Prices = ReadonlyMap<string, number>

export type SeenPrices = ReadonlyMap<string, SeenPrice>

/** Mid prices of good quotes; a locked, crossed or missing market gives no entry. */
export async function goodPrices(market: LiveMarket, symbols: readonly string[]): Promise<SeenPrices> {
  const quotes = await market.quotes(symbols)
  return new Map(
    [...quotes].flatMap(([symbol, { value }]) =>
      value && judgeTouch(value) === 'good'
        ? [[symbol, { price: (value.bid! + value.ask!) / 2, quotedAt: value.quotedAt }] as const]
        : [],
    ),
  )
}

/** Opens of a session; a quote of an earlier session still carries that session's open, so it gives none. */
export async function opensOf(market: LiveMarket, symbols: readonly string[], day: TradingDay): Promise<Prices> {
  const quotes = await market.quotes(symbols)
  return new Map(
    [...quotes].flatMap(([symbol, { value }]) =>
      value?.open && eastern(value.quotedAt).day === day ? [[symbol, value.open] as const] : [],
    ),
  )
}
