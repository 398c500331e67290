import { expect, test } from 'vitest'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import { combineDays, combineKnown } from './combine-days.ts'

const FIRST = tradingDay('2026-11-02')
const on = (...days: number[]) => days.map((at) => ({ day: addDays(FIRST, at), value: at }))
const sums = (left: number[], right: number[]) =>
  combineDays(on(...left), on(...right), (a, b) => 100 * a + b).map(({ day, value }) => [day, value])
const each = (...days: number[]) => days.map((at) => [addDays(FIRST, at), 101 * at])

test.each([
  ['the same days', [1, 2, 3], [1, 2, 3], [1, 2, 3]],
  ['days that one of them lacks', [1, 3, 4], [1, 2, 4, 5], [1, 4]],
  ['days that begin later', [3, 4], [1, 2, 3, 4], [3, 4]],
  ['days that end sooner', [1, 2, 3, 4], [1, 2], [1, 2]],
  ['days of no common one', [1, 3], [2, 4], []],
  ['no day', [], [1], []],
])('two series of %s have one value for each day of both', (_, left, right, both) => {
  expect(sums(left, right)).toEqual(each(...both))
  expect(sums(right, left)).toEqual(each(...both))
})

test('a combination is known since the later of its parts, and has none of their revisions', () => {
  const [early, late] = [new Date('2026-11-03T01:00:00Z'), new Date('2026-11-04T01:00:00Z')]
  const point = (value: number, knownAt: Date, source: string) => ({
    day: FIRST,
    value,
    knownAt,
    source,
    earlier: [{ value: 0, knownAt: early }],
  })
  const less = (a: number, b: number) => a - b
  const expected = { day: FIRST, value: 2, knownAt: late, source: 'late' }
  expect(combineKnown([point(5, early, 'early')], [point(3, late, 'late')], less)).toEqual([expected])
  expect(combineKnown([point(5, late, 'late')], [point(3, early, 'early')], less)).toEqual([expected])
  // Values that do not say since when they are known keep to the first series.
  expect(combineKnown(on(7), on(7), less)).toEqual([{ day: addDays(FIRST, 7), value: 0 }])
  const [undated] = on(0)
  const { earlier: _, ...dated } = point(3, late, 'late')
  expect(combineKnown([undated!], [dated], less)).toEqual([{ day: FIRST, value: -3 }])
})
