import { marketAt, type Session, sessionOn, sessionOnOrBefore } from '../../time/calendar.ts'
import { eastern } from '../../time/eastern.ts'
import { addDays } from '../../time/trading-day.ts'

/** Providers of live quotes and chains. */
export const QUOTE_PROVIDERS = ['schwab', 'alpaca', 'cboe'] as const
export type QuoteProviderId = (typeof QUOTE_PROVIDERS)[number]

/** A trade of a session, opening and closing auctions included. */
export interface RegularTrade {
  price: number
  at: Date
}

/** The touch (best bid and best ask) and last price of a symbol. Fields the vendor does not provide are null. */
interface QuotedTouch {
  symbol: string
  price: number
  bid: number | null
  ask: number | null
  /** Displayed sizes, in shares. */
  bidSize: number | null
  askSize: number | null
  volume: number | null
  previousClose: number | null
  /** The first price of the session of `quotedAt`, from vendors that send it. */
  open?: number
  /** The last trade of regular hours, from vendors whose `price` continues after hours. */
  regular?: RegularTrade
  /** The vendor's own time of the quote; on a delayed feed it is late by the delay. */
  quotedAt: Date
}

/** A quote of a brokerage, under the brokerage's own symbol. */
export interface LiveQuote extends QuotedTouch {
  /** False if the account is not entitled to real-time data. */
  realtime: boolean
}

/** A quote of any provider, under our own symbol: SPY, BRK.B, VIX. */
export interface MarketQuote extends QuotedTouch {
  source: QuoteProviderId
  /** Declared delay of the feed; 0 in real time. */
  delaySeconds: number
}

/**
 * Quality of a quote: the first that applies. Orders need a good one, or a delayed one where that is allowed: `delayed`
 * is good except that its feed has a declared delay.
 */
export const QUOTE_QUALITIES = [
  'good',
  'no_market',
  'zero_bid',
  'no_ask',
  'crossed',
  'locked',
  'stale',
  'delayed',
] as const
export type QuoteQuality = (typeof QUOTE_QUALITIES)[number]

/** A quote is stale when it is this much older than the delay of its feed. */
export const STALE_AFTER_MS = 90_000

type Touch = Pick<MarketQuote, 'bid' | 'ask'>

/** Judges bid and ask alone, without the age. */
export function judgeTouch({ bid, ask }: Touch): QuoteQuality {
  if (!bid && !ask) return 'no_market'
  if (!bid) return 'zero_bid'
  if (!ask) return 'no_ask'
  if (bid > ask) return 'crossed'
  return bid === ask ? 'locked' : 'good'
}

/** The last instant, up to a given one, at which the market was open. */
function lastOpenAt(instant: Date): Date {
  const { day } = eastern(instant)
  const session = sessionOn(day)
  if (session && instant >= session.open) return instant < session.close ? instant : session.close
  return sessionOnOrBefore(addDays(day, -1)).close
}

/**
 * Age counts beyond the declared delay and only in market hours: the last quote of a session is good until the next
 * session.
 */
export function isStale(
  { quotedAt, delaySeconds }: Pick<MarketQuote, 'quotedAt' | 'delaySeconds'>,
  now: Date,
): boolean {
  const seen = new Date(now.getTime() - delaySeconds * 1000)
  return lastOpenAt(seen).getTime() - quotedAt.getTime() > STALE_AFTER_MS
}

/** A quote from before the open ignores the news of the night, however fresh the delay of its feed makes it look. */
export const isBeforeOpen = ({ quotedAt }: Pick<MarketQuote, 'quotedAt'>, { open }: Pick<Session, 'open'>): boolean =>
  quotedAt < open

/** True if orders may not use it: it is stale, or from before the open of the current session. */
export function isTooOld(quote: Pick<MarketQuote, 'quotedAt' | 'delaySeconds'>, now: Date): boolean {
  const { phase, session } = marketAt(now)
  return isStale(quote, now) || (phase === 'open' && session !== null && isBeforeOpen(quote, session))
}

/** Two sides in order, fresh for the feed it comes from. */
export const isTradableQuality = (quality: QuoteQuality): boolean => quality === 'good' || quality === 'delayed'

export function judgeQuote(quote: Touch & Pick<MarketQuote, 'quotedAt' | 'delaySeconds'>, now: Date): QuoteQuality {
  const touch = judgeTouch(quote)
  if (touch !== 'good') return touch
  if (isStale(quote, now)) return 'stale'
  return quote.delaySeconds > 0 ? 'delayed' : 'good'
}
