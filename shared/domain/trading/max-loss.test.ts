import { expect, test } from 'vitest'
import { maxLossE4 } from './max-loss.ts'

const leg = (instrument: string, quantity: number, price: number, multiplier = 100) => ({
  instrument,
  quantity,
  priceE4: price * 10_000,
  bidE4: 0,
  askE4: 0,
  multiplier,
})
const CALL_100 = 'SPY261218C00100000'
const CALL_110 = 'SPY261218C00110000'
const PUT_90 = 'SPY261218P00090000'
const PUT_100 = 'SPY261218P00100000'
const LATER = 'SPY270115C00110000'

test.each<[string, Parameters<typeof maxLossE4>[0], number | null]>([
  ['long shares', [leg('SPY', 3, 100, 1)], 300],
  ['short shares', [leg('SPY', -3, 100, 1)], null],
  ['a long call', [leg(CALL_100, 2, 5)], 1_000],
  ['a short call', [leg(CALL_100, -1, 5)], null],
  ['a short put', [leg(PUT_90, -1, 2)], 8_800],
  ['a debit', [leg(CALL_100, 1, 5), leg(CALL_110, -1, 2)], 300],
  ['a credit', [leg(CALL_100, -1, 5), leg(CALL_110, 1, 2)], 700],
  ['a risk reversal', [leg(PUT_90, -1, 3), leg(CALL_110, 1, 2)], 8_900],
  ['a long straddle', [leg(PUT_100, 1, 3), leg(CALL_100, 1, 2)], 500],
  ['more short calls than long', [leg(CALL_100, 1, 5), leg(CALL_110, -2, 2)], null],
  ['a long guts, which is worth ten at least', [leg('SPY261218C00090000', 1, 11), leg(PUT_100, 1, 3)], 400],
  ['a vertical that brings cash and cannot lose', [leg(CALL_100, 1, 1), leg(CALL_110, -1, 2)], 0],
  ['a diagonal', [leg(CALL_100, -1, 5), leg(LATER, 1, 4)], 900],
  ['a long that ends before its short', [leg(CALL_100, 1, 5), leg(LATER, -1, 4)], null],
])('the maximum loss of %s', (_name, legs, dollars) => {
  expect(maxLossE4(legs, 0)).toBe(dollars === null ? null : dollars * 10_000)
  if (dollars) expect(maxLossE4(legs, 7)).toBe(dollars * 10_000 + 7)
})

test('an order without legs has no loss to tell', () => expect(() => maxLossE4([], 0)).toThrow(RangeError))
