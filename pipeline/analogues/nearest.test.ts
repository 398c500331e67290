import { describe, expect, test } from 'vitest'
import { ANALOGUES_MAX, APART_SESSIONS, nearestBefore, RECENT_SESSIONS, unlikeInWords } from './nearest.ts'

/** One dimension: the reading of each session. */
const points = (values: readonly number[]) => ({ width: 1, values: Float64Array.from(values) })
const AT = 40
/** The nearer in time, the nearer in its reading. */
const climbing = points(Array.from({ length: AT + 1 }, (_, row) => row))

describe('the nearest sessions', () => {
  test('the last twenty sessions do not count, the one before them does', () => {
    expect(nearestBefore(climbing, AT)[0]).toEqual({ at: AT - RECENT_SESSIONS - 1, distance: RECENT_SESSIONS + 1 })
  })

  test('each is ten sessions or more from every other', () => {
    expect(nearestBefore(climbing, AT).map(({ at }) => at)).toEqual([19, 19 - APART_SESSIONS])
    const falling = points(Array.from({ length: AT + 1 }, (_, row) => AT - row))
    expect(nearestBefore(falling, AT).map(({ at }) => at)).toEqual([19, 9])
    // The best one lies in the middle, so that its neighbours on both sides are left out.
    const middle = points(Array.from({ length: 61 }, (_, row) => (row === 60 ? 20 : row)))
    expect(nearestBefore(middle, 60).map(({ at }) => at)).toEqual([20, 10, 30, 0])
  })

  test('the distance is the root mean square over the dimensions', () => {
    const values = new Float64Array((AT + 1) * 2).fill(100)
    values.set([3, 4], 0)
    values.set([0, 0], AT * 2)
    const [first, second] = nearestBefore({ width: 2, values }, AT)
    expect(first).toEqual({ at: 0, distance: Math.sqrt(12.5) })
    expect(second).toEqual({ at: 10, distance: 100 })
  })

  test('of equals the earliest counts, and a session without a reading never does', () => {
    const level = Array.from({ length: AT + 1 }, () => 1)
    expect(nearestBefore(points(level), AT).map(({ at }) => at)).toEqual([0, 10])
    level[0] = Number.NaN
    expect(nearestBefore(points(level), AT).map(({ at }) => at)).toEqual([1, 11])
  })

  test('there are at most twenty-five, and none for a session that is too early', () => {
    const long = points(Array.from({ length: 1_000 }, () => 0))
    expect(nearestBefore(long, 999)).toHaveLength(ANALOGUES_MAX)
    expect(nearestBefore(long, RECENT_SESSIONS)).toEqual([])
    expect(nearestBefore(long, RECENT_SESSIONS - 1)).toEqual([])
    expect(nearestBefore(long, RECENT_SESSIONS + 1)).toHaveLength(1)
  })
})

test('sessions farther away on average than two drawn at random are said to be unlike, and nearer ones not', () => {
  const at = (...distances: number[]) => unlikeInWords(distances.map((distance, row) => ({ at: row, distance })))
  expect(at(1, 1.8)).toBe('')
  expect(at(3, 5)).toBe(
    ' No past session was like this state: these 2 differ from it by 4.0 standard deviations on average, two sessions drawn at random by 1.4.',
  )
})
