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

const instant = (text: string) => new Date(`${text}:00Z`)
const [EARLY, LATE, LATER] = ['2026-11-03T01:00', '2026-11-04T01:00', '2026-11-05T01:00'].map(instant) as [
  Date,
  Date,
  Date,
]
const less = (a: number, b: number) => a - b

test('a combination is known since the later of its parts', () => {
  const point = (value: number, knownAt: Date, source: string) => ({ day: FIRST, value, knownAt, source })
  const expected = [{ day: FIRST, value: 2, knownAt: LATE, source: 'late' }]
  expect(combineKnown([point(5, EARLY, 'early')], [point(3, LATE, 'late')], less)).toEqual(expected)
  expect(combineKnown([point(5, LATE, 'late')], [point(3, EARLY, 'early')], less)).toEqual(expected)
})

test('a revision of a part is one of the combination, from when both parts are known', () => {
  const plain = { day: FIRST, value: 3, knownAt: LATE, source: 'plain' }
  const revised = { day: FIRST, value: 5, knownAt: LATER, source: 'revised', earlier: [{ value: 4, knownAt: EARLY }] }
  const head = { day: FIRST, knownAt: LATER, source: 'revised' }
  expect(combineKnown([revised], [plain], less)).toEqual([
    { ...head, value: 2, earlier: [{ value: 1, knownAt: LATE }] },
  ])
  expect(combineKnown([plain], [revised], less)).toEqual([
    { ...head, value: -2, earlier: [{ value: -1, knownAt: LATE }] },
  ])
  // Both parts revised at the same instant are one revision.
  expect(combineKnown([revised], [{ ...revised, value: 1 }], less)).toEqual([
    { ...head, value: 4, earlier: [{ value: 0, knownAt: EARLY }] },
  ])
})
