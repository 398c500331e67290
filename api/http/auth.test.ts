import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { makeAgentToken, tokenDigest } from '../../shared/agent-token.ts'
import type { TokenFacts } from '../../shared/postgres/trading/account-tokens.ts'
import { createGate } from './auth.ts'
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
  const codeOf = async (token: string): Promise<string> => {
    const request = {
      headers: { authorization: `Bearer ${token}` },
      raw: { rawHeaders: [] },
      ip: ADDRESS,
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

  it('asks the database no more often than failures are allowed, however many come at once', async () => {
    const { asked, codeOf } = gateOver([])
    const codes = await Promise.all(Array.from({ length: 200 }, () => codeOf(invented())))
    // Four turns are taken at a time, so three more may be under way when the twentieth fails.
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

  it('costs valid tokens nothing', async () => {
    const many = Array.from({ length: 60 }, makeAgentToken)
    const { codeOf } = gateOver(many)
    for (const { token } of many.slice(30)) expect(await codeOf(token)).toBe('through')
    expect(await Promise.all(many.slice(0, 30).map(({ token }) => codeOf(token)))).toEqual(Array(30).fill('through'))
  })
})
