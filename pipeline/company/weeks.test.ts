import { describe, expect, test } from 'vitest'
import { addDays, type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { type Fact, quartersOf } from '../filings/reported-facts.ts'
import { fundamentals } from './fundamentals.ts'

/** The first day of a fiscal year of a warehouse club; its quarters have 12, 12, 12 and 16 weeks. */
const YEAR = tradingDay('2023-09-04')
const WEEK = 7

const weeks = (from: TradingDay, first: number, count: number) => ({
  start: addDays(from, WEEK * first),
  end: addDays(from, WEEK * (first + count) - 1),
})
const fact = (tag: string, value: number, period: { start: TradingDay; end: TradingDay }, late = 0): Fact => {
  const filed = addDays(period.end, 20 + late)
  return { tag, unit: 'USD', value, ...period, filed, accession: `a-${filed}`, form: '10-Q' }
}

/** A fiscal year as such companies file it: quarters and years to date of revenue, cash flows to date alone. */
const yearOf = (from: TradingDay, lengths: readonly number[], quarters: readonly number[]): Fact[] =>
  lengths.flatMap((length, at) => {
    const through = lengths.slice(0, at + 1).reduce((sum, each) => sum + each, 0)
    const toDate = quarters.slice(0, at + 1).reduce((sum, each) => sum + each, 0)
    const year = weeks(from, 0, through)
    const own = at === 3 ? [] : [fact('Revenues', quarters[at]!, weeks(from, through - length, length))]
    return [
      ...own,
      fact('Revenues', toDate, year),
      fact('NetCashProvidedByUsedInOperatingActivities', toDate / 10, year),
    ]
  })

const CLUB = [12, 12, 12, 16]
const GROCER = [16, 12, 12, 13]
const read = (facts: Fact[], on: TradingDay) =>
  fundamentals({ name: null, facts, unreadable: null, foreign: [] }, { on, splits: null })

describe('quarters of unequal weeks', () => {
  test.each([
    ['a warehouse club', CLUB, [60, 64, 65, 90]],
    ['a grocer', GROCER, [45, 34, 33, 36]],
  ])('of %s have all their cash flows, though half-years have 24 or 28 weeks', (_, lengths, values) => {
    const { quarters, ttm } = read(yearOf(YEAR, lengths, values), tradingDay('2024-12-31'))
    const newestFirst = values.toReversed()
    expect(quarters.map(({ revenue }) => revenue.value)).toEqual(newestFirst)
    expect(quarters.map(({ operating_cash_flow: flow }) => flow.value)).toEqual(newestFirst.map((each) => each / 10))
    const year = values.reduce((sum, each) => sum + each, 0)
    expect([ttm.revenue.value, ttm.operating_cash_flow.value]).toEqual([year, year / 10])
  })

  test('sum up to twelve months within a year', () => {
    const days = WEEK * CLUB.reduce((sum, each) => sum + each, 0)
    const next = yearOf(addDays(YEAR, days), CLUB, [63, 66, 68, 0]).filter(({ end }) => end < '2025-06-01')
    const { ttm } = read([...yearOf(YEAR, CLUB, [60, 64, 65, 90]), ...next], tradingDay('2025-06-10'))
    expect(ttm).toMatchObject({ end: '2025-05-11', revenue: { value: 90 + 63 + 66 + 68 } })
    expect(ttm.operating_cash_flow.value).toBe(28.7)
  })
})

test.each([
  ['of as many', [12, 12, 12, 16], [12, 12, 12, 16], ''],
  ['of a week less', [12, 12, 12, 16], [12, 12, 12, 17], ', which had 1 week less'],
  ['of a week more', [12, 12, 12, 17], [12, 12, 12, 16], ', which had 1 week more'],
])('growth against a quarter %s weeks says so', (_, before, after, words) => {
  const days = WEEK * before.reduce((sum, each) => sum + each, 0)
  const years = [...yearOf(YEAR, before, [60, 64, 65, 80]), ...yearOf(addDays(YEAR, days), after, [63, 66, 68, 100])]
  const { growth } = read(years, tradingDay('2025-12-31'))
  expect(growth.revenue).toMatchObject({ value: 0.25, method: `against the same quarter a year earlier${words}` })
})

test('growth names no length of quarters where the one before is not known', () => {
  const facts = [fact('Revenues', 80, weeks(YEAR, 36, 16)), fact('Revenues', 100, weeks(YEAR, 88, 17))]
  const { revenue } = read(facts, tradingDay('2025-12-31')).growth
  expect(revenue).toMatchObject({ value: 0.25, method: 'against the same quarter a year earlier' })
})

test.each([
  [79, null],
  [80, 1],
  [12 * WEEK, 1],
  [17 * WEEK, 1],
  [120, null],
  [164, null],
  [24 * WEEK, 2],
  [28 * WEEK, 2],
  [212, null],
  [245, null],
  [36 * WEEK, 3],
  [40 * WEEK, 3],
  [304, null],
  [349, null],
  [52 * WEEK, 4],
  [53 * WEEK, 4],
  [381, null],
])('a period of %i days has %s quarters', (days, quarters) => {
  expect(quartersOf({ start: YEAR, end: addDays(YEAR, days - 1) })).toBe(quarters)
})
