import type { ErrorEntry } from '../http/error-catalogue.ts'
import { OTHER_BOUND } from './account-refusals.ts'

/** The refusals of orders, confirmations and cancellations, in addition to those of every route. */
export const TRADE_REFUSALS = {
  market_closed: {
    status: 409,
    message: 'The market is closed.',
    retryable: false,
    fix: 'Order again at details.next_open, which /api/v1/trading/market/status shows too.',
  },
  stale_quote: {
    status: 409,
    message:
      'The newest quote cannot be traded on: it is too old (for an order more than 90 seconds beyond its feed’s delay, for a confirmation on a live feed more than 5 seconds), from an earlier session, or from before the trade was quoted.',
    retryable: true,
    retryAfterMs: 5_000,
    fix: 'Retry in 5 seconds; a pending trade stays pending. details.age_seconds is the age of the quote.',
  },
  no_market: {
    status: 409,
    message: 'The instrument has no two-sided market to trade on now.',
    retryable: true,
    retryAfterMs: 5_000,
    fix: 'details.quality says what is wrong: one side is missing, there is no quote at all (details.reason says why), or bid and ask are locked or crossed. Retry in 5 seconds, or order something else. Where retryable is false, no chain lists a contract that you hold: it cannot be closed, and is settled when it expires.',
  },
  delayed_feed: {
    status: 409,
    message: 'Only a delayed feed quotes this instrument, and trading on delayed quotes is not allowed here.',
    retryable: false,
    fix: 'details.delay_seconds is the delay. The operator can set ALLOW_DELAYED_TRADING=1 or configure a real-time feed.',
  },
  equity_unknown: {
    status: 409,
    message: 'The order depends on what the account’s positions are worth, and some of them have no price now.',
    retryable: true,
    retryAfterMs: 5_000,
    fix: 'Retry when the instruments of details.unmarked have quotes again; orders that only reduce positions do not need them. An account that holds options of more than 24 expirations gets no option prices for an order.',
  },
  account_suspended: {
    status: 409,
    message: 'The account is suspended and may not trade.',
    retryable: false,
    fix: 'Ask an admin to set the account active again.',
  },
  closing_only: {
    status: 409,
    message: 'The account may only reduce its positions.',
    retryable: false,
    fix: 'Send orders that make a position smaller. A deficit ends when cash is back at zero; any other restriction is lifted by an admin.',
  },
  already_claimed: {
    status: 409,
    message: 'The trade was already confirmed.',
    retryable: false,
    fix: 'Read the trade: details.status says how it ended. The first Idempotency-Key returns the first answer again.',
  },
  quote_expired: {
    status: 409,
    message: 'The 60-second quote of this trade has expired.',
    retryable: false,
    fix: 'Initiate the order again and confirm it within 60 seconds.',
  },
  trade_cancelled: {
    status: 409,
    message: 'The trade was cancelled.',
    retryable: false,
    fix: 'details.reason says why it was cancelled. Initiate the order again if you still want it.',
  },
  price_moved: {
    status: 409,
    message: 'The order would now fill at a worse price than the worst price of its quote, so the trade has ended.',
    retryable: false,
    fix: 'Compare details.quoted_price, details.worst_price and details.live_price, the price at which it would have filled. Initiate the order again if you still want it.',
  },
  unknown_symbol: {
    status: 422,
    message: 'No tradable symbol has this name.',
    retryable: false,
    fix: 'Choose a symbol from /api/v1/trading/tickers.',
  },
  unknown_contract: {
    status: 422,
    message: 'This option contract does not exist or has expired.',
    retryable: false,
    fix: 'Choose a contract from /api/v1/trading/options/chain/{symbol}.',
  },
  not_tradable: {
    status: 422,
    message: 'This instrument has quotes but cannot be traded this way.',
    retryable: false,
    fix: 'Choose a stock or fund from /api/v1/trading/tickers; an index cannot be traded. Stocks that have left the index, options that a split will pay out, and symbols whose corporate action an operator has not decided (details.reason) can only be closed.',
  },
  size_exceeds_liquidity: {
    status: 422,
    message:
      'The order is larger than the size that can be traded now; your pending trades and your fills of the last five minutes on the same side count against it.',
    retryable: false,
    fix: 'Order at most details.max_quantity. details.limited_by is the code of the rule that sets this maximum, where it is not the displayed size. details.bounding_limit is the limit of the account that sets it. More is available five minutes after your last fill on the same side, or after you cancel a pending trade; a trade that you were confirming stays pending. details.reason says why the daily volume allows no more.',
  },
  uncovered_short: {
    status: 422,
    message: 'The order would leave a short call without cover, so its loss would be unlimited.',
    retryable: false,
    fix: `Order at most details.max_quantity. For each contract of details.uncovered, hold 100 shares or a long call that expires no earlier, or sell it in one order with such a call. ${OTHER_BOUND}`,
  },
  insufficient_buying_power: {
    status: 422,
    message: 'After the order, cash would be less than the positions require.',
    retryable: false,
    fix: `Compare details.cash_after and details.required_after, judged at the worst price. Order at most details.max_quantity, close something, or buy protection in the same order. ${OTHER_BOUND}`,
  },
  too_many_contracts: {
    status: 422,
    message: 'The order would take the account beyond its maximum number of different option contracts.',
    retryable: false,
    fix: 'Close some contracts first; details.most is the maximum.',
  },
  order_crosses_zero: {
    status: 422,
    message: 'The order would turn a long position short, or a short position long.',
    retryable: false,
    fix: `details.held is the position, and details.max_quantity is the largest order that only closes it. Close it with one order and open the other side with a second order. ${OTHER_BOUND}`,
  },
  limit_exceeded: {
    status: 422,
    message: 'The order exceeds a limit of the account.',
    retryable: false,
    fix: 'details.limit names the limit, details.value is its bound, and details.actual is what the order or the account would reach at the worst price. Order at most details.max_quantity (0: no quantity passes). details.limited_by is the code of another rule that sets this maximum. details.bounding_limit is the limit of the account that sets it. For max_pending_trades, confirm or cancel a pending trade. An admin can loosen a limit.',
  },
  client_order_id_reused: {
    status: 422,
    message: 'This client_order_id belongs to another order.',
    retryable: false,
    fix: 'Use a new client_order_id for a new order, and the same body to repeat an order.',
  },
  too_many_orders: {
    status: 429,
    message: 'The account has initiated its maximum number of orders within one minute.',
    retryable: true,
    retryAfterMs: 10_000,
    fix: 'Retry in 10 seconds; the minute is measured in service time, so while an operator has stopped the clock it passes only with a step. details.value is the limit orders_per_minute, details.actual the number of orders within the last minute.',
  },
} as const satisfies Record<string, ErrorEntry>
