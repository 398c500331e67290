import { z } from 'zod'
import {
  judgeQuote,
  type MarketQuote,
  QUOTE_PROVIDERS,
  QUOTE_QUALITIES,
  STALE_AFTER_MS,
} from '../../../shared/domain/market/market-quote.ts'
import { easternExact } from '../../../shared/time/eastern.ts'
import type { Ticker } from './universe.ts'

const instant = z.iso.datetime({ offset: true })
const amount = z.number().nullable()

/** How old a price is, and by whose delay: what every live reading carries. */
export const ageFields = {
  quoted_at: instant.nullable().describe('the vendor’s own time of it, Eastern offset; null: there is none'),
  age_seconds: z.number().min(0).nullable().describe('from quoted_at to now, in service time'),
  delay_seconds: z.int().min(0).nullable().describe('by how much the feed is late on purpose; 0 in real time'),
  delayed: z.boolean().nullable().describe('true: the feed is late on purpose; trading on it needs to be allowed'),
  source: z.enum(QUOTE_PROVIDERS).nullable().describe('who said it'),
}

export const QuoteAnswer = z.object({
  symbol: z.string().describe('as it is written here: class shares with a dot, indices without prefix'),
  name: z.string().nullable().describe('of the company, fund or index; null where no list says it'),
  kind: z.enum(['stock', 'etf', 'index']).nullable().describe('null: not among the symbols we know'),
  price: amount.describe('the last price; null while nobody has one'),
  bid: amount.describe('what a seller gets; null where nobody bids'),
  ask: amount.describe('what a buyer pays; null where nobody offers'),
  bid_size: amount.describe('displayed, in shares; null where the vendor does not say'),
  ask_size: amount.describe('displayed, in shares; null where the vendor does not say'),
  volume: amount.describe('shares of the session so far; null where the vendor does not say'),
  previous_close: amount.describe('of the session before'),
  change: amount.describe('price minus previous_close'),
  change_percent: amount.describe('change in percent of previous_close'),
  ...ageFields,
  quality: z
    .enum(QUOTE_QUALITIES)
    .nullable()
    .describe(
      'good: can be traded on; no_market: nobody quotes (indices); zero_bid, no_ask: one side only; crossed: bid above ' +
        `ask; locked: bid equals ask; stale: more than ${STALE_AFTER_MS / 1000} s older than its delay explains in open market`,
    ),
  reason: z.string().nullable().describe('why there is no quote, or none newer; null while it was just asked for'),
})
export type QuoteAnswer = z.infer<typeof QuoteAnswer>

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

export const ageOf = (quoted: Pick<MarketQuote, 'quotedAt' | 'delaySeconds' | 'source'> | null, now: Date | null) => ({
  quoted_at: quoted && easternExact(quoted.quotedAt),
  age_seconds: quoted && now && Math.max(0, Math.round((now.getTime() - quoted.quotedAt.getTime()) / 100) / 10),
  delay_seconds: quoted?.delaySeconds ?? null,
  delayed: quoted && quoted.delaySeconds > 0,
  source: quoted?.source ?? null,
})

/** A quote as it is served; without one every figure is null, and the reason says why. */
export function quoteDocument(
  symbol: string,
  ticker: Ticker | null,
  { quote, reason, now }: { quote: MarketQuote | null; reason: string | null; now: Date | null },
): QuoteAnswer {
  const change = quote?.previousClose ? rounded(quote.price - quote.previousClose) : null
  return {
    symbol,
    name: ticker?.name ?? null,
    kind: ticker?.kind ?? null,
    price: quote?.price ?? null,
    bid: quote?.bid ?? null,
    ask: quote?.ask ?? null,
    bid_size: quote?.bidSize ?? null,
    ask_size: quote?.askSize ?? null,
    volume: quote?.volume ?? null,
    previous_close: quote?.previousClose ?? null,
    change,
    change_percent: change !== null && quote?.previousClose ? rounded((100 * change) / quote.previousClose) : null,
    ...ageOf(quote, now),
    quality: quote && now && judgeQuote(quote, now),
    reason,
  }
}

export const EXAMPLE_QUOTE: QuoteAnswer = {
  symbol: 'SPY',
  name: 'SPDR S&P 500 ETF Trust',
  kind: 'etf',
  price: 689.12,
  bid: 689.11,
  ask: 689.13,
  bid_size: 900,
  ask_size: 1_200,
  volume: 21_403_112,
  previous_close: 685.4,
  change: 3.72,
  change_percent: 0.5427,
  quoted_at: '2026-11-20T10:30:58-05:00',
  age_seconds: 1.2,
  delay_seconds: 0,
  delayed: false,
  source: 'schwab',
  quality: 'good',
  reason: null,
}
