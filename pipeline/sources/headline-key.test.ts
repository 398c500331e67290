import { expect, it } from 'vitest'
import { createKey } from './headline-key.ts'

// The test vectors of the authors of FNV.
it.each([
  ['', 'cbf29ce484222325'],
  ['a', 'af63dc4c8601ec8c'],
  ['foobar', '85944171f73967e8'],
])('the key of "%s" is %s', (guid, key) => expect(createKey(guid)).toBe(key))

it('every key has sixteen digits, and different articles have different keys', () => {
  const keys = Array.from({ length: 500 }, (_, at) => createKey(`https://example.com/${at}`))
  expect(keys.every((key) => /^[0-9a-f]{16}$/.test(key))).toBe(true)
  expect(keys.some((key) => key.startsWith('0'))).toBe(true)
  expect(new Set(keys).size).toBe(500)
})
