import { marketAt, type Session, sessionOn, sessionOnOrBefore } from '../../time/calendar.ts'
import { eastern } from '../../time/eastern.ts'
import { addDays } from '../../time/trading-day.ts'

/** Who can be asked for live quotes and chains. */
export const QUOTE_PROVIDERS = ['schwab', 'alpaca', 'cboe'] as const
export type QuoteProviderId = (typeof QUOTE_PROVIDERS)[number]

/** A trade of a session, opening and closing auctions included. */
export interface RegularTrade {
  price: number
  at: Date
}

/** The touch of a symbol at a moment, in whatever name its vendor has. A field the vendor does not give is null. */
interface QuotedTouch {
  symbol: string
  price: number
  bid: number | null
  ask: number | null
  /** Displayed, in shares. */
  bidSize: number | null
  askSize: number | null
  volume: number | null
  previousClose: number | null
  /** The last trade of regular hours, from a vendor whose `price` goes on after them. */
  regular?: RegularTrade
  /** The vendor's own time of it; a delayed feed's lies behind by its delay. */
  quotedAt: Date
}

/** As a brokerage says it, under its own symbol. */
export interface LiveQuote extends QuotedTouch {
  /** False: the account is not entitled to real-time data. */
  realtime: boolean
}

/** Whoever said it, under the symbol as we write it: SPY, BRK.B, VIX. */
export interface MarketQuote extends QuotedTouch {
  source: QuoteProviderId
  /** By how much the feed is late on purpose; 0 in real time. */
  delaySeconds: number
}

/** What nobody may trade on says so; the first that applies. */
export const QUOTE_QUALITIES = ['good', 'no_market', 'zero_bid', 'no_ask', 'crossed', 'locked', 'stale'] as const
export type QuoteQuality = (typeof QUOTE_QUALITIES)[number]

/** A quote may be this much older than its feed's delay explains. */
export const STALE_AFTER_MS = 90_000

type Touch = Pick<MarketQuote, 'bid' | 'ask'>

/** What the two sides alone say. */
export function judgeTouch({ bid, ask }: Touch): QuoteQuality {
  if (!bid && !ask) return 'no_market'
  if (!bid) return 'zero_bid'
  if (!ask) return 'no_ask'
  if (bid > ask) return 'crossed'
  return bid === ask ? 'locked' : 'good'
}

/** The last instant at which the market was open, seen from an instant. */
function lastOpenAt(instant: Date): Date {
  const { day } = eastern(instant)
  const session = sessionOn(day)
  if (session && instant >= session.open) return instant < session.close ? instant : session.close
  return sessionOnOrBefore(addDays(day, -1)).close
}

/**
 * Counted beyond the declared delay, and in open market only: the last quote of a session is good until the next one.
 */
export function isStale(
  { quotedAt, delaySeconds }: Pick<MarketQuote, 'quotedAt' | 'delaySeconds'>,
  now: Date,
): boolean {
  const seen = new Date(now.getTime() - delaySeconds * 1000)
  return lastOpenAt(seen).getTime() - quotedAt.getTime() > STALE_AFTER_MS
}

/** The night is in no quote of the session before, however young its feed's delay makes it look after the open. */
export const isBeforeOpen = ({ quotedAt }: Pick<MarketQuote, 'quotedAt'>, { open }: Pick<Session, 'open'>): boolean =>
  quotedAt < open

/** Nobody may trade on it: it is stale, or of a session before the one that is open. */
export function isTooOld(quote: Pick<MarketQuote, 'quotedAt' | 'delaySeconds'>, now: Date): boolean {
  const { phase, session } = marketAt(now)
  return isStale(quote, now) || (phase === 'open' && session !== null && isBeforeOpen(quote, session))
}

export function judgeQuote(quote: MarketQuote, now: Date): QuoteQuality {
  const touch = judgeTouch(quote)
  return touch === 'good' && isStale(quote, now) ? 'stale' : touch
}
