import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from './errors.ts'

export const ROUTE_CLASSES = ['public', 'agent', 'admin', 'internal'] as const
export type RouteClass = (typeof ROUTE_CLASSES)[number]

export interface Tokens {
  admin: string
  internal: string
}

/** The header that carries the token of a class when Authorization is taken by a proxy. */
const OWN_HEADER: Partial<Record<RouteClass, string>> = { admin: 'x-admin-token', internal: 'x-internal-token' }
const BEARER = /^bearer ([\x21-\x7e]{1,512})$/i

/** Digests have one length, so that the comparison tells nothing about the token, not even its length. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function presentedToken(request: FastifyRequest, wanted: RouteClass): string | null {
  const bearer = BEARER.exec(request.headers.authorization ?? '')?.[1]
  if (bearer !== undefined) return bearer
  const name = OWN_HEADER[wanted]
  const own = name === undefined ? undefined : request.headers[name]
  return typeof own === 'string' && own.length > 0 && own.length <= 512 ? own : null
}

/** Node keeps the first of several and says nothing; whoever stands in front may have judged another one. */
function countOf(request: FastifyRequest, name: string): number {
  const { rawHeaders } = request.raw
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === name) count++
  return count
}

/**
 * Lets a request of the wanted class through; 401 for no or an unknown token, 403 for one of another class. Tokens are
 * read at each request: whoever gave them may rotate them in place.
 */
export function createGate(tokens: Tokens): (wanted: RouteClass, request: FastifyRequest, reply: FastifyReply) => void {
  return (wanted, request, reply) => {
    if (countOf(request, 'authorization') > 1) throw refuse('malformed_request')
    const presented = presentedToken(request, wanted)
    const held = presented === null ? [] : classesOf(tokens, presented)
    if (held.some((one) => one === wanted)) return
    if (held.length > 0) throw refuse('forbidden')
    void reply.header('www-authenticate', 'Bearer realm="market-state"')
    throw refuse('unauthorized')
  }
}

/** All are compared, so that the time does not say which one came close. */
function classesOf(tokens: Tokens, presented: string): (keyof Tokens)[] {
  const wanted = digest(presented)
  return (['admin', 'internal'] as const).filter((kind) => timingSafeEqual(digest(tokens[kind]), wanted))
}
