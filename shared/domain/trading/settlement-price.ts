import { nextSession, sessionOnOrBefore } from '../../time/calendar.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import type { MarketQuote } from '../market/market-quote.ts'
import { e4Of } from './money.ts'

/** The price of an underlying when its options expired, and its source. */
export interface SettlementPrice {
  priceE4: number
  source: string
  quotedAt: Date
}

/** A last trade up to this long before the close counts as the close; an older one does not. */
const BEFORE_CLOSE_MS = 15 * 60_000
/** The closing auction prints within a minute; later trades are after hours. */
const AFTER_CLOSE_MS = 60_000
/** A trade that the vendor marks as regular may come from a delayed closing auction. */
const LATE_AUCTION_MS = 15 * 60_000

export interface PriceFacts {
  /** Close of the last session of the options, from a vendor of daily bars. */
  close: { price: number; source: string } | null
  quote: MarketQuote | null
}

/** When options of a day stop trading: at the close of that session, or of the previous one if the day has none. */
export const expiresAt = (expiration: TradingDay): Date => sessionOnOrBefore(expiration).close

/**
 * The close of the session, from the first source that has it: the day's bar; the last regular trade or a quote at the
 * close, received after the close; the previous close in a quote of the next session. Null while no source has it.
 */
export function settlementPrice(
  expiration: TradingDay,
  { close, quote }: PriceFacts,
  now: Date,
): SettlementPrice | null {
  const session = sessionOnOrBefore(expiration)
  if (now < session.close) return null
  if (close) return { priceE4: e4Of(close.price), source: `bar ${close.source}`, quotedAt: session.close }
  if (!quote) return null
  const { source, delaySeconds, regular } = quote
  const isSeen = now.getTime() - delaySeconds * 1_000 >= session.close.getTime()
  const isClosing = (at: Date, lateMs: number): boolean =>
    at.getTime() >= session.close.getTime() - BEFORE_CLOSE_MS && at.getTime() <= session.close.getTime() + lateMs
  if (regular && isSeen && isClosing(regular.at, LATE_AUCTION_MS))
    return { priceE4: e4Of(regular.price), source: `regular trade ${source}`, quotedAt: regular.at }
  // If the vendor reports regular trades separately, `price` may come from after hours and is no close.
  if (!regular && isSeen && isClosing(quote.quotedAt, AFTER_CLOSE_MS))
    return { priceE4: e4Of(quote.price), source: `quote ${source}`, quotedAt: quote.quotedAt }
  const next = nextSession(session.day)
  const isOfNext = quote.quotedAt >= next.open && quote.quotedAt < next.close
  if (isOfNext && quote.previousClose)
    return { priceE4: e4Of(quote.previousClose), source: `previous close ${source}`, quotedAt: session.close }
  return null
}
