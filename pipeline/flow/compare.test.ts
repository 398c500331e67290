import { describe, expect, it } from 'vitest'
import { compareFlow } from './compare.ts'

const WHOLE = { isTotal: true, isComplete: true }
const compare = (value: number | null, earlier: readonly (number | null)[]) => compareFlow(value, earlier, WHOLE)

describe('a figure of a session beside its own earlier sessions', () => {
  it.each([
    ['no session has none', [], null],
    ['one session is its own', [7], 7],
    ['an odd count has the one in the middle, whatever the order of the sessions', [30, 4, 100], 30],
    ['an even count has the mean of the two in the middle', [100, 4, 30, 20], 25],
    ['sessions without the figure are left out', [null, 9, null, 3, 5], 5],
    ['it is shown with four digits', [123_456], 123_500],
  ])('the median: %s', (_, earlier, median) => {
    expect(compare(1, earlier).median).toBe(median)
  })

  it('sessions without the figure count neither towards the twenty nor for the percentile', () => {
    const known = Array.from({ length: 20 }, (_, index) => index)
    expect(compare(15, [...known, null, null])).toMatchObject({ percentile: 0.75, n: 20, reason: null })
    expect(compare(15, [...known.slice(1), null])).toMatchObject({ percentile: null, n: 19 })
  })

  it('the value and the share of lower sessions have four digits', () => {
    const thirty = Array.from({ length: 30 }, (_, index) => index)
    expect(compare(1.234_567, thirty)).toMatchObject({ value: 1.235, percentile: 0.066_67 })
  })

  it('a total of an unfinished session is not ranked, but its median is shown', () => {
    const partial = compareFlow(5, [1, 2, 3], { isTotal: true, isComplete: false })
    expect(partial).toMatchObject({ value: 5, median: 2, percentile: null })
  })
})
