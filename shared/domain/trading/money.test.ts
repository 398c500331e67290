import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../harness/property-tests.ts'
import { dollarsIn, dollarsOf, E4_MAX, e4Of, parseDollars } from './money.ts'
import { openingBalance } from './new-account.ts'

test.each<[string | number, number | null]>([
  [100_000, 1_000_000_000],
  ['100000.0001', 1_000_000_001],
  [0.1, 1_000],
  [-2.5, -25_000],
  ['-0', 0],
  [0, 0],
  [1.23456, null],
  [1e21, null],
  [1e-7, null],
  ['1e3', null],
  [' 1', null],
  ['1,000', null],
  ['', null],
  ['+1', null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  ['99999999999.9999', 999_999_999_999_999],
  ['999999999999', null],
])('parsing %s dollars', (dollars, e4) => expect(parseDollars(dollars)).toBe(e4))

test('every amount within the bounds survives a round trip through JSON', () => {
  const amount = fc.integer({ min: -E4_MAX + 1, max: E4_MAX - 1 })
  fc.assert(
    fc.property(amount, (e4) => parseDollars(JSON.parse(JSON.stringify({ e4: dollarsOf(e4) })).e4) === e4),
    { numRuns: runs(2_000) },
  )
})

test('an amount in a body is checked against its bounds, and the error does not repeat the value', () => {
  const schema = dollarsIn({ min: 1, max: 10 }, 'of the test')
  expect(schema.parse('9.99')).toBe(99_900)
  for (const wrong of [0.9999, 10.0001, '0.9999', '1x', '5'.padEnd(21, '.'), null, [1]]) {
    const { error } = schema.safeParse(wrong)
    expect(error!.issues[0]!.message).toBe('must be dollars from 1 to 10 with at most four decimals')
  }
})

test.each([
  [0.9999, false],
  [1, true],
  [1_000_000_000, true],
  [1_000_000_000.0001, false],
])('an account that opens with %d dollars is accepted: %s', (dollars, isAccepted) => {
  expect(openingBalance('').safeParse(dollars).success).toBe(isAccepted)
})

test.each([
  [1.23455, 12_346],
  [1.23454, 12_345],
  [-0.00006, -1],
])('a price of %d dollars is %i to the nearest amount of money', (dollars, e4) => expect(e4Of(dollars)).toBe(e4))
