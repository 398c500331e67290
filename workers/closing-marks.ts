import type { AccountSnapshotMark } from '../shared/domain/trading/account-snapshot.ts'
import { multiplierOf, type OptionInstrument, parseInstrument } from '../shared/domain/trading/instrument.ts'
import { payoffE4 } from '../shared/domain/trading/settlement.ts'
import { expiresAt, settlementPrice } from '../shared/domain/trading/settlement-price.ts'
import type { LiveMarket } from '../shared/market/live-market.ts'
import type { Db } from '../shared/postgres/server/db.ts'
import { closesOfSession, frozenPrices } from '../shared/postgres/trading/settlement.ts'
import { sessionOnOrBefore } from '../shared/time/calendar.ts'
import { easternIso } from '../shared/time/eastern.ts'
import type { TradingDay } from '../shared/time/trading-day.ts'

export type UnitMark = Pick<AccountSnapshotMark, 'mark_e4' | 'quoted_at' | 'source' | 'reason'>

/**
 * The close of each stock by the rule that settles options, and for each option that has ended, what its settlement
 * pays at that close. An after-hours quote is not a close: without a close the mark is missing, with the reason.
 * Vendors are called, because a stored quote does not hold the last regular trade.
 */
export async function closingMarks(
  { sql, market }: { sql: Db; market: Pick<LiveMarket, 'quotes'> },
  names: readonly string[],
  { day, now }: { day: TradingDay; now: Date },
): Promise<Map<string, UnitMark>> {
  const instruments = [...new Set(names)].flatMap((name) => parseInstrument(name) ?? [])
  const stocks = instruments.flatMap((each) => (each.kind === 'stock' ? [each.symbol] : []))
  const { close: bell } = sessionOnOrBefore(day)
  const ended = instruments.flatMap((each) =>
    each.kind === 'option' && expiresAt(each.expiration) <= bell ? [each] : [],
  )
  const symbols = [...new Set([...stocks, ...ended.map(({ underlying }) => underlying)])]
  if (symbols.length === 0) return new Map()
  const [closes, frozen] = [await closesOfSession(sql, day, symbols), await frozenPrices(sql, ended)]
  const quotes = await market.quotes(symbols)
  const closeOf = (symbol: string): UnitMark => {
    const { value: quote = null, reason = null } = quotes.get(symbol) ?? {}
    const close = closes.get(symbol) ?? null
    const price = settlementPrice(day, { close, quote }, now)
    const source = close ? null : (quote?.source ?? null)
    const why = reason ?? `its close of ${day} is not known yet`
    if (price) return { mark_e4: price.priceE4, quoted_at: easternIso(price.quotedAt), source, reason: null }
    return { mark_e4: null, quoted_at: quote && easternIso(quote.quotedAt), source, reason: why }
  }
  const settledBy = ({ underlying, expiration }: OptionInstrument): UnitMark => {
    const at = expiresAt(expiration)
    const priceE4 = frozen.get(`${underlying} ${expiration}`)
    if (priceE4 !== undefined) return { mark_e4: priceE4, quoted_at: easternIso(at), source: null, reason: null }
    if (at.getTime() === bell.getTime()) return closeOf(underlying)
    // The close of this session is not the price for which they still wait.
    const reason = `its close of ${sessionOnOrBefore(expiration).day} is not known yet`
    return { mark_e4: null, quoted_at: null, source: null, reason }
  }
  const payoffOf = (option: OptionInstrument): UnitMark => {
    const { mark_e4: priceE4, reason, ...rest } = settledBy(option)
    if (priceE4 !== null) return { ...rest, reason, mark_e4: multiplierOf(option) * payoffE4(option, priceE4) }
    return { ...rest, mark_e4: null, reason: `it has ended, and ${option.underlying} has no price for it: ${reason}` }
  }
  return new Map([
    ...stocks.map((symbol) => [symbol, closeOf(symbol)] as const),
    ...ended.map((option) => [option.contract, payoffOf(option)] as const),
  ])
}
