import { z } from 'zod'
import type { ContractGreeks, LiveContract } from '../../../shared/domain/market/live-chain.ts'
import type { MarketQuote } from '../../../shared/domain/market/market-quote.ts'
import { AppError } from '../../../shared/errors.ts'
import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { parseOsi } from './cboe-options.ts'
import { easternNaive } from './delayed-clock.ts'
import { isAhead } from './is-ahead.ts'

/** The vendor's published delay; no payload states it. */
export const CBOE_DELAY_SECONDS = 15 * 60

const price = z.number().nonnegative().max(1e6).nullish()
const size = z.number().nonnegative().max(1e12).nullish()
const Underlying = z.object({
  current_price: price,
  last_trade_time: z.string().nullish(),
  prev_day_close: price,
  open: price,
  bid: price,
  ask: price,
  bid_size: size,
  ask_size: size,
  volume: size,
})
type Underlying = z.infer<typeof Underlying>
const QuoteBody = z.object({ symbol: z.string(), data: Underlying })

const greek = z.number().min(-1e6).max(1e6).nullish()
const Row = z.object({
  option: z.string().max(30),
  bid: z.number().nonnegative().max(1e6),
  ask: z.number().nonnegative().max(1e6),
  bid_size: size,
  ask_size: size,
  iv: z.number().min(0).max(100),
  open_interest: z.number().nonnegative().max(1e9),
  volume: z.number().nonnegative().max(1e9),
  delta: greek,
  gamma: greek,
  theta: greek,
  vega: greek,
  rho: greek,
})
const ChainBody = z.object({
  symbol: z.string(),
  data: Underlying.extend({ options: z.array(Row).min(1).max(100_000) }),
})

const own = (symbol: string): string => symbol.replace(/^[_^]/, '')
/** 0 is the vendor's value for "none". */
const orNull = (value: number | null | undefined): number | null => value || null

/**
 * An index has no bid or ask, or 0 for both; a stock's bid of 0 is a bid. Null if the vendor has no price of the symbol
 * yet.
 */
export function parseCboeLiveQuote(body: unknown, symbol: string, now: Date): MarketQuote | null {
  const parsed = QuoteBody.safeParse(body)
  if (!parsed.success) throw new AppError('invalid', 'not the shape of a quote')
  return quoteOf(parsed.data.symbol, parsed.data.data, symbol, now)
}

function quoteOf(answered: string, data: Underlying, symbol: string, now: Date): MarketQuote | null {
  if (own(answered) !== symbol) throw new AppError('invalid', 'the response is about another symbol')
  if (!data.current_price || !data.last_trade_time) return null
  const quotedAt = easternNaive(data.last_trade_time)
  if (isAhead(quotedAt, now)) throw new AppError('invalid', 'the quote lies in the future')
  const quoted = Boolean(data.bid || data.ask)
  return {
    symbol,
    price: data.current_price,
    bid: quoted ? (data.bid ?? null) : null,
    ask: quoted ? (data.ask ?? null) : null,
    bidSize: quoted ? (data.bid_size ?? null) : null,
    askSize: quoted ? (data.ask_size ?? null) : null,
    volume: data.volume ?? null,
    previousClose: orNull(data.prev_day_close),
    ...(data.open ? { open: data.open } : {}),
    quotedAt,
    source: 'cboe',
    delaySeconds: CBOE_DELAY_SECONDS,
  }
}

export interface CboeLiveChain {
  spot: number
  quotedAt: Date
  /** The standard contracts by expiration, nearest first. */
  expirations: ReadonlyMap<TradingDay, readonly LiveContract[]>
}

export function parseCboeLiveChain(body: unknown, underlying: string, now: Date): CboeLiveChain {
  const parsed = ChainBody.safeParse(body)
  if (!parsed.success) throw new AppError('invalid', 'not the shape of a chain')
  const { symbol, data } = parsed.data
  const quote = quoteOf(symbol, data, underlying, now)
  if (!quote) throw new AppError('invalid', 'a chain without a price of its underlying')
  const root = underlying.replace('.', '')
  const contracts = data.options.flatMap((row) => {
    const osi = parseOsi(row.option)
    // A root like SPY1 delivers something else than 100 shares after a corporate action.
    return osi.root === root && osi.strike > 0 ? [contractOf(row, osi)] : []
  })
  const sorted = contracts.sort((a, b) => (a.expiration < b.expiration ? -1 : a.expiration > b.expiration ? 1 : 0))
  const expirations = Map.groupBy(sorted, ({ expiration }) => expiration)
  return { spot: quote.price, quotedAt: quote.quotedAt, expirations }
}

function contractOf(row: z.infer<typeof Row>, osi: ReturnType<typeof parseOsi>): LiveContract {
  return {
    contract: row.option,
    expiration: osi.expiration,
    strike: osi.strike,
    right: osi.right,
    bid: row.bid,
    ask: row.ask,
    bidSize: row.bid_size ?? null,
    askSize: row.ask_size ?? null,
    // 0 means "not computable", and the greeks in the same row have no basis.
    iv: row.iv > 0 ? row.iv : null,
    greeks: row.iv > 0 ? greeksOf(row) : null,
    openInterest: row.open_interest,
    volume: row.volume,
  }
}

/** All greeks or none; a row of zeros was not computed. */
function greeksOf({ delta, gamma, theta, vega, rho }: z.infer<typeof Row>): ContractGreeks | null {
  const given = [delta, gamma, theta, vega, rho]
  if (!given.every((value) => typeof value === 'number') || given.every((value) => value === 0)) return null
  return { delta: delta!, gamma: gamma!, theta: theta!, vega: vega!, rho: rho! }
}
