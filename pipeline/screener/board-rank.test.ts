import { expect, test } from 'vitest'
import type { PickSide, RegimeBand } from '../../shared/domain/contract/screener-ids.ts'
import { boardScore, capOf, isAdverse, openSlots, regimeTilt } from './board-rank.ts'
import { type Standing, standingOf } from './trust.ts'

test.each<[RegimeBand | null, [number, number], [number, number], PickSide | null]>([
  ['low', [3, 2], [1.1, 0.8], 'short'],
  ['elevated', [2, 2], [1, 1], null],
  ['high', [1, 3], [0.8, 1.2], 'long'],
  [null, [0, 0], [1, 1], null],
])('in the band %s there are %j slots of long and short, tilted by %j', (band, caps, tilts, adverse) => {
  const both = ['long', 'short'] as const
  expect(both.map((side) => capOf(band, side))).toEqual(caps)
  expect(both.map((side) => regimeTilt(band, side))).toEqual(tilts)
  expect(both.filter((side) => isAdverse(band, side))).toEqual(adverse ? [adverse] : [])
})

const watching = standingOf({ all: [], postLock: [] }, 'insufficient')
test.each<[string, Standing, number]>([
  ['a proven archetype', { ...watching, isProven: true }, 79.2],
  ['one that is watched', watching, 66],
  ['one that has worsened', { ...watching, isProven: true, drift: 'degraded' }, 39.6],
  ['one that its placebos falsify', { ...watching, gauntlet: 'falsified' }, 39.6],
])('the score of a pick of %s is its conviction, weighed and tilted', (_what, standing, score) => {
  // A conviction of 60, times 1.2, 1 or 0.6, times 1.1 for a long while falls are unlikely.
  expect(boardScore({ conviction: 60, standing, band: 'low', side: 'long' })).toBe(score)
})

test.each([
  [3, [], [1, 2, 3]],
  [3, [2], [1, 3]],
  [2, [1, 2], []],
  [1, [1, 2, 3], []],
  [2, [3], [1]],
  [0, [], []],
])('of %i slots, of which %j are taken, %j are free', (cap, taken, free) => expect(openSlots(cap, taken)).toEqual(free))
