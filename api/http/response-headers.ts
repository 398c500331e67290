/**
 * The headers @fastify/helmet would set, as one constant: helmet runs a dozen functions per request, a tenth of the
 * cost of a hot read. Pages of other origins read public routes only.
 */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const

/** Lets pages of every origin read, without credentials, and see the headers that a reader needs. */
export const CORS_HEADERS = {
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Age, X-Stale, X-Reason, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, traceparent, ' +
    'Content-Disposition, Allow',
} as const

/**
 * A browser learns this before it sends a request with its own headers to another origin, and checks again once a day.
 */
export const PREFLIGHT_HEADERS = {
  'access-control-allow-headers': 'Content-Type, If-None-Match, Last-Event-ID, X-Request-Id, traceparent',
  'access-control-max-age': '86400',
} as const

const text = { type: 'string' }
const seconds = { type: 'integer', minimum: 0 }

/** The documented headers: those that a client can use, apart from standard HTTP ones. */
export const HEADERS = {
  'X-Request-Id': {
    description:
      'Id of this request: the caller’s own X-Request-Id if it has 8 to 64 letters, digits, _ or -, otherwise a new ' +
      'one.',
    schema: text,
  },
  ETag: { description: 'Strong tag of these bytes; send it back in If-None-Match.', schema: text },
  'X-Stale': {
    description: 'true: the last known document, which the database could not confirm.',
    schema: { type: 'string', const: 'true' },
  },
  Age: { description: 'With X-Stale: seconds since the database last confirmed the document.', schema: seconds },
  'X-Reason': { description: 'Why the answer is stale or empty; absent otherwise.', schema: text },
  traceparent: {
    description: 'W3C trace context of the work that wrote this document; absent if many rows or none made it.',
    schema: text,
  },
  'Cache-Control': {
    description:
      'How long these bytes may be served again without asking: max-age seconds by a browser, s-maxage by a shared cache. ' +
      'no-store: never, as for every refusal and every answer about an account.',
    schema: text,
  },
  Allow: { description: 'Methods that this resource allows.', schema: text },
  'Retry-After': { description: 'Seconds to wait before another attempt.', schema: seconds },
  RateLimit: {
    description:
      'What is left for this caller: r requests, for t seconds. A refused request that was counted has it too.',
    schema: text,
  },
  'RateLimit-Policy': { description: 'The limit: q requests in w seconds.', schema: text },
  'WWW-Authenticate': { description: 'The scheme in which to send a token.', schema: text },
  'Idempotency-Replayed': {
    description: 'true: this repeats the first answer to the Idempotency-Key; nothing was done again.',
    schema: { type: 'string', const: 'true' },
  },
  'Content-Disposition': { description: 'The file name for saving a download.', schema: text },
} as const
export type HeaderName = keyof typeof HEADERS
