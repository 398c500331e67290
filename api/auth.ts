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
  return typeof own === 'string' && own.length <= 512 ? own : null
}

/** Lets a request of the wanted class through; 401 for no or an unknown token, 403 for one of another class. */
export function createGate(tokens: Tokens): (wanted: RouteClass, request: FastifyRequest, reply: FastifyReply) => void {
  const known = [
    { class: 'admin', digest: digest(tokens.admin) },
    { class: 'internal', digest: digest(tokens.internal) },
  ] as const
  return (wanted, request, reply) => {
    const presented = digest(presentedToken(request, wanted) ?? '')
    // All are compared, so that the time does not say which one came close.
    const found = known.filter((token) => timingSafeEqual(token.digest, presented)).map((token) => token.class)
    if (found.some((held) => held === wanted)) return
    if (found.length > 0) throw refuse('forbidden')
    void reply.header('www-authenticate', 'Bearer realm="market-state"')
    throw refuse('unauthorized')
  }
}
