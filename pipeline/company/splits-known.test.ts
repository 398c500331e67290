import { describe, expect, it, test } from 'vitest'
import { addDays, type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import type { Fact } from '../filings/reported-facts.ts'
import { parseSplits, sharesSinceFiled, splitsInFilings, splitsOf } from './splits.ts'

const DAY = tradingDay('2024-06-10')
const filedAfter = (days: number, ratio = 10) => ({ date: addDays(DAY, days), ratio })
const action = (ratio = 10, exDate: TradingDay = DAY) => ({ exDate, ratio })

describe('a split of filings and a corporate action', () => {
  const OF_ACTION = { date: DAY, ratio: 10, source: 'corporate_action' }

  it.each([
    ['on its ex-date', filedAfter(0)],
    ['800 days later, when a filing restates the last old figure', filedAfter(800)],
    ['by a ratio that rounding has moved', filedAfter(90, 8.01)],
    ['by a ratio that rounding has moved up', filedAfter(90, 12.49)],
  ])('are one, %s', (_, filed) => {
    expect(splitsOf([filed], [action() as never])).toEqual([OF_ACTION])
  })

  it.each([
    ['801 days later', filedAfter(801)],
    ['eleven days before it', filedAfter(-11)],
    ['of another ratio', filedAfter(90, 8)],
    ['of a higher ratio', filedAfter(90, 12.5)],
  ])('are two, %s', (_, filed) => {
    expect(splitsOf([filed], [action() as never])).toHaveLength(2)
  })

  it('count from the filing where that was in new shares up to ten days before the ex-date', () => {
    expect(splitsOf([filedAfter(-10)], [action() as never])).toEqual([{ ...OF_ACTION, date: addDays(DAY, -10) }])
  })

  it('stand in the order of their days, and a filing is used up by one action', () => {
    const found = splitsOf([filedAfter(5), filedAfter(-700, 4)], [action(), action(10, addDays(DAY, 1))] as never)
    expect(found.map(({ date, ratio, source }) => [date, ratio, source])).toEqual([
      [addDays(DAY, -700), 4, 'filings'],
      [DAY, 10, 'corporate_action'],
      [addDays(DAY, 1), 10, 'corporate_action'],
    ])
  })
})

test('shares since a filing are the product of the splits after its day', () => {
  const splits = [filedAfter(0, 4), filedAfter(100, 10)]
  expect([-1, 0, 99, 100].map((days) => sharesSinceFiled(addDays(DAY, days), splits))).toEqual([40, 10, 10, 1])
})

/** The earnings a share of one year, as one filing states them. */
const fact = (filed: TradingDay, year: number, value: number): Fact => ({
  tag: 'EarningsPerShareDiluted',
  unit: 'USD/shares',
  start: tradingDay(`${year}-01-01`),
  end: tradingDay(`${year}-12-31`),
  value,
  accession: filed,
  form: '10-Q',
  filed,
})
const found = (...facts: Fact[]) => splitsInFilings(new Map([['EarningsPerShareDiluted', facts]]))
const LATER = addDays(DAY, 365)

describe('a split in filings', () => {
  const OLD = addDays(DAY, -300)
  const first = [fact(OLD, 2023, 12), fact(DAY, 2023, 3)]

  it('that later filings show of older years again is the same one, for 800 days', () => {
    const again = (after: number) => found(...first, fact(OLD, 2021, 8), fact(addDays(DAY, after), 2021, 2))
    expect(again(365)).toEqual([{ date: DAY, ratio: 4 }])
    expect(again(800)).toEqual([{ date: DAY, ratio: 4 }])
    expect(again(801)).toEqual([
      { date: DAY, ratio: 4 },
      { date: addDays(DAY, 801), ratio: 4 },
    ])
  })

  it('of another ratio is another one', () => {
    expect(found(...first, fact(OLD, 2021, 8), fact(LATER, 2021, 4))).toEqual([
      { date: DAY, ratio: 4 },
      { date: LATER, ratio: 2 },
    ])
  })

  it('needs more periods for it than against it', () => {
    const against = [fact(OLD, 2022, 7), fact(DAY, 2022, 6.9)]
    expect(found(...first)).toEqual([{ date: DAY, ratio: 4 }])
    expect(found(...first, ...against)).toEqual([])
    expect(found(...first, ...against, fact(OLD, 2021, 8), fact(DAY, 2021, 2))).toEqual([{ date: DAY, ratio: 4 }])
  })

  it('is not read from earnings of nothing', () => {
    expect(found(fact(OLD, 2023, 0), fact(DAY, 2023, 0))).toEqual([])
    expect(found(fact(OLD, 2023, 0.01), fact(DAY, 2023, 0))).toEqual([])
  })

  it('from two dollars a share to one, of a gain or of a loss, is one of two for one', () => {
    expect(found(fact(OLD, 2023, 2), fact(DAY, 2023, 1))).toEqual([{ date: DAY, ratio: 2 }])
    expect(found(fact(OLD, 2023, -2), fact(DAY, 2023, -1))).toEqual([{ date: DAY, ratio: 2 }])
  })
})

test('a file of splits is a list of days and positive ratios', () => {
  expect(parseSplits('[{"date":"2024-06-10","ratio":10}]', 'splits.json')).toEqual([filedAfter(0)])
  for (const text of ['{}', '[{"date":"2024-06-10","ratio":0}]', '[{"date":"10.6.2024","ratio":2}]', '[']) {
    expect(() => parseSplits(text, 'splits.json')).toThrow(/^splits\.json: must be a list of \{date, ratio\}/)
  }
})
