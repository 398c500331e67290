import { z } from 'zod'
import { pendingTrades } from '../../../shared/postgres/trading/trade-lists.ts'
import { readTrade } from '../../../shared/postgres/trading/trades.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { readNow } from '../../database/service-time.ts'
import type { ErrorCode } from '../../http/error-catalogue.ts'
import { handlerRoute } from '../../http/route.ts'
import { readExample } from '../../openapi/read-example.ts'
import { callerAccount } from '../caller.ts'
import { TRADING_PATH, TradeParams, tradeIdOf } from '../parameters.ts'
import { refuseTrade } from '../refuse.ts'
import { cancelTrade } from './cancel-trade.ts'
import { confirmTrade } from './confirm-trade.ts'
import { initiateTrade } from './initiate-trade.ts'
import { ConfirmBody, OptionOrderBody, optionOrder, StockOrderBody, stockOrder } from './order-bodies.ts'
import { TradeDocument, tradeDocument } from './trade-documents.ts'

const EXAMPLES = readExample<Record<'pending' | 'option' | 'executed' | 'cancelled', TradeDocument>>(
  import.meta.url,
  './trade-examples.json',
)

const agent = { class: 'agent', tag: 'trading' } as const
const path = `${TRADING_PATH}/trades`

/** Refusals that depend on the account and its limits. */
const ACCOUNT_REFUSALS = [
  'account_suspended',
  'closing_only',
  'insufficient_funds',
  'insufficient_position',
  'uncovered_short',
  'insufficient_buying_power',
  'too_many_contracts',
  'order_crosses_zero',
  'limit_exceeded',
  'equity_unknown',
] as const satisfies readonly ErrorCode[]
/** Refusals that depend on the market at the moment. */
const MARKET_REFUSALS = [
  'market_closed',
  'stale_quote',
  'no_market',
  'delayed_feed',
] as const satisfies readonly ErrorCode[]
const INITIATE_REFUSALS: readonly ErrorCode[] = [
  ...MARKET_REFUSALS,
  ...ACCOUNT_REFUSALS,
  ...(['unknown_symbol', 'not_tradable', 'size_exceeds_liquidity'] as const),
  ...(['client_order_id_reused', 'too_many_orders'] as const),
]
const ENDED = ['already_claimed', 'quote_expired', 'trade_cancelled'] as const satisfies readonly ErrorCode[]

const quote = {
  status: 201,
  description: 'The pending trade: a price and its bound, valid for 60 seconds',
  contentType: JSON_TYPE,
  schema: TradeDocument,
  example: EXAMPLES.pending,
}
const initiated = {
  ...quote,
  again: { status: 200, description: 'The trade that this `client_order_id` already has, as it is now' },
}

const INITIATING =
  'The price is the touch: the ask for a buy, the bid for a sale, never the middle. Until `expires_at` a confirmation ' +
  'fills at the live touch, better or worse, but never beyond `worst_price`; the account is judged at that price, and ' +
  'nothing is reserved. Confirm it, cancel it or let it expire. With `client_order_id` the same body ' +
  'returns the same trade again (200, as it is then). Your pending trades of the same side, and your fills of the last ' +
  'five minutes, are subtracted from the displayed size.'

export const tradingTradesRoutes = [
  handlerRoute({
    ...agent,
    method: 'POST',
    path,
    summary: 'Initiate a trade in a stock or fund',
    description:
      `${INITIATING} Shares beyond the displayed size cost extra by the square root of their share of the average daily ` +
      'volume, up to 1 % of that volume per day; while the volume is unknown, only the displayed size can be traded. If ' +
      'the account may be short, 130 % of the mark of stock sold short must stay as cash.',
    idempotent: true,
    errors: INITIATE_REFUSALS,
    body: StockOrderBody,
    bodyExample: { symbol: 'SPY', side: 'buy', quantity: 10, client_order_id: 'rebalance-17' },
    response: initiated,
    handle: (context, { body }, http) =>
      initiateTrade(context, { order: stockOrder(body), clientOrderId: body.client_order_id ?? null, body }, http),
  }),
  handlerRoute({
    ...agent,
    method: 'POST',
    path: `${path}/options`,
    summary: 'Initiate a trade in an option or a package of them',
    description:
      `${INITIATING} One contract is 100 shares; at most the displayed size can be traded. For a package of two to four ` +
      'contracts of one underlying, send `legs` instead of a contract and its side: all are filled or none, at one net ' +
      'price. A short call needs shares or another call as cover, a short put cash, a package the most it can lose: ' +
      '`requirement` says how much cash must stay.',
    idempotent: true,
    errors: [...INITIATE_REFUSALS, 'unknown_contract'],
    body: OptionOrderBody,
    bodyExample: { symbol: 'SPY', expiration: '2026-12-18', strike: 690, type: 'call', side: 'buy', quantity: 1 },
    response: { ...initiated, example: EXAMPLES.option },
    handle: (context, { body }, http) =>
      initiateTrade(context, { order: optionOrder(body), clientOrderId: body.client_order_id ?? null, body }, http),
  }),
  handlerRoute({
    ...agent,
    method: 'POST',
    path: `${path}/:trade_id/confirm`,
    summary: 'Confirm a trade',
    description:
      'Fills the trade at the live touch of each leg, impact included, if the quote is not older than 60 seconds, the ' +
      'market is open and the price is not worse than `worst_price`; a better price is yours, however much better. The ' +
      'live quote must not be older than the quoted one and, on a live feed, at most 5 seconds old. Of several confirmations exactly one succeeds; its Idempotency-Key returns ' +
      'its answer again. Where the operator allows trading on a delayed feed, the answer is 202 and the trade is executing: it fills by ' +
      'itself at the first quote that the vendor dates at or after the confirmation, within an hour; follow it by its id. price_moved, market_closed, quote_expired, insufficient_funds, insufficient_position, ' +
      'uncovered_short, insufficient_buying_power and limit_exceeded end the trade; every other refusal leaves it as it ' +
      'is and its Idempotency-Key unused. The instant of the decision counts, taken with the account locked: the commit may come later.',
    idempotent: true,
    errors: [
      ...([
        'not_found',
        ...ENDED,
        'price_moved',
        'size_exceeds_liquidity',
        ...MARKET_REFUSALS,
        ...ACCOUNT_REFUSALS,
      ] as const),
      ...(['unknown_symbol', 'unknown_contract'] as const),
    ],
    params: TradeParams,
    body: ConfirmBody,
    bodyExample: {},
    response: {
      status: 200,
      again: { status: 202, description: 'The confirmed trade on a delayed feed, which is executing' },
      description: 'The executed trade',
      contentType: JSON_TYPE,
      schema: TradeDocument,
      example: EXAMPLES.executed,
    },
    handle: (context, { params }, http) => confirmTrade(context, tradeIdOf(params), http),
  }),
  handlerRoute({
    ...agent,
    method: 'DELETE',
    path: `${path}/:trade_id`,
    summary: 'Cancel a trade',
    description:
      'Ends a pending trade. A trade that was confirmed or has expired stays as it is, also while it is executing.',
    errors: ['not_found', ...ENDED],
    params: TradeParams,
    response: {
      status: 200,
      description: 'The cancelled trade',
      contentType: JSON_TYPE,
      schema: TradeDocument,
      example: EXAMPLES.cancelled,
    },
    handle: async (context, { params }, { request }) => {
      const trade = await cancelTrade(context, callerAccount(request), tradeIdOf(params))
      return tradeDocument(trade, trade.endedAt!)
    },
  }),
  handlerRoute({
    ...agent,
    method: 'GET',
    path: `${path}/pending`,
    summary: 'Your pending trades',
    description:
      'The trades that have not ended: pending ones, which can be confirmed now, and executing ones. Newest first; `expires_in_ms` counts from `server_time`.',
    response: {
      status: 200,
      description: 'All pending trades',
      contentType: JSON_TYPE,
      schema: z.object({ trades: z.array(TradeDocument).describe('newest first') }),
      example: { trades: [EXAMPLES.pending] },
    },
    handle: async (context, _input, { request }) => {
      const now = await readNow(context)
      const trades = await context.reader.read((sql) => pendingTrades(sql, callerAccount(request), now))
      return { trades: trades.map((trade) => tradeDocument(trade, now)) }
    },
  }),
  handlerRoute({
    ...agent,
    method: 'GET',
    path: `${path}/:trade_id`,
    summary: 'One of your trades',
    description: 'The trade as it is now, pending or ended.',
    errors: ['not_found'],
    params: TradeParams,
    response: { ...quote, status: 200, description: 'The trade' },
    handle: async (context, { params }, { request }) => {
      const id = tradeIdOf(params)
      const now = await readNow(context)
      const trade = await context.reader.read((sql) => readTrade(sql, callerAccount(request), id))
      if (!trade) throw refuseTrade()
      return tradeDocument(trade, now)
    },
  }),
]
