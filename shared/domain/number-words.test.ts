import { expect, it } from 'vitest'
import { signed } from './number-words.ts'

it.each([
  [0.125, 2, '+0.13'],
  [-1.2, 1, '-1.2'],
  [0, 1, '0.0'],
  [-0.04, 1, '0.0'],
  [0.004, 2, '0.00'],
  [-0.06, 1, '-0.1'],
])('%s to %i digits is %s: what rounds to zero has no sign', (value, digits, words) => {
  expect(signed(value, digits)).toBe(words)
})
