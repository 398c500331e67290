import { z } from 'zod'
import { QUOTE_PROVIDERS } from '../../../shared/domain/market/market-quote.ts'
import { driftBps } from '../../../shared/domain/trading/fill.ts'
import { parseInstrument } from '../../../shared/domain/trading/instrument.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import {
  isOverdue,
  TRADE_CLASSES,
  TRADE_REASONS,
  TRADE_SIDES,
  TRADE_STATUSES,
} from '../../../shared/domain/trading/trade.ts'
import type { LegFill, Trade } from '../../../shared/postgres/trading/trades.ts'
import { easternExact } from '../../../shared/time/eastern.ts'
import { HeldAgainst } from './held-against.ts'

/** The `max_loss_reason` of a trade whose loss has no bound. */
export const UNLIMITED = 'unlimited'

const instant = z.iso.datetime({ offset: true })

const TradeLeg = z
  .object({
    instrument: z.string().describe('symbol, or OSI contract without padding'),
    quantity: z.int().describe('shares or contracts into the account; negative when sold'),
    price: z.number().describe('quoted price per share, also for an option'),
    bid: z.number().describe('bid per share when the trade was quoted'),
    ask: z.number().describe('ask per share when the trade was quoted'),
    multiplier: z.int().describe('shares per unit: 100 for an option, 1 for stock'),
    expiration: z.string().nullable().describe('expiration day of an option; null for stock'),
    strike: z.number().nullable().describe('strike of an option in dollars; null for stock'),
    type: z.enum(['call', 'put']).nullable().describe('right of an option; null for stock'),
    fill_price: z.number().nullable().describe('price per share of the fill, impact included; null unless executed'),
    fill_bid: z.number().nullable().describe('bid per share that was live at the fill; null unless executed'),
    fill_ask: z.number().nullable().describe('ask per share that was live at the fill; null unless executed'),
    fill_quote_time: instant.nullable().describe('the vendor’s own time of that live quote; null unless executed'),
    fill_source: z.enum(QUOTE_PROVIDERS).nullable().describe('its provider; null unless executed'),
    fill_quote_age_seconds: z
      .number()
      .nullable()
      .describe('its age at the fill, on a live feed at most 5; null unless executed'),
  })
  .meta({ id: 'TradeLeg', description: 'One instrument that a trade buys or sells' })

const QuotedTerms = z
  .object({
    price: z.number().describe('quoted_price'),
    notional: z.number().describe('notional at that price, in dollars'),
    fees: z.number().describe('fees at that price, in dollars'),
    total: z.number().describe('change of the cash with fees, in dollars'),
    cash_before: z.number().describe('cash when it was quoted'),
    cash_after: z.number().describe('cash_before plus total'),
  })
  .describe('the terms as they were quoted; they never change')

export const TradeDocument = z
  .object({
    trade_id: z.uuid().describe('its id, to confirm or cancel it with'),
    client_order_id: z.string().nullable().describe('your own id; null when none was sent'),
    status: z
      .enum(TRADE_STATUSES)
      .describe(
        'pending until it is confirmed; executing while a confirmed trade on a delayed feed waits for the first ' +
          'quote that its vendor dates at or after the confirmation; executed, expired, cancelled and rejected are ' +
          'final',
      ),
    reason: z.enum(TRADE_REASONS).nullable().describe('why it ended without a fill; null otherwise'),
    epoch: z.int().describe('the epoch of the account that it belongs to'),
    class: z.enum(TRADE_CLASSES).describe('stock, option, or a package of several legs'),
    symbol: z.string().describe('the underlying'),
    side: z.enum(TRADE_SIDES).nullable().describe('buy or sell; null for a package'),
    quantity: z.int().describe('shares, contracts, or packages'),
    price: z
      .number()
      .describe(
        'price per share in dollars, quoted while pending and filled once executed; for a package its net price: ' +
          'above zero you pay, below you get',
      ),
    quoted_price: z.number().describe('the price that was quoted; it never changes'),
    worst_price: z
      .number()
      .describe(
        'the bound of the fill: a buy or a package fills at this price or lower, a sale at this price or higher; ' +
          'beyond it the trade ends with price_moved',
      ),
    fill_price: z.number().nullable().describe('price of the fill: the live touch with impact; null unless executed'),
    drift_bps: z
      .number()
      .nullable()
      .describe(
        'how far the fill lies from quoted_price in basis points of it, positive when worse for you; null unless ' +
          'executed, and for a package quoted at 0',
      ),
    notional: z.number().describe('price times quantity times multiplier in dollars, without sign'),
    fees: z.number().describe('fees in dollars, of the fill once executed'),
    total: z.number().describe('change of the cash with fees, in dollars: below zero is paid'),
    bid: z.number().describe('bid when it was quoted; for a package, the price at which it could be given back'),
    ask: z.number().describe('ask when it was quoted; for a package, its net price with each leg at its own side'),
    quote_time: instant.describe('the vendor’s own time of the quote, Eastern offset; for several legs the oldest'),
    quote_age_seconds: z.number().describe('age of the quote when the trade was initiated'),
    source: z.enum(QUOTE_PROVIDERS).describe('the provider of the quote'),
    delay_seconds: z.int().describe('the declared delay of its feed; 0 in real time'),
    delayed: z.boolean().describe('true: quoted on a feed with a declared delay'),
    tolerance: z
      .number()
      .describe('how much worse than quoted_price the fill may be, in dollars per share; worst_price is that bound'),
    cash_before: z.number().describe('cash when it was quoted; once executed, cash before the fill'),
    cash_after: z.number().describe('cash_before plus total'),
    quoted: QuotedTerms,
    max_loss: z
      .number()
      .nullable()
      .describe(
        'the most this order can lose by itself at its quoted price, and at its fill once it has one, with fees, in ' +
          'dollars: exact when all its contracts expire on one day, otherwise never too low; a fill at worst_price ' +
          'adds tolerance a share; 0 when it only closes; null: max_loss_reason says why',
      ),
    max_loss_reason: z
      .literal(UNLIMITED)
      .nullable()
      .describe(
        'unlimited: the loss has no bound (stock sold short); null when max_loss has a value, and for old trades that ' +
          'were stored without it',
      ),
    requirement: z
      .number()
      .nullable()
      .describe('how much more cash must stay once it is filled, in dollars, as quoted; null while a mark is missing'),
    held_against: z
      .array(HeldAgainst)
      .nullable()
      .describe('warnings of the service against the trade; null: the alerts could not be read'),
    legs: z.array(TradeLeg).describe('the instruments it buys and sells'),
    state_ref: z
      .string()
      .nullable()
      .describe(
        'receipt of what was known when it was quoted, at /api/v1/receipts/{ref}; null for trades before receipts',
      ),
    fill_state_ref: z
      .string()
      .nullable()
      .describe('receipt of what was known when it was filled; null unless executed, and for fills before receipts'),
    created_at: instant.describe('when it was initiated, service time, Eastern offset'),
    expires_at: instant.describe('the last moment at which it can be confirmed'),
    expires_in_ms: z.int().min(0).nullable().describe('from server_time to expires_at; null once it has ended'),
    confirmed_at: instant.nullable().describe('when it was confirmed, if the fill follows later; null otherwise'),
    ended_at: instant.nullable().describe('when it ended; null while pending or executing'),
    executed_price: z.number().nullable().describe('the same as fill_price, under its older name'),
    live_price: z
      .number()
      .nullable()
      .describe('the price of the whole order at the confirmation, impact included; null if none was made at a price'),
    balance: z.number().nullable().describe('cash after its ledger entry; null unless executed'),
    server_time: instant.describe('service time of this answer'),
  })
  .meta({ id: 'Trade', description: 'A trade: a quote that is valid for a minute, and its outcome' })
export type TradeDocument = z.infer<typeof TradeDocument>

const dollarsIn = (e4: unknown): number | null => (typeof e4 === 'number' ? dollarsOf(e4) : null)
const orNull = <T, R>(value: T | null, of: (given: T) => R): R | null => (value === null ? null : of(value))

const secondsBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.round((to.getTime() - from.getTime()) / 100) / 10)

/** The trade as of an instant: an overdue pending trade is shown as expired before its row is updated. */
export function tradeDocument(trade: Trade, now: Date): TradeDocument {
  const hasExpired = trade.status === 'pending' && isOverdue(now, trade)
  const status = hasExpired ? 'expired' : trade.status
  const endedAt = hasExpired ? trade.expiresAt : trade.endedAt
  return {
    trade_id: trade.id,
    client_order_id: trade.clientOrderId,
    status,
    reason: hasExpired ? 'quote_expired' : trade.reason,
    epoch: trade.epoch,
    class: trade.class,
    symbol: trade.underlying,
    side: trade.side,
    quantity: trade.quantity,
    ...moneyOf(trade),
    bid: dollarsOf(trade.bidE4),
    ask: dollarsOf(trade.askE4),
    quote_time: easternExact(trade.quotedAt),
    quote_age_seconds: secondsBetween(trade.quotedAt, trade.createdAt),
    source: trade.source,
    delay_seconds: trade.delaySeconds,
    delayed: trade.delaySeconds > 0,
    tolerance: dollarsOf(trade.toleranceE4),
    quoted: {
      price: dollarsOf(trade.priceE4),
      notional: dollarsOf(trade.notionalE4),
      fees: dollarsOf(trade.feesE4),
      total: dollarsOf(trade.totalE4),
      cash_before: dollarsOf(trade.cashBeforeE4),
      cash_after: dollarsOf(trade.cashAfterE4),
    },
    max_loss: dollarsIn(maxLossE4(trade)),
    max_loss_reason: trade.rich.max_loss_reason === UNLIMITED ? UNLIMITED : null,
    requirement: dollarsIn(trade.rich.requirement_e4),
    held_against: (trade.rich.held_against ?? null) as HeldAgainst[] | null,
    state_ref: typeof trade.rich.state_ref === 'string' ? trade.rich.state_ref : null,
    fill_state_ref: trade.fillRef,
    legs: trade.legs.map((leg, at) => legDocument(leg, trade.fill?.legs[at] ?? null, trade.endedAt)),
    created_at: easternExact(trade.createdAt),
    expires_at: easternExact(trade.expiresAt),
    expires_in_ms: status === 'pending' ? Math.max(0, trade.expiresAt.getTime() - now.getTime()) : null,
    confirmed_at: orNull(trade.confirmedAt, easternExact),
    ended_at: orNull(endedAt, easternExact),
    executed_price: orNull(trade.fill, ({ priceE4 }) => dollarsOf(priceE4)),
    live_price: orNull(trade.livePriceE4, dollarsOf),
    balance: orNull(trade.balanceAfterE4, dollarsOf),
    server_time: easternExact(now),
  }
}

/** The price and the money of the fill once there is one, else of the quote. */
function moneyOf(trade: Trade) {
  const { fill, priceE4: quotedE4 } = trade
  const { priceE4, notionalE4, feesE4, totalE4 } = fill ?? trade
  const afterE4 = (fill && trade.balanceAfterE4) ?? trade.cashBeforeE4 + totalE4
  return {
    price: dollarsOf(priceE4),
    quoted_price: dollarsOf(quotedE4),
    worst_price: dollarsOf(trade.worstPriceE4),
    fill_price: orNull(fill, (given) => dollarsOf(given.priceE4)),
    drift_bps: orNull(fill, (given) => driftBps(trade.side, quotedE4, given.priceE4)),
    notional: dollarsOf(notionalE4),
    fees: dollarsOf(feesE4),
    total: dollarsOf(totalE4),
    cash_before: dollarsOf(afterE4 - totalE4),
    cash_after: dollarsOf(afterE4),
  }
}

/**
 * A fill costs more or less than its quote, and the most it can lose changes by just that; an order that only closes
 * loses nothing at any price. Trades from before `only_closes` was stored count as closing when they could lose nothing.
 */
function maxLossE4({ rich, fill, totalE4 }: Trade): unknown {
  const quoted = rich.max_loss_e4
  const onlyCloses = rich.only_closes ?? quoted === 0
  if (typeof quoted !== 'number' || onlyCloses || !fill) return quoted
  return Math.max(0, quoted + totalE4 - fill.totalE4)
}

function legDocument(leg: Trade['legs'][number], fill: LegFill | null, endedAt: Date | null): z.infer<typeof TradeLeg> {
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
    fill_price: orNull(fill, ({ priceE4 }) => dollarsOf(priceE4)),
    fill_bid: orNull(fill, ({ bidE4 }) => dollarsOf(bidE4)),
    fill_ask: orNull(fill, ({ askE4 }) => dollarsOf(askE4)),
    fill_quote_time: orNull(fill, ({ quotedAt }) => easternExact(quotedAt)),
    fill_source: fill?.source ?? null,
    fill_quote_age_seconds: orNull(fill, ({ quotedAt }) => secondsBetween(quotedAt, endedAt!)),
  }
}
