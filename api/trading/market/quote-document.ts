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

/** The age and the delay of a price, in every document with a live price. */
export const ageFields = {
  quoted_at: instant.nullable().describe('the vendor’s own time of the quote, Eastern offset; null without a quote'),
  age_seconds: z.number().min(0).nullable().describe('from quoted_at to now, in service time'),
  delay_seconds: z.int().min(0).nullable().describe('the declared delay of the feed; 0 in real time'),
  delayed: z.boolean().nullable().describe('true: the feed has a declared delay; trading on it must be allowed'),
  source: z.enum(QUOTE_PROVIDERS).nullable().describe('the provider of the quote'),
}

export const QuoteAnswer = z.object({
  symbol: z.string().describe('in our spelling: class shares with a dot, indices without prefix'),
  name: z.string().nullable().describe('name of the company, fund or index; null when no list has it'),
  kind: z.enum(['stock', 'etf', 'index']).nullable().describe('null: not on our lists of symbols'),
  price: amount.describe('the last price; null while no provider has one'),
  bid: amount.describe('bid; null without a bid'),
  ask: amount.describe('ask; null without an offer'),
  bid_size: amount.describe('displayed size in shares; null when the vendor does not give it'),
  ask_size: amount.describe('displayed size in shares; null when the vendor does not give it'),
  volume: amount.describe('shares traded in this session so far; null when the vendor does not give it'),
  previous_close: amount.describe('the close of the previous session'),
  change: amount.describe('price minus previous_close'),
  change_percent: amount.describe('change in percent of previous_close'),
  ...ageFields,
  quality: z
    .enum(QUOTE_QUALITIES)
    .nullable()
    .describe(
      'good: can be traded on; no_market: neither bid nor ask (indices); zero_bid, no_ask: one side only; crossed: ' +
        `bid above ask; locked: bid equals ask; stale: more than ${STALE_AFTER_MS / 1000} s older than its delay ` +
        'explains in open market; delayed: good but from a feed with a declared delay, which cannot be traded on ' +
        'unless the operator allows it',
    ),
  reason: z.string().nullable().describe('why there is no quote, or no newer one; null when it has just been fetched'),
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

/** The served quote; without a quote every figure is null and `reason` states why. */
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
