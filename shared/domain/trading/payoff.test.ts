import { expect, test } from 'vitest'
import { leastWorth, type OptionLine, worstLoss } from './payoff.ts'

const DOLLAR = 10_000
const line = (right: 'call' | 'put', strike: number, quantity: number): OptionLine => ({
  right,
  strikeE4: strike * DOLLAR,
  quantity,
})

test.each<[string, number, OptionLine[], number, number | null]>([
  ['nothing', 0, [], 0, null],
  ['a long call', 0, [line('call', 100, 1)], 0, null],
  ['a short put, worst where the stock is worth nothing', 0, [line('put', 100, -1)], 10_000, 0],
  ['a short call', 0, [line('call', 100, -1)], Number.POSITIVE_INFINITY, null],
  ['a call covered by shares', 100, [line('call', 100, -1)], 0, null],
  ['a call over a share too few', 99, [line('call', 100, -1)], Number.POSITIVE_INFINITY, null],
  [
    'a call over a share too few, which no put replaces',
    99,
    [line('call', 100, -1), line('put', 100, 100)],
    Number.POSITIVE_INFINITY,
    null,
  ],
  ['a short call spread, worst from its upper strike on', 0, [line('call', 100, -1), line('call', 110, 1)], 1_000, 110],
  ['a short put spread, worst below its lower strike', 0, [line('put', 110, -1), line('put', 100, 1)], 1_000, 0],
  [
    'a short condor with equal sides, at the lower of its worst prices',
    0,
    [line('call', 120, 1), line('call', 110, -1), line('put', 100, -1), line('put', 90, 1)],
    1_000,
    0,
  ],
  [
    'a long butterfly sold, worst at its middle strike',
    0,
    [line('call', 110, -1), line('call', 100, 2), line('call', 90, -1)],
    1_000,
    100,
  ],
])('the largest loss of %s', (_name, shares, lines, loss, at) => {
  expect(worstLoss(shares, lines)).toEqual({
    lossE4: loss * DOLLAR,
    atE4: at === null ? null : at * DOLLAR,
  })
})

test('of prices with the same least worth the lowest is named, in any order of the lines', () => {
  const strangle = [line('call', 110, 1), line('put', 90, 1)]
  for (const lines of [strangle, strangle.toReversed()])
    expect(leastWorth(0, lines)).toEqual({ worthE4: 0, atE4: 90 * DOLLAR })
})
