import { z } from 'zod'
import { pendingTrades } from '../../../shared/postgres/trading/trade-lists.ts'
import { readTrade } from '../../../shared/postgres/trading/trades.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { readNow } from '../../database/service-time.ts'
import type { ErrorCode } from '../../http/error-catalogue.ts'
import { refuse } from '../../http/errors.ts'
import { handlerRoute } from '../../http/route.ts'
import { callerAccount } from '../caller.ts'
import { TRADING_PATH, TradeParams, tradeIdOf } from '../parameters.ts'
import { cancelTrade } from './cancel-trade.ts'
import { confirmTrade } from './confirm-trade.ts'
import { initiateTrade } from './initiate-trade.ts'
import { ConfirmBody, OptionOrderBody, optionOrder, StockOrderBody, stockOrder } from './order-bodies.ts'
import { TradeDocument, tradeDocument } from './trade-documents.ts'
import { EXAMPLE_CANCELLED, EXAMPLE_EXECUTED, EXAMPLE_TRADE } from './trade-examples.ts'

const agent = { class: 'agent', tag: 'trading' } as const
const path = `${TRADING_PATH}/trades`

/** Of the account and its limits. */
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
/** Of the market at the moment. */
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
  description: 'The trade, pending: a price for 60 seconds',
  contentType: JSON_TYPE,
  schema: TradeDocument,
  example: EXAMPLE_TRADE,
}
const initiated = {
  ...quote,
  again: { status: 200, description: 'The trade this `client_order_id` has made before, as it is by now' },
}

const INITIATING =
  'The price is the touch: the ask for a buy, the bid for a sale, never the middle. It is promised until `expires_at`, ' +
  'and nothing is reserved meanwhile. Confirm it, cancel it or let it expire. With `client_order_id` the same body ' +
  'brings the same trade again (200, as it is by then). Of the displayed size what you have pending of the same side, ' +
  'and what was filled within the last minute, is taken already.'

export const tradingTradesRoutes = [
  handlerRoute({
    ...agent,
    method: 'POST',
    path,
    summary: 'Initiate a trade in a stock or fund',
    description:
      `${INITIATING} Shares beyond the displayed size pay the square root of their share of the average daily volume, ` +
      'up to 1 % of it a day; where that volume is not known only the displayed size can be traded. Where the account may be ' +
      'short, a sale of what it does not hold leaves 130 % of its mark behind as cash.',
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
      `${INITIATING} One contract is 100 shares; at most the displayed size can be traded. Send \`legs\` instead of a ` +
      'contract and its side for a package, of two to four contracts of one underlying: all are filled or none, at one ' +
      'net price. A call is sold against shares or another call, a put against cash, a package against the most it can ' +
      'lose: `requirement` says how much cash must stay.',
    idempotent: true,
    errors: [...INITIATE_REFUSALS, 'unknown_contract'],
    body: OptionOrderBody,
    bodyExample: { symbol: 'SPY', expiration: '2026-12-18', strike: 690, type: 'call', side: 'buy', quantity: 1 },
    response: {
      ...initiated,
      example: {
        ...EXAMPLE_TRADE,
        class: 'option',
        quantity: 1,
        price: 11.42,
        notional: 1_142,
        total: -1_142,
        bid: 11.38,
        ask: 11.42,
        tolerance: 0.02,
        cash_after: 98_858,
        max_loss: 1_142,
        held_against: [],
        client_order_id: null,
        legs: [
          {
            instrument: 'SPY261218C00690000',
            quantity: 1,
            price: 11.42,
            bid: 11.38,
            ask: 11.42,
            multiplier: 100,
            expiration: '2026-12-18',
            strike: 690,
            type: 'call',
          },
        ],
      },
    },
    handle: (context, { body }, http) =>
      initiateTrade(context, { order: optionOrder(body), clientOrderId: body.client_order_id ?? null, body }, http),
  }),
  handlerRoute({
    ...agent,
    method: 'POST',
    path: `${path}/:trade_id/confirm`,
    summary: 'Confirm a trade',
    description:
      'Fills it at the quoted price, if it is not older than 60 seconds, the market is open and the same side of it has ' +
      'stayed within `tolerance`. Of several confirmations one succeeds; the first one’s Idempotency-Key gets the first ' +
      'answer again. price_moved, market_closed, quote_expired, insufficient_funds, insufficient_position, ' +
      'uncovered_short, insufficient_buying_power and limit_exceeded end the trade; every other refusal leaves it as it is. What counts is the instant of the decision, ' +
      'taken with the account locked: a commit that lands later is in time.',
    idempotent: true,
    errors: [
      ...(['not_found', ...ENDED, 'price_moved', ...MARKET_REFUSALS, ...ACCOUNT_REFUSALS] as const),
      ...(['unknown_symbol', 'unknown_contract'] as const),
    ],
    params: TradeParams,
    body: ConfirmBody,
    bodyExample: {},
    response: {
      status: 200,
      description: 'The trade, executed',
      contentType: JSON_TYPE,
      schema: TradeDocument,
      example: EXAMPLE_EXECUTED,
    },
    handle: (context, { params }, http) => confirmTrade(context, tradeIdOf(params), http),
  }),
  handlerRoute({
    ...agent,
    method: 'DELETE',
    path: `${path}/:trade_id`,
    summary: 'Cancel a trade',
    description: 'Ends a pending trade. What was confirmed or has run out stays what it is.',
    errors: ['not_found', ...ENDED],
    params: TradeParams,
    response: {
      status: 200,
      description: 'The trade, cancelled',
      contentType: JSON_TYPE,
      schema: TradeDocument,
      example: EXAMPLE_CANCELLED,
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
    description: 'What can be confirmed now, newest first; `expires_in_ms` counts from `server_time`.',
    response: {
      status: 200,
      description: 'All of them',
      contentType: JSON_TYPE,
      schema: z.object({ trades: z.array(TradeDocument).describe('newest first') }),
      example: { trades: [EXAMPLE_TRADE] },
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
    description: 'As it is now, pending or ended.',
    errors: ['not_found'],
    params: TradeParams,
    response: { ...quote, status: 200, description: 'The trade' },
    handle: async (context, { params }, { request }) => {
      const id = tradeIdOf(params)
      const now = await readNow(context)
      const trade = await context.reader.read((sql) => readTrade(sql, callerAccount(request), id))
      if (!trade) throw refuse('not_found')
      return tradeDocument(trade, now)
    },
  }),
]
