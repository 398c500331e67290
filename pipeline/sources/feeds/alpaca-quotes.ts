import { z } from 'zod'
import {
  ALPACA_DELAY_SECONDS,
  type AlpacaStockFeed,
  isConsolidated,
} from '../../../shared/domain/market/alpaca-feed.ts'
import type { MarketQuote } from '../../../shared/domain/market/market-quote.ts'
import { AppError } from '../../../shared/errors.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import { isAhead } from './is-ahead.ts'

const PRICE_MAX = 1_000_000
/** The vendor counts displayed shares in round lots. */
const LOT = 100

/** The vendor gives up to nine digits of a second, of which a Date keeps three. */
export const AlpacaInstant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
/** 0 is the vendor's value for a side that is not quoted. */
export const AlpacaSide = z.number().nonnegative().max(PRICE_MAX)
export const AlpacaCount = z.number().nonnegative().max(1e12)
const AlpacaPrice = z.number().positive().max(PRICE_MAX)

export const AlpacaTrade = z.object({ t: AlpacaInstant, p: AlpacaPrice })
export const AlpacaTouch = z.object({
  t: AlpacaInstant,
  bp: AlpacaSide,
  bs: AlpacaCount,
  ap: AlpacaSide,
  as: AlpacaCount,
})
export type AlpacaTrade = z.infer<typeof AlpacaTrade>
export type AlpacaTouch = z.infer<typeof AlpacaTouch>

const Bar = z.object({
  t: AlpacaInstant,
  o: AlpacaPrice.nullish().catch(null),
  c: AlpacaPrice,
  v: AlpacaCount,
})
const Snapshot = z.object({
  latestTrade: AlpacaTrade,
  latestQuote: AlpacaTouch.nullish(),
  dailyBar: Bar.nullish().catch(null),
  prevDailyBar: Bar.nullish().catch(null),
})
type Snapshot = z.infer<typeof Snapshot>
const Answer = z.record(z.string(), z.unknown())

/** Both sides in our terms. */
export const sidesOf = ({ bp, bs, ap, as }: Omit<AlpacaTouch, 't'>) =>
  bp === 0 && ap === 0
    ? { bid: null, ask: null, bidSize: null, askSize: null }
    : { bid: bp, ask: ap, bidSize: bs * LOT, askSize: as * LOT }

/** The quotes of the requested symbols that the response has. An unknown or invalid symbol is left out. */
export function parseAlpacaSnapshots(
  body: unknown,
  { symbols, feed, now }: { symbols: readonly string[]; feed: AlpacaStockFeed; now: Date },
): Map<string, MarketQuote> {
  const answer = Answer.safeParse(body)
  if (!answer.success) throw new AppError('invalid', 'snapshots: not an object by symbol')
  const quotes = new Map<string, MarketQuote>()
  let listed = 0
  for (const symbol of symbols) {
    const given = answer.data[symbol]
    if (given === undefined || given === null) continue
    listed += 1
    const snapshot = Snapshot.safeParse(given)
    const quote = snapshot.success ? quoteOf(symbol, snapshot.data, feed) : null
    if (quote && !isAhead(quote.quotedAt, now)) quotes.set(symbol, quote)
  }
  // The vendor knows some of the symbols, but none is valid: refuse the response.
  if (listed > 0 && quotes.size === 0) throw new AppError('invalid', 'snapshots: not one is valid')
  return quotes
}

function quoteOf(symbol: string, snapshot: Snapshot, feed: AlpacaStockFeed): MarketQuote {
  const { latestTrade, latestQuote } = snapshot
  const quotedAt = new Date(Math.max(latestTrade.t.getTime(), latestQuote?.t.getTime() ?? 0))
  return {
    symbol,
    price: latestTrade.p,
    ...sidesOf(latestQuote ?? { bp: 0, bs: 0, ap: 0, as: 0 }),
    ...(isConsolidated(feed) ? sessionOf(snapshot, quotedAt) : { volume: null, previousClose: null }),
    quotedAt,
    source: 'alpaca',
    delaySeconds: ALPACA_DELAY_SECONDS[feed],
  }
}

/** Until the first trade of a session the daily bar is still that of the session before. */
function sessionOf({ dailyBar, prevDailyBar }: Snapshot, quotedAt: Date) {
  if (!dailyBar) return { volume: null, previousClose: null }
  const isToday = eastern(dailyBar.t).day === eastern(quotedAt).day
  if (!isToday) return { volume: null, previousClose: dailyBar.c }
  const basics = { volume: dailyBar.v, previousClose: prevDailyBar?.c ?? null }
  return dailyBar.o ? { ...basics, open: dailyBar.o } : basics
}
