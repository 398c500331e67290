import { expect, it } from 'vitest'
import { stressedMarket } from '../../harness/fixtures/state-history/state-history.ts'
import { fitSpace } from './fit.ts'

const REFIT = 600
const FOUR_DIMENSIONS = 0b1111

/** The axes of a fit where the last of four dimensions has no reading from one session to another. */
function axesWithGap(from: number, to: number): number {
  const market = stressedMarket({ sessions: 700 })
  market.columns[3]!.values.fill(Number.NaN, from, to)
  return fitSpace(market, REFIT, FOUR_DIMENSIONS, 0)!.axes.length
}

it('a dimension is fitted with readings on half of the sessions before the refit, and left out with one less', () => {
  expect([axesWithGap(300, REFIT), axesWithGap(299, REFIT)]).toEqual([4, 3])
})

it('a reading of the refit session itself does not count', () => {
  expect(axesWithGap(299, REFIT + 1)).toBe(axesWithGap(299, REFIT))
})
