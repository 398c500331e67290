import type { ErrorKind } from '../../shared/errors.ts'

export interface ErrorEntry {
  status: number
  /** The sentence for the client; it never repeats the client's input. */
  message: string
  retryable: boolean
  retryAfterMs?: number
  fix: string
}

/** The codes that any route can answer. Clients branch on the code; messages may be reworded. */
export const HTTP_ERRORS = {
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
  expectation_failed: {
    status: 417,
    message: 'The only expectation supported is 100-continue.',
    retryable: false,
    fix: 'Send the request without an Expect header, or with 100-continue.',
  },
  unauthorized: {
    status: 401,
    message: 'A valid token is required.',
    retryable: false,
    fix: 'Send Authorization: Bearer with a token of the class named in details.class.',
  },
  forbidden: {
    status: 403,
    message: 'The class of this token does not fit the route.',
    retryable: false,
    fix: 'Use a token of the class named in details.class.',
  },
  insufficient_scope: {
    status: 403,
    message: 'This token may only read.',
    retryable: false,
    fix: 'Use a token with scope trade; an admin creates one for the account.',
  },
  foreign_host: {
    status: 403,
    message: 'This request was addressed to another host, or came from a page of another origin.',
    retryable: false,
    fix: 'Send requests to the host of PUBLIC_URL or a loopback name, not from a page of another origin; an operator sets PUBLIC_URL.',
  },
  not_found: {
    status: 404,
    message: 'There is nothing here.',
    retryable: false,
    fix: 'Use a path of /openapi.json.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This resource does not support that method.',
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
  clock_moving: {
    status: 409,
    message: 'Another caller is moving the clock.',
    retryable: true,
    retryAfterMs: 1_000,
    fix: 'Wait until the clock has no target, or send the action pause, which always works and drops the target. details.moved_by names the caller.',
  },
  clock_is_live: {
    status: 409,
    message: 'This service works on live data, so its clock is real time and cannot be moved.',
    retryable: false,
    fix: 'Start a service with SOURCES=simulated and a data folder of its own.',
  },
  clock_replaced: {
    status: 409,
    message: 'Another command replaced this one before the clock arrived.',
    retryable: false,
    fix: 'Read where the clock stands and decide again.',
  },
  too_many_alerts: {
    status: 409,
    message: 'There are as many custom alerts as the service allows.',
    retryable: false,
    fix: 'Delete a custom alert first.',
  },
  too_many_webhooks: {
    status: 409,
    message: 'There are as many webhooks as the service allows.',
    retryable: false,
    fix: 'Delete a webhook first.',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'Another request with this Idempotency-Key is still running.',
    retryable: true,
    retryAfterMs: 1_000,
    fix: 'Repeat the same request with the same key; it gets the first answer.',
  },
  event_gone: {
    status: 410,
    message: 'Some events after this id have been deleted, because they are older than the log’s retention.',
    retryable: false,
    fix: 'Read the snapshot at details.snapshot, then continue with after = details.oldest_id - 1.',
  },
  payload_too_large: {
    status: 413,
    message: 'The body is too large.',
    retryable: false,
    fix: 'Send at most 64 KB, and 16 KB to trading routes.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'This route does not read bodies of that media type or encoding.',
    retryable: false,
    fix: 'Send Content-Type: application/json, and no Content-Encoding.',
  },
  too_many_events: {
    status: 422,
    message: 'The range contains more than 1,000 events that match this webhook.',
    retryable: false,
    fix: 'Replay it in smaller ranges.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for another request.',
    retryable: false,
    fix: 'Use a new key for a new request, and the same body for the same key.',
  },
  too_many_failures: {
    status: 429,
    message: 'Too many unknown tokens came from this address or with this token id.',
    retryable: true,
    retryAfterMs: 60_000,
    fix: 'Wait for the time in Retry-After; a token that this replica has seen before is accepted meanwhile.',
  },
  rate_limited: {
    status: 429,
    message: 'This caller sent more requests of this kind than its limit allows.',
    retryable: true,
    retryAfterMs: 60_000,
    fix: 'Wait for the time in Retry-After; RateLimit shows what is left.',
  },
  upgrade_required: {
    status: 426,
    message: 'This route is a WebSocket.',
    retryable: false,
    fix: 'Open it with a WebSocket client, or read the stream or the pages of the log instead.',
  },
  headers_too_large: {
    status: 431,
    message: 'The request headers are too large.',
    retryable: false,
    fix: 'Send at most 16 KB of headers.',
  },
  too_many_streams: {
    status: 503,
    message: 'You have as many open streams on this replica as one address or account may have.',
    retryable: true,
    retryAfterMs: 5_000,
    fix: 'Close a stream; one can follow everything, because kinds takes a list.',
  },
  stream_full: {
    status: 503,
    message: 'This replica has as many open streams as it allows.',
    retryable: true,
    retryAfterMs: 5_000,
    fix: 'Wait for the time in Retry-After, or page through the events instead.',
  },
  internal_error: {
    status: 500,
    message: 'Internal error.',
    retryable: true,
    retryAfterMs: 1_000,
    fix: 'Retry; if it keeps failing, report the X-Request-Id.',
  },
  disk_full: {
    status: 503,
    message: 'The disk of the database is full, so nothing can be written; this request changed nothing.',
    retryable: true,
    retryAfterMs: 10_000,
    fix: 'Retry after the time in Retry-After; reads still work, and the status page informs the operator.',
  },
  failover_not_accepted: {
    status: 503,
    message:
      'The database lost its newest writes in a failover, so trading is stopped until an operator accepts the loss; this request changed nothing.',
    retryable: true,
    retryAfterMs: 30_000,
    fix: 'Read your trades, positions and cash again: the newest changes may be lost. Retry after the time in Retry-After; the operator resumes trading with ops failover accept.',
  },
  not_ready: {
    status: 503,
    message: 'This replica is starting or stopping and takes no requests now.',
    retryable: true,
    retryAfterMs: 1_000,
    fix: 'Send requests to another replica until this route answers 200.',
  },
  overloaded: {
    status: 503,
    message: 'Too many requests of this kind are waiting already.',
    retryable: true,
    retryAfterMs: 1_000,
    fix: 'Retry after the time in Retry-After, with fewer requests at a time.',
  },
  unavailable: {
    status: 503,
    message: 'The service cannot answer this right now.',
    retryable: true,
    retryAfterMs: 2_000,
    fix: 'Retry after the time in Retry-After.',
  },
} as const satisfies Record<string, ErrorEntry>

export type HttpErrorCode = keyof typeof HTTP_ERRORS

/** Every code of the service. A subject declares its own codes into this interface; api/error-catalogue.ts has the values. */
export interface ErrorCatalogue extends Readonly<Record<HttpErrorCode, ErrorEntry>> {}
export type ErrorCode = keyof ErrorCatalogue

/** The code of a failure that carries no code of its own. */
export const CODE_OF_KIND: Record<ErrorKind, HttpErrorCode> = {
  invalid: 'invalid_parameter',
  not_found: 'not_found',
  conflict: 'conflict',
  unavailable: 'unavailable',
  internal: 'internal_error',
}

const FROM_FASTIFY: Record<string, HttpErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_BAD_URL: 'malformed_request',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_STATIC_FORBIDDEN_PATH: 'not_found',
}

export const codeOfFastify = (code: string): HttpErrorCode | undefined => FROM_FASTIFY[code]
