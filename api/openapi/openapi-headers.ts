const text = { type: 'string' }
const seconds = { type: 'integer', minimum: 0 }

/** Headers a client can use, beside those of HTTP itself. */
export const HEADERS = {
  'X-Request-Id': { description: 'Id of this request, the caller’s own when it sent a sane one.', schema: text },
  ETag: { description: 'Strong tag of these bytes; send it back in If-None-Match.', schema: text },
  'X-Stale': {
    description: 'true: the last document, which the database could not confirm.',
    schema: { type: 'string', const: 'true' },
  },
  Age: { description: 'With X-Stale: seconds since the database last confirmed the document.', schema: seconds },
  'X-Reason': { description: 'Why the answer is stale or empty; absent while it is neither.', schema: text },
  traceparent: {
    description: 'W3C trace context of the work that wrote this document; absent where many rows or none made it.',
    schema: text,
  },
  Allow: { description: 'Methods of this resource.', schema: text },
  'Retry-After': { description: 'Seconds to wait before another attempt.', schema: seconds },
  'WWW-Authenticate': { description: 'The scheme a token is sent with.', schema: text },
  'Idempotency-Replayed': {
    description: 'true: the first answer to this Idempotency-Key, once more; nothing was done again.',
    schema: { type: 'string', const: 'true' },
  },
  'Content-Disposition': { description: 'The name a download is saved under.', schema: text },
} as const

export const headersOf = (names: readonly (keyof typeof HEADERS)[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
