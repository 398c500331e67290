import type { FastifyReply, FastifyRequest } from 'fastify'
import { CACHE_CONTROL } from '../http/cache-control.ts'
import { EncodedBytes } from '../http/encoded-bytes.ts'
import { matchesEtag, strongEtag } from '../http/etag.ts'
import { CORS_HEADERS, SECURITY_HEADERS } from '../http/response-headers.ts'

const SHARED_HEADERS: Readonly<Record<string, string>> = { ...SECURITY_HEADERS, ...CORS_HEADERS }

/** A 200 and a 304, complete except for the request id and checked against the route's contract. */
export interface ReadyDocument {
  body: Buffer
  bytes: EncodedBytes
  /** Headers of the 200 that no encoding changes: names and values alternate, as node writes them. */
  full: readonly string[]
  /** Headers of the 304 that no encoding changes: RFC 9110 15.4.5 omits those that describe the bytes. */
  notModified: readonly string[]
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
  const bytes = new EncodedBytes(body, strongEtag(body))
  const { 'cache-control': cacheControl = CACHE_CONTROL.live, ...own } = headers
  // A document may replace a header that all documents share, such as the content policy of a page.
  const shared = Object.entries(SHARED_HEADERS).filter(([name]) => own[name] === undefined)
  const notModified = [...shared.flat(), 'cache-control', cacheControl, 'vary', 'Accept-Encoding']
  const written = traceparent === null ? [] : ['traceparent', traceparent]
  const described = ['content-type', contentType, ...Object.entries(own).flat()]
  const full = [...notModified, ...written, ...described]
  return { body, bytes, full, notModified, traceparent, confirmedAtMs }
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
  const { bytes, full, notModified } = document
  const version = bytes.versionFor(request.headers['accept-encoding'])
  const own = ['etag', version.etag, 'x-request-id', request.id, ...limit]
  if (matchesEtag(request.headers['if-none-match'], version.etag)) {
    raw.writeHead(304, [...notModified, ...own]).end()
    return reply
  }
  const send = (body: Buffer, encoded: readonly string[]): void => {
    raw.writeHead(200, [...full, ...encoded, 'content-length', String(body.length), ...own]).end(body)
  }
  const encoded = version.encoding === null ? [] : ['content-encoding', version.encoding]
  if (version.body) send(version.body, encoded)
  else
    bytes.bodyOf(version).then(
      (body) => send(body, encoded),
      () => raw.destroy(),
    )
  return reply
}
