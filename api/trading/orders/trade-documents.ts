import { z } from 'zod'
import { QUOTE_PROVIDERS } from '../../../shared/domain/market/market-quote.ts'
import { parseInstrument } from '../../../shared/domain/trading/instrument.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import {
  isOverdue,
  TRADE_CLASSES,
  TRADE_REASONS,
  TRADE_SIDES,
  TRADE_STATUSES,
} from '../../../shared/domain/trading/trade.ts'
import type { Trade } from '../../../shared/postgres/trading/trades.ts'
import { easternExact } from '../../../shared/time/eastern.ts'
import { HeldAgainst } from './held-against.ts'

/** Why a loss is no number. */
export const UNLIMITED = 'unlimited'

const instant = z.iso.datetime({ offset: true })

const TradeLeg = z
  .object({
    instrument: z.string().describe('symbol, or OSI contract without padding'),
    quantity: z.int().describe('what the account gains; negative when sold'),
    price: z.number().describe('per share'),
    bid: z.number().describe('when it was quoted, per share'),
    ask: z.number().describe('when it was quoted, per share'),
    multiplier: z.int().describe('shares behind one: 100 of an option'),
    expiration: z.string().nullable().describe('of an option, its last day'),
    strike: z.number().nullable().describe('of an option, in dollars'),
    type: z.enum(['call', 'put']).nullable().describe('of an option'),
  })
  .meta({ id: 'TradeLeg', description: 'One thing a trade moves' })

export const TradeDocument = z
  .object({
    trade_id: z.uuid().describe('its id, to confirm or cancel it by'),
    client_order_id: z.string().nullable().describe('your own id; null when none was sent'),
    status: z
      .enum(TRADE_STATUSES)
      .describe('pending until it is confirmed; executed, expired, cancelled and rejected are for good'),
    reason: z.enum(TRADE_REASONS).nullable().describe('why it ended without a fill; null otherwise'),
    epoch: z.int().describe('of the account it was made in'),
    class: z.enum(TRADE_CLASSES).describe('stock, option, or a package of several legs'),
    symbol: z.string().describe('the underlying'),
    side: z.enum(TRADE_SIDES).nullable().describe('null of a package'),
    quantity: z.int().describe('shares, contracts, or packages'),
    price: z
      .number()
      .describe('promised, per share, in dollars; of a package its net: above zero it costs, below it brings'),
    notional: z.number().describe('price times quantity times multiplier, in dollars, whichever way it goes'),
    fees: z.number().describe('in dollars'),
    total: z.number().describe('what it does to the cash, fees included: below zero is paid'),
    bid: z.number().describe('when it was quoted; of a package what it could be given back for'),
    ask: z.number().describe('when it was quoted; of a package its net, each leg at its own side'),
    quote_time: instant.describe('the vendor’s own time of that quote, Eastern offset; of the oldest leg'),
    quote_age_seconds: z.number().describe('how old the quote was when the trade was made'),
    source: z.enum(QUOTE_PROVIDERS).describe('who said it'),
    delay_seconds: z.int().describe('by how much that feed is late on purpose'),
    delayed: z.boolean().describe('true: made on a feed that is late on purpose'),
    tolerance: z
      .number()
      .describe('how far the same side may have moved at the confirmation, either way; beyond it the trade ends'),
    cash_before: z.number().describe('when it was quoted'),
    cash_after: z.number().describe('promised: cash_before and total'),
    max_loss: z
      .number()
      .nullable()
      .describe(
        'most this order can lose by itself, its price and fees included, in dollars: exact where all its contracts expire ' +
          'on one day, never too little where they do not; 0 where it only closes; null: max_loss_reason says why',
      ),
    max_loss_reason: z
      .literal(UNLIMITED)
      .nullable()
      .describe(
        'unlimited: the loss has no end (stock sold short); null beside a max_loss, and beside a null of a trade from ' +
          'before this was said',
      ),
    requirement: z
      .number()
      .nullable()
      .describe(
        'by how much more cash must stay when it is filled, in dollars, as quoted; null while that cannot be said',
      ),
    held_against: z
      .array(HeldAgainst)
      .nullable()
      .describe('what the service itself holds against it; null: that could not be read'),
    legs: z.array(TradeLeg).describe('what it moves'),
    created_at: instant.describe('service time, Eastern offset'),
    expires_at: instant.describe('the last moment it can be confirmed'),
    expires_in_ms: z.int().min(0).nullable().describe('from server_time to expires_at; null once it has ended'),
    ended_at: instant.nullable().describe('null while pending'),
    executed_price: z.number().nullable().describe('the price it was filled at, which is the quoted one'),
    live_price: z.number().nullable().describe('the same side of the market when it was confirmed'),
    balance: z.number().nullable().describe('cash behind its ledger entry; null unless executed'),
    server_time: instant.describe('service time of this answer'),
  })
  .meta({ id: 'Trade', description: 'A trade: a quote for a minute, and what became of it' })
export type TradeDocument = z.infer<typeof TradeDocument>

const dollarsIn = (e4: unknown): number | null => (typeof e4 === 'number' ? dollarsOf(e4) : null)
const orNull = <T, R>(value: T | null, of: (given: T) => R): R | null => (value === null ? null : of(value))

/** As it is at an instant: one that ran out is expired whether or not somebody has written that down. */
export function tradeDocument(trade: Trade, now: Date): TradeDocument {
  const ranOut = trade.status === 'pending' && isOverdue(now, trade)
  const status = ranOut ? 'expired' : trade.status
  const endedAt = ranOut ? trade.expiresAt : trade.endedAt
  return {
    trade_id: trade.id,
    client_order_id: trade.clientOrderId,
    status,
    reason: ranOut ? 'quote_expired' : trade.reason,
    epoch: trade.epoch,
    class: trade.class,
    symbol: trade.underlying,
    side: trade.side,
    quantity: trade.quantity,
    price: dollarsOf(trade.priceE4),
    notional: dollarsOf(trade.notionalE4),
    fees: dollarsOf(trade.feesE4),
    total: dollarsOf(trade.totalE4),
    bid: dollarsOf(trade.bidE4),
    ask: dollarsOf(trade.askE4),
    quote_time: easternExact(trade.quotedAt),
    quote_age_seconds: Math.max(0, Math.round((trade.createdAt.getTime() - trade.quotedAt.getTime()) / 100) / 10),
    source: trade.source,
    delay_seconds: trade.delaySeconds,
    delayed: trade.delaySeconds > 0,
    tolerance: dollarsOf(trade.toleranceE4),
    cash_before: dollarsOf(trade.cashBeforeE4),
    cash_after: dollarsOf(trade.cashAfterE4),
    max_loss: dollarsIn(trade.rich.max_loss_e4),
    max_loss_reason: trade.rich.max_loss_reason === UNLIMITED ? UNLIMITED : null,
    requirement: dollarsIn(trade.rich.requirement_e4),
    held_against: (trade.rich.held_against ?? null) as HeldAgainst[] | null,
    legs: trade.legs.map(legDocument),
    created_at: easternExact(trade.createdAt),
    expires_at: easternExact(trade.expiresAt),
    expires_in_ms: status === 'pending' ? Math.max(0, trade.expiresAt.getTime() - now.getTime()) : null,
    ended_at: orNull(endedAt, easternExact),
    executed_price: orNull(trade.executedPriceE4, dollarsOf),
    live_price: orNull(trade.livePriceE4, dollarsOf),
    balance: orNull(trade.balanceAfterE4, dollarsOf),
    server_time: easternExact(now),
  }
}

function legDocument(leg: Trade['legs'][number]): z.infer<typeof TradeLeg> {
  const parsed = parseInstrument(leg.instrument)
  const option = parsed?.kind === 'option' ? parsed : null
  return {
    instrument: leg.instrument,
    quantity: leg.quantity,
    price: dollarsOf(leg.priceE4),
    bid: dollarsOf(leg.bidE4),
    ask: dollarsOf(leg.askE4),
    multiplier: leg.multiplier,
    expiration: option?.expiration ?? null,
    strike: option?.strike ?? null,
    type: option?.right ?? null,
  }
}
