import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { claimedId, tokenDigest } from '../../shared/agent-token.ts'
import { addressKey } from '../../shared/caller-address.ts'
import type { TokenScope } from '../../shared/domain/trading/account.ts'
import { entriesMax } from '../../shared/entries-max.ts'
import type { TokenFacts } from '../../shared/postgres/trading/account-tokens.ts'
import { Admission } from '../database/admission.ts'
import { refuse } from './errors.ts'
import { FailureBuckets } from './failure-buckets.ts'
import { valuesOf } from './raw-headers.ts'
import type { TokenLookup } from './token-lookup.ts'

export const ROUTE_CLASSES = ['public', 'agent', 'admin', 'internal'] as const
export type RouteClass = (typeof ROUTE_CLASSES)[number]

export interface Tokens {
  admin: string
  internal: string
}

/** The authenticated caller. The operators' token is held only as long as its request. */
export type Caller =
  | { class: 'agent'; accountId: number; tokenId: string; scope: TokenScope }
  | { class: 'admin' | 'internal'; token: string }

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on public routes. */
    caller: Caller | null
  }
}

/** The header that carries the token of a class when a proxy uses Authorization itself. */
const OWN_HEADER: Partial<Record<RouteClass, string>> = { admin: 'x-admin-token', internal: 'x-internal-token' }
const BEARER = /^bearer ([\x21-\x7e]{1,512})$/i

/** Digests have equal lengths, so the comparison reveals nothing about the token, not even its length. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function presentedToken(request: FastifyRequest, wanted: RouteClass): string | null {
  const bearer = BEARER.exec(request.headers.authorization ?? '')?.[1]
  if (bearer !== undefined) return bearer
  const name = OWN_HEADER[wanted]
  const own = name === undefined ? undefined : request.headers[name]
  return typeof own === 'string' && own.length > 0 && own.length <= 512 ? own : null
}

/** The scope follows the method: a token with scope read can change nothing on any route. */
const scopeFor = ({ method, routeOptions }: FastifyRequest): TokenScope =>
  method === 'GET' || method === 'HEAD' || routeOptions?.config?.reads === true ? 'read' : 'trade'

/** Unknown tokens of one address that are looked up at a time. */
const TURNS = { max: 4, waitingMax: 2_000 }
/** Longer than the deadline of a look-up, so that an outage is reported as an outage. */
const TURN_WAIT_MS = 2_500
const ADDRESSES_MAX = 20_000

export type Gate = (wanted: RouteClass, request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * Accepts requests of the wanted class. Answers 401 to a missing or unknown token, 403 to one of another class or
 * scope, 429 to too many unknown ones from one address or with one token id. A token that this replica has not seen
 * before waits for one of a few turns of its address, and is refused without a look-up once the address has failed too
 * often, so that a flood of invented tokens hardly reaches the database. A token it has seen is looked up freely, and a
 * refused one that comes again counts against itself alone.
 * Operators' tokens are read at each request, because their owner may rotate them in place.
 */
export function createGate(tokens: Tokens, lookup: TokenLookup, failures = new FailureBuckets()): Gate {
  const turns = new LRUCache<string, Admission>(entriesMax(ADDRESSES_MAX))

  function turnsOf(address: string): Admission {
    const known = turns.get(address) ?? new Admission(TURNS, TURN_WAIT_MS)
    turns.set(address, known)
    return known
  }

  function refuseIf(waitMs: number | null, reply: FastifyReply): void {
    if (waitMs === null) return
    void reply.header('retry-after', String(Math.ceil(waitMs / 1_000)))
    throw refuse('too_many_failures')
  }

  /**
   * Notes one failure of the caller, and refuses the one that has had too many. A token that is sent again is no
   * further guess: a client that retries with a revoked token must not use up what its office shares.
   */
  function pay({ guess, own, all }: FailureKeys, reply: FastifyReply): void {
    refuseIf(failures.full(all) ?? failures.fail(failures.has(guess) ? own : all), reply)
  }

  async function findAgent(
    id: string,
    presented: string,
    { wanted, request, reply }: { wanted: RouteClass; request: FastifyRequest; reply: FastifyReply },
  ): Promise<TokenFacts> {
    const found = async (): Promise<TokenFacts> => {
      const facts = await lookup.find(id)
      if (isToken(presented, facts)) return facts
      pay(failureKeys(request, presented, id), reply)
      return requireToken(reply, wanted)
    }
    if (lookup.isKnown(id)) return await found()
    const { address, all } = failureKeys(request, presented, id)
    refuseIf(failures.full(all), reply)
    const leave = await turnsOf(address).enter()
    try {
      refuseIf(failures.full(all), reply)
      return await found()
    } finally {
      leave()
    }
  }

  return async (wanted, request, reply) => {
    if (valuesOf(request.raw, 'authorization').length > 1) throw refuse('malformed_request')
    const presented = presentedToken(request, wanted)
    if (presented === null) return requireToken(reply, wanted)
    const held = classesOf(tokens, presented)
    const fits = held.find((one) => one === wanted)
    if (fits) {
      request.caller = { class: fits, token: presented }
      return
    }
    if (held.length > 0) throw refuse('forbidden', { class: wanted })
    const id = claimedId(presented)
    if (id === null) {
      pay(failureKeys(request, presented, id), reply)
      return requireToken(reply, wanted)
    }
    const facts = await findAgent(id, presented, { wanted, request, reply })
    if (wanted !== 'agent') throw refuse('forbidden', { class: wanted })
    lookup.noteUse(facts)
    if (facts.scope === 'read' && scopeFor(request) === 'trade') throw refuse('insufficient_scope')
    request.caller = { class: 'agent', accountId: facts.accountId, tokenId: facts.id, scope: facts.scope }
  }
}

interface FailureKeys {
  address: string
  /** This token from this address. */
  guess: string
  /** The guess, and the id that the token claims if it has the form of ours. */
  own: readonly string[]
  /** The address as well. */
  all: readonly string[]
}

function failureKeys({ ip }: FastifyRequest, presented: string, id: string | null): FailureKeys {
  const address = addressKey(ip)
  const guess = `${address} ${digest(presented).toString('base64')}`
  const own = id === null ? [guess] : [guess, `token/${id}`]
  return { address, guess, own, all: [address, ...own] }
}

function requireToken(reply: FastifyReply, wanted: RouteClass): never {
  void reply.header('www-authenticate', 'Bearer realm="market-state"')
  throw refuse('unauthorized', { class: wanted })
}

const NO_DIGEST = Buffer.alloc(32)

/** Compares even when the id is unknown, so that the duration does not reveal which ids exist. */
function isToken(presented: string, facts: TokenFacts | null): facts is TokenFacts {
  const same = timingSafeEqual(tokenDigest(presented), facts?.sha256 ?? NO_DIGEST)
  return same && facts?.live === true
}

/** Compares with all tokens, so that the duration does not reveal which one matched. */
function classesOf(tokens: Tokens, presented: string): (keyof Tokens)[] {
  const wanted = digest(presented)
  return (['admin', 'internal'] as const).filter((kind) => timingSafeEqual(digest(tokens[kind]), wanted))
}
