import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag, strongEtag } from './etag.ts'

/** An answer that never changes while the process lives. */
export function staticBytes(body: Buffer, contentType: string, cacheControl: string) {
  const etag = strongEtag(body)
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    void reply.header('etag', etag).header('cache-control', cacheControl)
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.header('content-type', contentType).send(body)
  }
}
