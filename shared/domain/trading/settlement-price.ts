import { nextSession, sessionOnOrBefore } from '../../time/calendar.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import type { MarketQuote } from '../market/market-quote.ts'
import { e4Of } from './money.ts'

/** What an underlying was worth when its options expired, and who said so. */
export interface SettlementPrice {
  priceE4: number
  source: string
  quotedAt: Date
}

/** A last trade so long before the bell is still the close; an older one may be another day's mood. */
const BEFORE_CLOSE_MS = 15 * 60_000
/** The closing auction prints within the minute; what is later is another market. */
const AFTER_CLOSE_MS = 60_000
/** What a vendor calls regular may be an auction that was held up. */
const LATE_AUCTION_MS = 15 * 60_000

export interface PriceFacts {
  /** Of the session the options ended with, as a vendor of daily bars has it. */
  close: { price: number; source: string } | null
  quote: MarketQuote | null
}

/** When options of a day stop trading: with that session, or, where the day has none, with the one before it. */
export const expiresAt = (expiration: TradingDay): Date => sessionOnOrBefore(expiration).close

/**
 * The close of the session, from the first that knows it: the day's bar; the last trade of regular hours, or a quote made
 * at the bell, seen after it; the previous close in a quote of the very next session. Null: nobody knows yet, and nothing is put in its place.
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
  // With a vendor that knows regular hours apart, the price is whatever traded last, and no close.
  if (!regular && isSeen && isClosing(quote.quotedAt, AFTER_CLOSE_MS))
    return { priceE4: e4Of(quote.price), source: `quote ${source}`, quotedAt: quote.quotedAt }
  const next = nextSession(session.day)
  const isOfNext = quote.quotedAt >= next.open && quote.quotedAt < next.close
  if (isOfNext && quote.previousClose)
    return { priceE4: e4Of(quote.previousClose), source: `previous close ${source}`, quotedAt: session.close }
  return null
}
