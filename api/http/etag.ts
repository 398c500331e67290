import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { EncodedBytes } from './encoded-bytes.ts'

/** A strong tag: equal tags mean equal bytes. */
export const strongEtag = (body: Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** RFC 9110 13.1.2: a list of tags, compared weakly; `*` matches any. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}

/** Serves an answer that never changes while the process lives. */
export function staticBytes(body: Buffer, contentType: string, cacheControl: string) {
  const bytes = new EncodedBytes(body, strongEtag(body))
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const version = bytes.versionFor(request.headers['accept-encoding'])
    void reply.headers({ etag: version.etag, 'cache-control': cacheControl, vary: 'Accept-Encoding' })
    if (matchesEtag(request.headers['if-none-match'], version.etag)) return reply.code(304).send()
    if (version.encoding !== null) void reply.header('content-encoding', version.encoding)
    return reply.header('content-type', contentType).send(await bytes.bodyOf(version))
  }
}
