import { expect, it } from 'vitest'
import {
  counted,
  dollarPrice,
  heldInWords,
  inDollars,
  inThousands,
  ordinal,
  signed,
  trueSigned,
  unsigned,
} from './number-words.ts'

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

it('a figure without a plus has no minus where it rounds to zero, and a price below zero has its minus in front', () => {
  expect([-0.004, 0, 0.44, -0.45].map((value) => unsigned(value, 2))).toEqual(['0.00', '0.00', '0.44', '-0.45'])
  expect([61.14, -36.98].map(dollarPrice)).toEqual(['$61.14', '-$36.98'])
})

it('a count of one has no plural', () => {
  expect([0, 1, 2].map((count) => counted(count, 'session'))).toEqual(['0 sessions', '1 session', '2 sessions'])
  expect([heldInWords(1), heldInWords(2)]).toEqual([
    '1 alert kind lacks an input and neither fires nor clears',
    '2 alert kinds lack an input and neither fire nor clear',
  ])
})

it('an ordinal ends in the way of its last figure, but for the teens of each hundred', () => {
  const numbers = [0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 21, 22, 23, 101, 111, 113, 121]
  expect(numbers.map(ordinal).join(' ')).toBe(
    '0th 1st 2nd 3rd 4th 10th 11th 12th 13th 14th 21st 22nd 23rd 101st 111th 113th 121st',
  )
})

it('large counts have their thousands apart and no fraction, and a minus for readers is as wide as a plus', () => {
  expect([inThousands(2_280_382), inThousands(999.5)]).toEqual(['2,280,382', '1,000'])
  expect([trueSigned(-1.25, 1), trueSigned(1.2, 1), trueSigned(0, 1)]).toEqual(['−1.3', '+1.2', '0.0'])
})

it('an amount has two digits, and up to four where it has them', () => {
  expect([inDollars(1_057.4), inDollars(0.12345), inDollars(2)]).toEqual([
    '1,057.40 dollars',
    '0.1235 dollars',
    '2.00 dollars',
  ])
})
