import { expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { Fact } from '../filings/reported-facts.ts'
import { inNewShares, splitsInFilings } from './splits.ts'

const fact = (filed: string, [start, end]: [string, string], value: number): Fact => ({
  tag: 'EarningsPerShareDiluted',
  unit: 'USD/shares',
  start: tradingDay(start),
  end: tradingDay(end),
  value,
  accession: filed,
  form: '10-Q',
  filed: tradingDay(filed),
})
const YEARS: [string, string][] = [
  ['2023-01-01', '2023-12-31'],
  ['2022-01-01', '2022-12-31'],
  ['2021-01-01', '2021-12-31'],
]
/** The same periods in an old filing and in one after the split. */
const filings = (before: readonly number[], after: readonly number[]): Fact[] =>
  YEARS.flatMap((period, at) => [
    fact('2024-02-01', period, before[at]!),
    ...(after[at] === undefined ? [] : [fact('2024-08-01', period, after[at])]),
  ])
const splitsOf = (facts: readonly Fact[]) => splitsInFilings(new Map([['EarningsPerShareDiluted', facts]]))

test.each([1.5, 2, 3, 4, 5, 6, 7, 8, 10, 15, 20, 25, 30, 40, 50])(
  '%d new shares for one old are found in the figures of one period',
  (ratio) => {
    const before = [12, 9.6, 7.2]
    const after = before.map((value) => Math.round((100 * value) / ratio) / 100)
    expect(splitsOf(filings(before, after))).toEqual([{ date: '2024-08-01', ratio }])
  },
)

test('one new share for ten old is found as well', () => {
  expect(splitsOf(filings([0.12, 0.3, 0.2], [1.2, 3, 2]))).toEqual([{ date: '2024-08-01', ratio: 0.1 }])
})

test('of two ratios that fit a rounded figure the nearer counts', () => {
  // 0.26 over 0.05 is 5.2: five and six fit within half a cent, and five is nearer.
  expect(splitsOf(filings([0.26, 0.52, 0.78], [0.05, 0.1, 0.16]))).toMatchObject([{ ratio: 5 }])
})

test('a restatement is not a split: an uncommon ratio, a minority of periods, a change of sign', () => {
  expect(splitsOf(filings([12, 9.6, 7.2], [9.23, 7.38, 5.54]))).toEqual([])
  expect(splitsOf(filings([12, 9.6, 7.2], [6, 9.5, 7.1]))).toEqual([])
  expect(splitsOf(filings([12, 9.6, 7.2], [-6, -4.8, -3.6]))).toEqual([])
})

/** Average shares of a year in the filings of before and after. */
const sharesOf = (before: number, after: number, tag: string) =>
  filings([before, before, before], [after, after, after]).map((each) => ({ ...each, tag, unit: 'shares' }))

test.each([
  ['is none while the shares stay the same', 939e6, 939e6, []],
  ['is one where the shares have become so many', 939e6, 1_879e6, [{ date: '2024-08-01', ratio: 2 }]],
  ['is one where the shares are in another unit', 939, 1_879e6, [{ date: '2024-08-01', ratio: 2 }]],
])('half of a loss of a few cents a share %s', (_words, before, after, splits) => {
  const losses = filings([-0.08, -0.06, -0.12], [-0.04, -0.03, -0.06])
  for (const tag of [
    'WeightedAverageNumberOfDilutedSharesOutstanding',
    'WeightedAverageNumberOfShareOutstandingBasicAndDiluted',
    'WeightedAverageNumberOfSharesOutstandingBasic',
  ]) {
    const facts = new Map([
      ['EarningsPerShareDiluted', losses],
      [tag, sharesOf(before, after, tag)],
    ])
    expect(splitsInFilings(facts)).toEqual(splits)
  }
})

test('a figure that was filed before a split is divided by it, one of the day of the split or later is not', () => {
  const splits = [{ date: tradingDay('2024-08-01'), ratio: 4 }]
  expect(inNewShares(fact('2024-07-31', YEARS[0]!, 8), splits)).toMatchObject({ value: 2, adjusted: true })
  expect(inNewShares(fact('2024-08-01', YEARS[0]!, 8), splits)).toMatchObject({ value: 8 })
})
