import { expect, test } from 'vitest'
import { claimedId, makeAgentToken, tokenDigest } from './agent-token.ts'

test('a token contains its id and differs each time', () => {
  const made = Array.from({ length: 200 }, makeAgentToken)
  for (const { id, token, sha256 } of made) {
    expect(token).toMatch(/^ms_agt_[0-9A-Za-z]{12}_[0-9A-Za-z]{43}$/)
    expect(claimedId(token)).toBe(id)
    expect(sha256.equals(tokenDigest(token))).toBe(true)
  }
  expect(new Set(made.map(({ token }) => token)).size).toBe(200)
  const letters = new Set(made.flatMap(({ token }) => [...token.slice(20)]))
  expect(letters.size).toBe(62)
})

test.each([
  '',
  'ms_agt_',
  'ms_agt_0123456789ab_',
  `ms_agt_0123456789ab_${'x'.repeat(31)}`,
  `ms_agt_x_${'x'.repeat(43)}`,
])('a text that cannot be a token claims no id: %s', (text) => expect(claimedId(text)).toBeNull())
