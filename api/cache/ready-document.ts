import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag, strongEtag } from '../http/etag.ts'
import { CORS_HEADERS, SECURITY_HEADERS } from '../http/response-headers.ts'

/** One second in a proxy keeps a crowd away from us; a caller that wants the newest revalidates by ETag. */
const CACHE_CONTROL = 'public, max-age=1'
const SECURITY_LINES: readonly string[] = Object.entries({ ...SECURITY_HEADERS, ...CORS_HEADERS }).flat()

/** A 200 and a 304, complete except for the request id and checked against the route's contract. */
export interface ReadyDocument {
  body: Buffer
  /** Headers of the 200: names and values alternate, as node writes them. */
  full: readonly string[]
  /** Headers of the 304: RFC 9110 15.4.5 omits those that describe the bytes. */
  notModified: readonly string[]
  etag: string
  /** The span that wrote it; null if many rows or none made it. */
  traceparent: string | null
  /** When the database last confirmed the content, on the cache's monotonic clock. */
  confirmedAtMs: number
}

export function readyDocument(
  body: Buffer,
  {
    contentType,
    traceparent,
    confirmedAtMs,
    headers = {},
  }: { contentType: string; headers?: Readonly<Record<string, string>> } & Pick<
    ReadyDocument,
    'traceparent' | 'confirmedAtMs'
  >,
): ReadyDocument {
  const etag = strongEtag(body)
  const notModified = [...SECURITY_LINES, 'etag', etag, 'cache-control', CACHE_CONTROL]
  const written = traceparent === null ? [] : ['traceparent', traceparent]
  const described = [
    'content-type',
    contentType,
    'content-length',
    String(body.length),
    ...Object.entries(headers).flat(),
  ]
  const full = [...notModified, ...written, ...described]
  return { body, full, notModified, etag, traceparent, confirmedAtMs }
}

/**
 * Sends every ready document, hot or cold. It bypasses fastify's reply, which would collect and merge the same headers
 * for each request, a fifth of the work of a hot read. Headers of the reply and onSend hooks do not apply; a header for
 * every document belongs in `readyDocument`.
 */
export function sendReady(request: FastifyRequest, reply: FastifyReply, document: ReadyDocument): FastifyReply {
  const limit = ['ratelimit-policy', 'ratelimit'].flatMap((name) => {
    const value = reply.getHeader(name)
    return value === undefined ? [] : [name, String(value)]
  })
  const { raw } = reply.hijack()
  if (matchesEtag(request.headers['if-none-match'], document.etag)) {
    raw.writeHead(304, [...document.notModified, 'x-request-id', request.id, ...limit]).end()
  } else {
    raw.writeHead(200, [...document.full, 'x-request-id', request.id, ...limit]).end(document.body)
  }
  return reply
}
