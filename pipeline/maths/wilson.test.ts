import { expect, it } from 'vitest'
import { wilson } from './wilson.ts'

// The tables of Newcombe (1998), method 3, and of Brown, Cai and DasGupta (2001).
it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
  [10, 10, 0.7225, 1],
])('%i of %i lies between %d and %d', (count, n, low, high) => {
  const found = wilson(count / n, n)!
  expect(found.low).toBeCloseTo(low, 4)
  expect(found.high).toBeCloseTo(high, 4)
})

it('its ends are the rates from which the observed one is 1.96 deviations away, also with a part of a sample', () => {
  const [rate, n] = [0.3, 12.5]
  const { low, high } = wilson(rate, n)!
  for (const end of [low, high]) {
    expect(Math.abs(rate - end) / Math.sqrt((end * (1 - end)) / n)).toBeCloseTo(1.959964, 6)
  }
})

it('there is none without samples', () => expect([wilson(0.5, 0), wilson(0.5, -1)]).toEqual([null, null]))
