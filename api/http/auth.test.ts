import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { makeAgentToken, tokenDigest } from '../../shared/agent-token.ts'
import type { TokenFacts } from '../../shared/postgres/trading/account-tokens.ts'
import { createGate, type RouteClass } from './auth.ts'
import { FailureBuckets } from './failure-buckets.ts'
import type { TokenLookup } from './token-lookup.ts'

const ADDRESS = '10.1.2.3'

/** A gate over a table of tokens that counts its look-ups. */
function gateOver(held: readonly { id: string; token: string }[]) {
  const asked: string[] = []
  const known = new Set<string>()
  const lookup: TokenLookup = {
    isKnown: (id) => known.has(id),
    async find(id) {
      asked.push(id)
      await new Promise(setImmediate)
      const found = held.find((each) => each.id === id)
      if (!found) return null
      known.add(id)
      return {
        id,
        accountId: 7,
        scope: 'trade',
        live: true,
        unseen: false,
        sha256: tokenDigest(found.token),
      } as TokenFacts
    },
    noteUse() {},
  }
  const gate = createGate({ admin: 'a'.repeat(16), internal: 'i'.repeat(16) }, lookup)
  const codeOf = async (token: string, ip = ADDRESS): Promise<string> => {
    const request = {
      headers: { authorization: `Bearer ${token}` },
      raw: { rawHeaders: [] },
      ip,
      method: 'GET',
    }
    const reply = { header: () => reply }
    try {
      await gate('agent', request as unknown as FastifyRequest, reply as unknown as FastifyReply)
      return 'through'
    } catch (error) {
      return (error as { body: { code: string } }).body.code
    }
  }
  return { asked, codeOf }
}

describe('a flood of invented tokens', () => {
  const invented = () => makeAgentToken().token

  it('is one flood, from however many addresses of one IPv6 network it comes', async () => {
    const { codeOf } = gateOver([])
    for (const token of [invented, () => 'no-token-of-ours']) {
      const network = token === invented ? '2001:db8:1:2' : '2001:db8:1:3'
      const codes: string[] = []
      for (let at = 1; at <= 21; at++) codes.push(await codeOf(token(), `${network}::${at}`))
      expect(codes.slice(19)).toEqual(['unauthorized', 'too_many_failures'])
    }
  })

  it('asks the database no more often than failures are allowed, however many come at once', async () => {
    const { asked, codeOf } = gateOver([])
    const codes = await Promise.all(Array.from({ length: 200 }, () => codeOf(invented())))
    // Four turns are taken at a time, so three more may be in progress when the twentieth fails.
    expect(asked.length).toSatisfy((count: number) => count >= 20 && count <= 23)
    expect(codes.filter((code) => code === 'unauthorized')).toHaveLength(20)
    expect(codes.filter((code) => code === 'too_many_failures')).toHaveLength(180)
  })

  it('does not lock out a token that was seen before, from the same address', async () => {
    const mine = makeAgentToken()
    const { codeOf } = gateOver([mine])
    expect(await codeOf(mine.token)).toBe('through')
    await Promise.all(Array.from({ length: 50 }, () => codeOf(invented())))
    expect(await codeOf(mine.token)).toBe('through')
  })

  it('is not what one client makes that sends one wrong token again and again', async () => {
    for (const wrong of [invented(), 'no-token-of-ours']) {
      const colleague = makeAgentToken()
      const { asked, codeOf } = gateOver([colleague])
      const codes: string[] = []
      for (let at = 1; at <= 60; at++) codes.push(await codeOf(wrong))
      expect(codes.slice(19, 21)).toEqual(['unauthorized', 'too_many_failures'])
      expect(codes.at(-1)).toBe('too_many_failures')
      expect(asked.length).toBeLessThanOrEqual(20)
      expect(await codeOf(colleague.token)).toBe('through')
      // Other wrong tokens are guesses: the repeated one counted as the first.
      for (let at = 2; at <= 20; at++) expect(await codeOf(invented())).toBe('unauthorized')
      expect(await codeOf(invented())).toBe('too_many_failures')
    }
  })

  it('costs valid tokens nothing', async () => {
    const many = Array.from({ length: 60 }, makeAgentToken)
    const { codeOf } = gateOver(many)
    for (const { token } of many.slice(30)) expect(await codeOf(token)).toBe('through')
    expect(await Promise.all(many.slice(0, 30).map(({ token }) => codeOf(token)))).toEqual(Array(30).fill('through'))
  })
})

describe('the gate', () => {
  const ADMIN = 'the-token-of-the-admin'
  const INTERNAL = 'the-token-of-our-own-workers'
  const mine = makeAgentToken()

  interface Asked {
    headers?: Record<string, string | string[]>
    raw?: readonly string[]
    method?: string
    reads?: boolean
    tokens?: { admin: string; internal: string }
  }

  /** Returns the caller that the gate finds, or the code of its refusal, with the headers of the answer. */
  async function ask(
    wanted: RouteClass,
    { headers = {}, raw = [], method = 'GET', reads, tokens = { admin: ADMIN, internal: INTERNAL } }: Asked,
    facts: Partial<TokenFacts> = {},
    failures?: FailureBuckets,
  ) {
    const used: string[] = []
    const lookup: TokenLookup = {
      isKnown: () => false,
      find: async (id) =>
        id === mine.id
          ? ({ id, accountId: 7, scope: 'trade', live: true, sha256: tokenDigest(mine.token), ...facts } as TokenFacts)
          : null,
      noteUse: ({ id }) => void used.push(id),
    }
    const request = {
      headers,
      raw: { rawHeaders: raw },
      ip: ADDRESS,
      method,
      caller: null,
      routeOptions: { config: { reads } },
    }
    const answered: Record<string, string> = {}
    const reply = { header: (name: string, value: string) => Object.assign(answered, { [name]: value }) }
    try {
      const gate = createGate(tokens, lookup, failures)
      await gate(wanted, request as unknown as FastifyRequest, reply as unknown as FastifyReply)
      return { outcome: request.caller, answered, used }
    } catch (error) {
      return { outcome: (error as { body: { code: string } }).body.code, answered, used }
    }
  }
  const bearer = (token: string): Asked => ({ headers: { authorization: `Bearer ${token}` } })
  const outcomeOf = async (...given: Parameters<typeof ask>) => (await ask(...given)).outcome
  const AGENT = { class: 'agent', accountId: 7, tokenId: mine.id, scope: 'trade' }

  it('lets a token through to routes of its own class only', async () => {
    expect(await outcomeOf('admin', bearer(ADMIN))).toEqual({ class: 'admin', token: ADMIN })
    expect(await outcomeOf('internal', bearer(INTERNAL))).toEqual({ class: 'internal', token: INTERNAL })
    expect(await outcomeOf('agent', bearer(mine.token))).toEqual(AGENT)
    expect(await outcomeOf('admin', bearer(INTERNAL))).toBe('forbidden')
    expect(await outcomeOf('internal', bearer(ADMIN))).toBe('forbidden')
    expect(await outcomeOf('agent', bearer(ADMIN))).toBe('forbidden')
    expect(await outcomeOf('admin', bearer(mine.token))).toBe('forbidden')
  })

  it('takes a token that is that of both classes for either', async () => {
    const tokens = { admin: ADMIN, internal: ADMIN }
    expect(await outcomeOf('internal', { ...bearer(ADMIN), tokens })).toEqual({ class: 'internal', token: ADMIN })
    expect(await outcomeOf('agent', { ...bearer(ADMIN), tokens })).toBe('forbidden')
  })

  it('names the class that the route requires if there is no token, or an unknown one', async () => {
    for (const asked of [
      {},
      bearer('x'),
      bearer(makeAgentToken().token),
      { headers: { authorization: 'Basic eDp5' } },
    ]) {
      expect(await ask('admin', asked)).toMatchObject({
        outcome: 'unauthorized',
        answered: { 'www-authenticate': 'Bearer realm="market-state"' },
      })
    }
  })

  it('refuses a wrong secret under a known id, and a token that is revoked', async () => {
    const other = `${mine.token.slice(0, -1)}${mine.token.endsWith('A') ? 'B' : 'A'}`
    expect(await outcomeOf('agent', bearer(other))).toBe('unauthorized')
    expect(await outcomeOf('agent', bearer(mine.token), { live: false })).toBe('unauthorized')
  })

  it('reads a token of operators in the header of its class, where Authorization has no bearer', async () => {
    const own = (name: string, value: string | string[]) => ({ headers: { [name]: value } })
    expect(await outcomeOf('admin', own('x-admin-token', ADMIN))).toMatchObject({ class: 'admin' })
    expect(await outcomeOf('internal', own('x-internal-token', INTERNAL))).toMatchObject({ class: 'internal' })
    expect(await outcomeOf('internal', own('x-admin-token', INTERNAL))).toBe('unauthorized')
    expect(await outcomeOf('agent', own('x-admin-token', mine.token))).toBe('unauthorized')
    expect(await outcomeOf('admin', own('x-admin-token', [ADMIN]))).toBe('unauthorized')
    expect(await outcomeOf('admin', own('x-admin-token', ''))).toBe('unauthorized')
    const both = { headers: { authorization: `Bearer ${INTERNAL}`, 'x-admin-token': ADMIN } }
    expect(await outcomeOf('admin', both)).toBe('forbidden')
  })

  it.each([1, 512, 513])('reads a token of %i characters in either header: at most 512', async (length) => {
    const token = 'x'.repeat(length)
    const tokens = { admin: token, internal: INTERNAL }
    const outcome = length <= 512 ? { class: 'admin', token } : 'unauthorized'
    expect(await outcomeOf('admin', { ...bearer(token), tokens })).toEqual(outcome)
    expect(await outcomeOf('admin', { headers: { 'x-admin-token': token }, tokens })).toEqual(outcome)
  })

  it('refuses several Authorization headers in any case, but not a value of that name', async () => {
    const asked = (...raw: string[]) => outcomeOf('admin', { ...bearer(ADMIN), raw })
    expect(await asked('Authorization', 'Bearer a', 'authorization', 'Bearer b')).toBe('malformed_request')
    expect(await asked('Authorization', 'Bearer a')).toMatchObject({ class: 'admin' })
    expect(await asked('authorization', 'authorization', 'x-note', 'authorization')).toMatchObject({ class: 'admin' })
  })

  it.each([
    ['GET', undefined, true],
    ['HEAD', undefined, true],
    ['POST', undefined, false],
    ['DELETE', false, false],
    ['POST', true, true],
  ])('lets a token of scope read through for %s on a route that reads: %s', async (method, reads, isThrough) => {
    const asked = { ...bearer(mine.token), method, ...(reads === undefined ? {} : { reads }) }
    const outcome = isThrough ? { ...AGENT, scope: 'read' } : 'insufficient_scope'
    expect(await outcomeOf('agent', asked, { scope: 'read' })).toEqual(outcome)
    expect(await outcomeOf('agent', asked)).toEqual(AGENT)
  })

  it('notes the use of the token of an account by its own routes', async () => {
    expect((await ask('agent', bearer(mine.token))).used).toEqual([mine.id])
    expect((await ask('admin', bearer(mine.token))).used).toEqual([])
  })

  it('refuses one failure too many with the seconds to wait, rounded up, also for texts that are not tokens', async () => {
    const buckets = () => new FailureBuckets({ failuresMax: 1, windowMs: 1_500, keysMax: 10 }, () => 1_000)
    for (const token of ['no-token', makeAgentToken().token]) {
      const failures = buckets()
      expect(await outcomeOf('agent', bearer(token), {}, failures)).toBe('unauthorized')
      expect(await ask('agent', bearer(token), {}, failures)).toMatchObject({
        outcome: 'too_many_failures',
        answered: { 'retry-after': '2' },
      })
      expect(await outcomeOf('agent', bearer(mine.token), {}, failures)).toBe('too_many_failures')
      expect(await outcomeOf('admin', bearer(ADMIN), {}, failures)).toMatchObject({ class: 'admin' })
    }
  })
})
