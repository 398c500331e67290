import type { ErrorKind } from '../shared/errors.ts'

interface ErrorEntry {
  status: number
  /** What a caller reads; it never repeats what the caller sent. */
  message: string
  retryable: boolean
  retryAfterMs?: number
  fix: string
}

/** Every code the service answers with. Clients branch on the code; messages may be reworded. */
export const ERROR_CATALOGUE = {
  invalid_parameter: {
    status: 400,
    message: 'A parameter is missing or not valid.',
    retryable: false,
    fix: 'Correct the fields named in details.fields.',
  },
  malformed_json: {
    status: 400,
    message: 'The body is not valid JSON.',
    retryable: false,
    fix: 'Send one JSON document without NaN, __proto__ or trailing text.',
  },
  body_too_deep: {
    status: 400,
    message: 'The body is nested too deeply.',
    retryable: false,
    fix: 'Send at most 32 levels.',
  },
  malformed_request: {
    status: 400,
    message: 'The request could not be understood.',
    retryable: false,
    fix: 'Send well-formed HTTP/1.1 with a correctly percent-encoded path.',
  },
  unauthorized: {
    status: 401,
    message: 'A valid token is required.',
    retryable: false,
    fix: 'Send Authorization: Bearer with a token of the class the route is documented with.',
  },
  forbidden: {
    status: 403,
    message: 'This token is of another class than the route.',
    retryable: false,
    fix: 'Use a token of the class the route is documented with.',
  },
  insufficient_scope: {
    status: 403,
    message: 'This token may only read.',
    retryable: false,
    fix: 'Use a token of scope trade; an admin makes one for the account.',
  },
  not_found: {
    status: 404,
    message: 'There is nothing here.',
    retryable: false,
    fix: 'See /openapi.json for the routes; list resources before naming one.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This resource does not have that method.',
    retryable: false,
    fix: 'Use a method from the Allow header.',
  },
  request_timeout: {
    status: 408,
    message: 'The request did not arrive in time.',
    retryable: true,
    retryAfterMs: 0,
    fix: 'Send headers within 5 s and the whole request within 10 s.',
  },
  conflict: {
    status: 409,
    message: 'The state of the resource does not allow this.',
    retryable: false,
    fix: 'Read the resource and decide again.',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'Another request with this Idempotency-Key is being handled.',
    retryable: true,
    retryAfterMs: 1_000,
    fix: 'Send the same request with the same key again: it is answered like the first one.',
  },
  idempotency_key_sealed: {
    status: 409,
    message: 'The first answer holds a token and can only be opened with the admin token that was used then.',
    retryable: false,
    fix: 'Make another token for the account and revoke the one that was lost.',
  },
  limits_only_tighten: {
    status: 409,
    message: 'An agent may tighten its limits, and these would be looser.',
    retryable: false,
    fix: 'Leave out what details.limits names, or ask an admin.',
  },
  too_many_tokens: {
    status: 409,
    message: 'The account has as many live tokens as it may have.',
    retryable: false,
    fix: 'Revoke a token of the account first.',
  },
  market_closed: {
    status: 409,
    message: 'The market is closed.',
    retryable: false,
    fix: 'Ask again at details.next_open; /api/v1/trading/market/status says it too.',
  },
  stale_quote: {
    status: 409,
    message: 'The newest quote is older than its feed explains, so nobody may trade on it.',
    retryable: true,
    retryAfterMs: 5_000,
    fix: 'Ask again in a few seconds; a pending trade is still pending.',
  },
  no_market: {
    status: 409,
    message: 'There are no two sides in order to trade between.',
    retryable: true,
    retryAfterMs: 5_000,
    fix: 'See details.quality: a side is missing, or bid and ask are locked or crossed. Ask again, or for something else.',
  },
  delayed_feed: {
    status: 409,
    message: 'The only feed of this is late on purpose, and trading on it has not been allowed.',
    retryable: false,
    fix: 'Whoever runs the service sets ALLOW_DELAYED_TRADING=1 or configures a feed in real time.',
  },
  equity_unknown: {
    status: 409,
    message: 'A limit depends on the worth of the account, and something it holds has no price now.',
    retryable: true,
    retryAfterMs: 5_000,
    fix: 'Ask again when the quotes of details.unmarked are back; orders that only reduce are not bound by it.',
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
  payload_too_large: {
    status: 413,
    message: 'The body is too large.',
    retryable: false,
    fix: 'Send at most 64 KB, and 16 KB to trading routes.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'The body has a media type this route does not read.',
    retryable: false,
    fix: 'Send Content-Type: application/json.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for another request.',
    retryable: false,
    fix: 'Use a new key for a new request, and the same body for the same key.',
  },
  insufficient_funds: {
    status: 422,
    message: 'The cash of the account does not cover this.',
    retryable: false,
    fix: 'Read the account’s balance and ask for less.',
  },
  insufficient_position: {
    status: 422,
    message: 'The account does not hold what this would take from it.',
    retryable: false,
    fix: 'Read the account’s positions; shorting must be enabled by an admin.',
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
    fix: 'Take a stock or a fund of /api/v1/trading/tickers; what has left the index can only be sold.',
  },
  size_exceeds_liquidity: {
    status: 422,
    message: 'The order is larger than what could be traded at once.',
    retryable: false,
    fix: 'Ask for at most details.available_quantity.',
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
    fix: 'details.limit names it; /api/v1/trading/limits has its value, and an admin can loosen it.',
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
    fix: 'Wait; orders_per_minute of /api/v1/trading/limits says how many.',
  },
  too_many_failures: {
    status: 429,
    message: 'Too many unknown tokens came from this address or for this token.',
    retryable: true,
    retryAfterMs: 60_000,
    fix: 'Wait for the time in Retry-After; a good token is let through meanwhile.',
  },
  headers_too_large: {
    status: 431,
    message: 'The request headers are too large.',
    retryable: false,
    fix: 'Send at most 16 KB of headers.',
  },
  internal_error: {
    status: 500,
    message: 'Internal error.',
    retryable: true,
    retryAfterMs: 1_000,
    fix: 'Retry; if it stays, report the X-Request-Id.',
  },
  unavailable: {
    status: 503,
    message: 'The service cannot answer this right now.',
    retryable: true,
    retryAfterMs: 2_000,
    fix: 'Retry after the time in Retry-After.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERROR_CATALOGUE

export function retryAfterMsOf(code: ErrorCode): number | undefined {
  const entry: ErrorEntry = ERROR_CATALOGUE[code]
  return entry.retryAfterMs
}

/** What a kind of failure means to a client when nothing more precise was said. */
export const CODE_OF_KIND: Record<ErrorKind, ErrorCode> = {
  invalid: 'invalid_parameter',
  not_found: 'not_found',
  conflict: 'conflict',
  unavailable: 'unavailable',
  internal: 'internal_error',
}

const FROM_FASTIFY: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_BAD_URL: 'malformed_request',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

export const codeOfFastify = (code: string): ErrorCode | undefined => FROM_FASTIFY[code]
