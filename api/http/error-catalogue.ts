import type { ErrorKind } from '../../shared/errors.ts'
import { TRADE_REFUSALS } from '../trading/trade-refusals.ts'

export interface ErrorEntry {
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
  ...TRADE_REFUSALS,
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
