import { z } from 'zod'
import type { Observation } from '../../../shared/domain/market/observation.ts'
import type { Quote } from '../../../shared/domain/market/quote.ts'
import type { SeriesId } from '../../../shared/domain/market/series.ts'
import { AppError } from '../../../shared/errors.ts'
import { sessionOn } from '../../../shared/time/calendar.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import { checkedObservations } from '../checked-observations.ts'
import { decodeJson } from '../decode-text.ts'
import { type Feed, type FeedData, NO_DATA } from '../source.ts'
import { easternNaive, refuseOffClock, utcNaive } from './delayed-clock.ts'

const price = z.number().nonnegative().nullish()
const Body = z.object({
  timestamp: z.string(),
  symbol: z.string(),
  data: z.object({
    current_price: z.number().nonnegative().nullable(),
    last_trade_time: z.string().nullable(),
    prev_day_close: price,
    open: price,
    high: price,
    low: price,
    close: price,
    bid: price,
    ask: price,
    volume: price,
  }),
})
type Underlying = z.infer<typeof Body>['data']

interface QuoteOptions {
  /** In the vendor's spelling: indices with an underscore. */
  symbol: string
  series: SeriesId
  required: boolean
}

/** VIX is calculated until 16:15, and the feed shows it 15 minutes later. */
const CLOSE_SHOWN_AFTER_MS = 30 * 60_000
/** The largest distance of the last trade from the bell; SPY prints within seconds of it, an index within a minute. */
const LAST_TRADE_WITHIN_MS = 5 * 60_000

/**
 * A delayed quote, fetched each cycle. Once the close is certain to be shown, its price is also that day's
 * observation, provisional: the official file of the evening adds a revision where it differs.
 */
export function cboeQuote({ symbol, series, required }: QuoteOptions): Feed {
  const own = symbol.replace('_', '')
  return {
    id: `cboe-${own.toLowerCase()}-quote`,
    vendor: 'cboe',
    forbidden: 'unknown_symbol',
    required,
    request: () => ({ path: `/api/global/delayed_quotes/quotes/${symbol}.json`, accept: 'json' }),
    parse(body, { at }): FeedData {
      const parsed = Body.safeParse(decodeJson(body))
      if (!parsed.success) throw new AppError('invalid', `${symbol}: not the shape of a quote`, { cause: parsed.error })
      const { timestamp, symbol: answered, data } = parsed.data
      if (answered.replace(/^[_^]/, '') !== own)
        throw new AppError('invalid', `requested ${symbol}, got another symbol`)
      // 0 is the vendor's value for "no price", and without a trade there is no time. Refuse, because a success would
      // refresh the age of the last good price.
      if (!data.current_price || !data.last_trade_time) throw new AppError('invalid', `${own} has no price`)
      const quotedAt = easternNaive(data.last_trade_time)
      refuseOffClock(quotedAt, utcNaive(timestamp), at)
      const quote = quoteOf(own, data.current_price, quotedAt, data)
      checkedObservations(series, [[eastern(quotedAt).day, quote.price]], eastern(at).day)
      return { ...NO_DATA, quotes: [quote], observations: closingObservation(series, quote, data.close, at) }
    },
  }
}

const orNull = (value: number | null | undefined): number | null => value || null

function quoteOf(symbol: string, current: number, quotedAt: Date, data: Underlying): Quote {
  return {
    symbol,
    price: current,
    quotedAt,
    previousClose: orNull(data.prev_day_close),
    open: orNull(data.open),
    high: orNull(data.high),
    low: orNull(data.low),
    bid: orNull(data.bid),
    ask: orNull(data.ask),
    volume: data.volume ?? null,
  }
}

function closingObservation(series: SeriesId, quote: Quote, close: number | null | undefined, at: Date): Observation[] {
  const { day } = eastern(quote.quotedAt)
  const session = sessionOn(day)
  if (!session || at.getTime() < session.close.getTime() + CLOSE_SHOWN_AFTER_MS) return []
  if (quote.quotedAt.getTime() < session.close.getTime() - LAST_TRADE_WITHIN_MS) return []
  return checkedObservations(series, [[day, close || quote.price]], eastern(at).day)
}
