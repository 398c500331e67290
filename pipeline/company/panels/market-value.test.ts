import { describe, expect, test } from 'vitest'
import { UNKNOWN } from '../../../harness/fixtures/unknown-company.ts'
import type { FilingFact } from '../../../shared/domain/market/company-record.ts'
import { addDays, type TradingDay } from '../../../shared/time/trading-day.ts'
import type { CompanyInputs } from '../inputs.ts'
import { marketValue } from './market-value.ts'

const { day: DAY } = UNKNOWN
const QUARTER: [TradingDay, TradingDay] = [addDays(DAY, -140), addDays(DAY, -50)]
const TO_DATE: [TradingDay, TradingDay] = [addDays(DAY, -320), addDays(DAY, -50)]
const DILUTED = 'WeightedAverageNumberOfDilutedSharesOutstanding'

const shares = (value: number, [start, end] = QUARTER, tag = DILUTED): FilingFact => [tag, 'shares', start, end, value]
const dollars = (tag: string, value: number): FilingFact => [tag, 'USD', QUARTER[0], QUARTER[1], value]
const equity = (value: number): FilingFact => ['StockholdersEquity', 'USD', null, QUARTER[1], value]
const earnings = (value: number): FilingFact => ['EarningsPerShareDiluted', 'USD/shares', ...QUARTER, value]

const filing = (daysAgo: number, facts: FilingFact[]): CompanyInputs['filings'][number] => {
  const filed = addDays(DAY, -daysAgo)
  const row = { form: '10-Q', filed, accepted_at: null, report_day: null, items: '', facts }
  return { key: `a-${daysAgo}`, day: filed, knownAt: new Date(`${filed}T12:00:00Z`), row }
}
const valueBy = (...filings: CompanyInputs['filings']) => marketValue({ ...UNKNOWN, filings }, { day: DAY, close: 10 })
const NONE = { dollars: null, reason: 'no filing states the number of shares' }

test('shares are those of the newest and shortest period of a filing', () => {
  expect(valueBy(filing(20, [shares(900, TO_DATE), shares(1_000)])).dollars).toBe(10_000)
  expect(valueBy(filing(20, [shares(1_000), shares(900, TO_DATE)])).dollars).toBe(10_000)
})

test.each(['WeightedAverageNumberOfShareOutstandingBasicAndDiluted', 'WeightedAverageNumberOfSharesOutstandingBasic'])(
  'a filer that states no diluted shares has a market value by %s',
  (tag) => {
    expect(valueBy(filing(20, [shares(1_000, QUARTER, tag)])).dollars).toBe(10_000)
    expect(valueBy(filing(20, [shares(1_000, QUARTER, tag), shares(1_100)])).dollars).toBe(11_000)
  },
)

const COVER_DAY = addDays(DAY, -25)
const cover = (value: number, day = COVER_DAY): FilingFact => [
  'EntityCommonStockSharesOutstanding',
  'shares',
  null,
  day,
  value,
]

describe('shares on the cover', () => {
  test('count before the average, which has an offering in it only in part', () => {
    expect(valueBy(filing(20, [shares(646_900), cover(750_074)])).dollars).toBe(7_500_740)
  })

  test.each([
    [750, 750],
    [749, 1_000],
    [1_600, 1_600],
    [1_601, 1_000],
  ])('of %d beside an average of 1000 leave %d', (stated, counted) => {
    expect(valueBy(filing(20, [shares(1_000), cover(stated)])).dollars).toBe(10 * counted)
  })

  test('are those of the newest day, and none where that has several classes', () => {
    expect(valueBy(filing(20, [shares(1_000), cover(990), cover(900, addDays(DAY, -90))])).dollars).toBe(9_900)
    expect(valueBy(filing(20, [shares(1_000), cover(800), cover(200)])).dollars).toBe(10_000)
    expect(valueBy(filing(20, [cover(800), cover(200)]))).toEqual(NONE)
    expect(valueBy(filing(20, [cover(0)]))).toEqual(NONE)
  })

  test('of a filer that states no average are checked by its earnings a share', () => {
    const income = [dollars('NetIncomeLoss', 7_082e6), earnings(1.64)]
    expect(valueBy(filing(20, [cover(4_263e6), ...income])).dollars).toBe(42_630e6)
    expect(valueBy(filing(20, [cover(4_263e3), ...income]))).toEqual(NONE)
    expect(valueBy(filing(20, [cover(4_263e6)])).dollars).toBe(42_630e6)
  })

  test('in thousands, with an average in thousands, are not used as a count', () => {
    const thousands = [shares(542_307), dollars('NetIncomeLoss', 131_076_000), earnings(0.23)]
    expect(valueBy(filing(20, [cover(540_000), ...thousands]))).toEqual(NONE)
  })
})

test('shares of a filing from years ago are not used, those of last year are', () => {
  const today = filing(20, [equity(100)])
  expect(valueBy(today, filing(401, [shares(1_000)]))).toEqual(NONE)
  expect(valueBy(today, filing(400, [shares(1_000)])).dollars).toBe(10_000)
})

test('shares in thousands are detected by net income over earnings a share, and an earlier count is used', () => {
  const thousands = filing(20, [shares(542_307), dollars('NetIncomeLoss', 131_076_000), earnings(0.23)])
  expect(valueBy(thousands)).toEqual(NONE)
  expect(valueBy(thousands, filing(110, [shares(569_000_000)])).dollars).toBe(5_690_000_000)
  const loss = filing(20, [shares(542_307_000), dollars('NetIncomeLoss', -105_302_000), earnings(-0.19)])
  expect(valueBy(loss).dollars).toBe(5_423_070_000)
})

test('a close of a class that is worth a fraction of the shares which filings count gives no market value', () => {
  const books = 649e9
  expect(valueBy(filing(20, [shares(1.438e6), equity(books)]))).toEqual({
    dollars: null,
    reason: 'the filings count shares of another class than this close',
  })
  expect(valueBy(filing(20, [shares(1.438e9), equity(books)])).dollars).toBe(14_380_000_000)
  expect(valueBy(filing(20, [shares(1_000), equity(-3.8e9)])).dollars).toBe(10_000)
})
