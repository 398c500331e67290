import type { ErrorEntry } from '../http/error-catalogue.ts'

/** What an order or its confirmation is refused with, besides what any route may answer. */
export const TRADE_REFUSALS = {
  market_closed: {
    status: 409,
    message: 'The market is closed.',
    retryable: false,
    fix: 'Ask again at details.next_open; /api/v1/trading/market/status says it too.',
  },
  stale_quote: {
    status: 409,
    message:
      'The newest quote is older than its feed explains, of an earlier session or from before the trade was quoted, so nobody may trade on it.',
    retryable: true,
    retryAfterMs: 5_000,
    fix: 'Ask again in a few seconds; a pending trade is still pending.',
  },
  no_market: {
    status: 409,
    message: 'There are no two sides in order to trade between.',
    retryable: true,
    retryAfterMs: 5_000,
    fix: 'See details.quality: a side is missing, nobody quotes it (details.reason), or bid and ask are locked or crossed. Ask again, or for something else.',
  },
  delayed_feed: {
    status: 409,
    message: 'The only feed of this is late on purpose, and trading on it has not been allowed.',
    retryable: false,
    fix: 'Whoever runs the service sets ALLOW_DELAYED_TRADING=1 or configures a feed in real time.',
  },
  equity_unknown: {
    status: 409,
    message: 'The order hangs on the worth of what the account holds, and some of that has no price now.',
    retryable: true,
    retryAfterMs: 5_000,
    fix: 'Ask again when the quotes of details.unmarked are back; orders that only reduce are not bound by it. Options of more than 24 expirations are not priced for an order.',
  },
  account_suspended: {
    status: 409,
    message: 'The account is suspended and may not trade.',
    retryable: false,
    fix: 'Ask an admin to set it active again.',
  },
  closing_only: {
    status: 409,
    message: 'The account may only reduce what it holds.',
    retryable: false,
    fix: 'Send orders that make a position smaller; a deficit ends when its cash is back at zero.',
  },
  already_claimed: {
    status: 409,
    message: 'The trade was confirmed already.',
    retryable: false,
    fix: 'Read the trade: details.status says how it ended. The first Idempotency-Key gets the first answer again.',
  },
  quote_expired: {
    status: 409,
    message: 'The quote of this trade has run out.',
    retryable: false,
    fix: 'Initiate the order again and confirm within 60 seconds.',
  },
  trade_cancelled: {
    status: 409,
    message: 'The trade was cancelled.',
    retryable: false,
    fix: 'Initiate the order again; details.reason says who cancelled it.',
  },
  price_moved: {
    status: 409,
    message: 'The market has left the tolerance of the quote, so the trade has ended.',
    retryable: false,
    fix: 'Compare details.quoted_price and details.live_price, and initiate the order again if it is still wanted.',
  },
  unknown_symbol: {
    status: 422,
    message: 'There is no such symbol to trade.',
    retryable: false,
    fix: 'Take one of /api/v1/trading/tickers.',
  },
  unknown_contract: {
    status: 422,
    message: 'There is no such option contract.',
    retryable: false,
    fix: 'Take a contract of /api/v1/trading/options/chain/{symbol}.',
  },
  not_tradable: {
    status: 422,
    message: 'This can be quoted and not be bought or sold.',
    retryable: false,
    fix: 'Take a stock or a fund of /api/v1/trading/tickers; what has left the index, and options a split will pay out (details.reason), can only be closed.',
  },
  size_exceeds_liquidity: {
    status: 422,
    message:
      'The order is larger than what can be traded now: pending trades of the same side, and fills of the last minute, have taken some.',
    retryable: false,
    fix: 'Ask for at most details.available_quantity; there is more a minute after your last fill of the same side, or once you cancel what is pending. details.reason says why the volume of a day allows no more.',
  },
  uncovered_short: {
    status: 422,
    message: 'The order would leave a short call with nothing against it, whose loss has no end.',
    retryable: false,
    fix: 'Hold 100 shares, or a long call that lives as long, for each contract of details.uncovered, or sell it in one order with such a call.',
  },
  insufficient_buying_power: {
    status: 422,
    message: 'The cash behind the order would be less than what the positions behind it ask for.',
    retryable: false,
    fix: 'Compare details.cash_after and details.required_after: ask for less, close something, or buy protection in the same order.',
  },
  too_many_contracts: {
    status: 422,
    message: 'The account holds as many different option contracts as it may.',
    retryable: false,
    fix: 'Close some of them first; details.most says how many there may be.',
  },
  order_crosses_zero: {
    status: 422,
    message: 'The order would turn the position to its other side.',
    retryable: false,
    fix: 'Close what is held with one order and open with a second.',
  },
  limit_exceeded: {
    status: 422,
    message: 'A limit of the account forbids this order.',
    retryable: false,
    fix: 'details.limit names it, details.value is its bound and details.actual what the order or the account comes to. Ask for less; for max_pending_trades confirm or cancel a pending trade; an admin can loosen a limit.',
  },
  client_order_id_reused: {
    status: 422,
    message: 'This client_order_id was used for another order.',
    retryable: false,
    fix: 'Use a new client_order_id for a new order, and the same body for the same one.',
  },
  too_many_orders: {
    status: 429,
    message: 'The account has initiated as many orders within a minute as it may.',
    retryable: true,
    retryAfterMs: 10_000,
    fix: 'Wait; details.value is how many orders_per_minute allows, details.actual how many there were.',
  },
} as const satisfies Record<string, ErrorEntry>
