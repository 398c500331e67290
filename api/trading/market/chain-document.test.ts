import { expect, test } from 'vitest'
import { strikesAround } from './chain-document.ts'

const LISTED = [660, 661, 662, 663, 664, 665, 666, 667, 668, 669, 670]

test.each([
  [664.4, 5, [662, 663, 664, 665, 666]],
  [664.6, 5, [663, 664, 665, 666, 667]],
  [664, 5, [662, 663, 664, 665, 666]],
  [664.4, 6, [662, 663, 664, 665, 666, 667]],
  [664.6, 6, [662, 663, 664, 665, 666, 667]],
])('the strikes around %f are %i, of which an odd number has the nearest one in the middle', (spot, count, strikes) => {
  expect(strikesAround(LISTED, spot, count)).toEqual(strikes)
})

test('a side with too few strikes is filled up by the other', () => {
  expect(strikesAround(LISTED, 661, 5)).toEqual([660, 661, 662, 663, 664])
  expect(strikesAround(LISTED, 600, 5)).toEqual([660, 661, 662, 663, 664])
  expect(strikesAround(LISTED, 669.9, 5)).toEqual([666, 667, 668, 669, 670])
  expect(strikesAround(LISTED, 700, 5)).toEqual([666, 667, 668, 669, 670])
  expect(strikesAround(LISTED, 665, 50)).toEqual(LISTED)
  expect(strikesAround([], 665, 5)).toEqual([])
})
