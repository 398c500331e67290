import { describe, expect, test } from 'vitest'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import { claimInstant, isKnownAt, parseBars, startOf } from './price-paths.ts'

const HEAD = 'date,symbol,open,high,low,close\n'
const bar = (day: string, symbol = 'SPY', close = 100) => `${day},${symbol},1,1,1,${close}\n`
// The Friday after Thanksgiving is a half-day; Thursday is none.
const WEEK = parseBars(
  HEAD + ['2019-11-25', '2019-11-26', '2019-11-27', '2019-11-29', '2019-12-02'].map((day) => bar(day)).join(''),
  'b',
)
const startDay = (asOf: string) => WEEK.days[startOf(WEEK, claimInstant(asOf)) ?? -1]

describe('the first close at or after a claim', () => {
  test.each([
    ['the opening read', '2019-11-26T09:40:00-05:00', '2019-11-26'],
    ['a claim at the very close', '2019-11-26T16:00:00-05:00', '2019-11-26'],
    ['a claim a second later', '2019-11-26T16:00:01-05:00', '2019-11-27'],
    ['an evening before a holiday', '2019-11-27T20:00:00-05:00', '2019-11-29'],
    ['a holiday', '2019-11-28', '2019-11-29'],
    ['a half-day until one', '2019-11-29T13:00:00-05:00', '2019-11-29'],
    ['a half-day after one', '2019-11-29T13:00:01-05:00', '2019-12-02'],
    ['a half-day as a bare date', '2019-11-29', '2019-11-29'],
    ['a weekend', '2019-11-30T12:00:00Z', '2019-12-02'],
    ['another zone', '2019-11-27T05:30:00+09:00', '2019-11-26'],
    ['after the session before the first bar', '2019-11-22T18:00:00-05:00', '2019-11-25'],
    ['before the first bar', '2019-11-22T12:00:00-05:00', undefined],
    ['after the last bar', '2019-12-03', undefined],
  ])('%s', (_what, asOf, day) => {
    expect(startDay(asOf)).toBe(day)
  })

  test('a close is known at its own instant and not before', () => {
    expect(isKnownAt(WEEK, 3, new Date('2019-11-29T18:00:00Z'))).toBe(true)
    expect(isKnownAt(WEEK, 3, new Date('2019-11-29T17:59:59Z'))).toBe(false)
  })
})

describe('the line of sessions', () => {
  test('a lost day is a gap, and another market’s day is not', () => {
    const paths = parseBars(
      HEAD + bar('2019-11-25') + bar('2019-11-27') + bar('2019-11-28', 'BTC') + bar('2019-11-29'),
      'b',
    )
    expect(paths.days).toEqual(['2019-11-25', '2019-11-26', '2019-11-27', '2019-11-29'])
    expect(paths.closes('SPY')).toEqual([100, null, 100, 100])
  })

  test('it continues until the day at which outcomes are judged', () => {
    const paths = parseBars(HEAD + bar('2019-11-25'), 'b', addDays(tradingDay('2019-11-25'), 7))
    expect(paths.closes('SPY')).toEqual([100, null, null, null, null])
  })

  test.each([
    ['date,symbol\n2019-11-25,SPY\n', 'b line 2: close: '],
    [`${HEAD}${bar('2019-11-25')}\n\n2019-11-26,SPY,1,1,1,x\n`, 'b line 5: close: must be a number'],
    [`${HEAD}2019-11-25,SPY,1,1\n`, 'line 2'],
    [`${HEAD}${bar('2019-11-25')}${bar('2019-11-25', 'SPY', 101)}`, 'b line 3: a second close of SPY on 2019-11-25'],
    [`${HEAD}25.11.2019,SPY,1,1,1,1\n`, 'b line 2: date: '],
    [HEAD, 'b: there are no bars'],
  ])('a file that cannot be read is refused by its line: %j', (text, words) => {
    expect(() => parseBars(text, 'b')).toThrow(words)
  })
})
