import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const SALT = Buffer.alloc(32, 7)

test('only the same secret and salt open it, and nothing that was changed', () => {
  const answer = Buffer.from('{"token":"ms_agt_canary"}')
  const sealed = seal(answer, 'secret', SALT)
  expect(sealed.includes('canary')).toBe(false)
  expect(unseal(sealed, 'secret', SALT)).toEqual(answer)
  expect(unseal(sealed, 'other', SALT)).toBeNull()
  expect(unseal(sealed, 'secret', Buffer.alloc(32))).toBeNull()
  sealed[sealed.length - 1]! ^= 1
  expect(unseal(sealed, 'secret', SALT)).toBeNull()
})
