import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

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
  const etag = strongEtag(body)
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    void reply.header('etag', etag).header('cache-control', cacheControl)
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.header('content-type', contentType).send(body)
  }
}
