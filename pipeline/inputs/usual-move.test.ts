import { expect, test } from 'vitest'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import { PERCENTILE_SESSIONS } from './own-percentile.ts'
import { usualMove } from './usual-move.ts'

const FIRST = tradingDay('2024-01-02')
const points = (values: readonly number[]) => values.map((value, at) => ({ day: addDays(FIRST, at), value }))
const swing = (count: number) => Array.from({ length: count }, (_, at) => at % 2)

test('a usual move is the deviation of the changes of the last year', () => {
  const year = usualMove(points(swing(PERCENTILE_SESSIONS + 1)))!
  // A jump is the first of the year's changes, then the one before it.
  expect(usualMove(points([50, ...swing(PERCENTILE_SESSIONS)]))).toBeGreaterThan(3 * year)
  expect(usualMove(points([50, ...swing(PERCENTILE_SESSIONS + 1)]))).toBe(year)
  expect(year).toBeCloseTo(1, 2)
})

test('a usual move is unknown from one change', () => {
  expect([usualMove(points([])), usualMove(points([1])), usualMove(points([1, 2]))]).toEqual([null, null, null])
  expect(usualMove(points([1, 2, 1]))).toBeCloseTo(Math.SQRT2, 12)
})
