import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const SALT = Buffer.alloc(32, 7)

test('a sealed answer opens only with its own secret and salt, and only unchanged', () => {
  const answer = Buffer.from('{"token":"ms_agt_canary"}')
  const sealed = seal(answer, 'secret', SALT)
  expect(sealed.includes('canary')).toBe(false)
  expect(unseal(sealed, 'secret', SALT)).toEqual(answer)
  expect(unseal(sealed, 'other', SALT)).toBeNull()
  expect(unseal(sealed, 'secret', Buffer.alloc(32))).toBeNull()
  sealed[sealed.length - 1]! ^= 1
  expect(unseal(sealed, 'secret', SALT)).toBeNull()
})
