import { describe, expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { Fact } from '../filings/reported-facts.ts'
import { inOneScale } from './filing-scale.ts'
import { fundamentals } from './fundamentals.ts'

/** [tag, first day or null, last day, value] by filing day */
type Row = readonly [string, string | null, string, number]
const filing = (filed: string, rows: readonly Row[], unit = 'USD'): Fact[] =>
  rows.map(([tag, start, end, value]) => ({
    tag,
    unit,
    value,
    start: start === null ? null : tradingDay(start),
    end: tradingDay(end),
    filed: tradingDay(filed),
    accession: `a-${filed}`,
    form: '10-Q',
  }))
const kept = (facts: readonly Fact[]) => [...new Set(inOneScale(facts).map(({ filed }) => filed))]

const YEAR = filing('2010-02-24', [
  ['SalesRevenueNet', '2009-01-01', '2009-12-31', 19_115e6],
  ['Assets', null, '2008-12-31', 18_089e6],
  ['Assets', null, '2009-12-31', 19_209e6],
])
const SUMMER = filing('2009-08-07', [['Assets', null, '2008-12-31', 18_089e6]])
const quarter = (filed: string, scale: number) =>
  filing(filed, [
    ['SalesRevenueNet', '2009-01-01', '2009-03-31', 4_493 * scale],
    ['SalesRevenueNet', '2010-01-01', '2010-03-31', 4_835 * scale],
    ['Assets', null, '2009-12-31', 19_209 * scale],
    ['Assets', null, '2010-03-31', 18_997 * scale],
  ])
const AMENDED = quarter('2010-05-14', 1e6)

describe('a filing that states millions as dollars', () => {
  test.each([
    ['is left out', [...SUMMER, ...YEAR, ...quarter('2010-05-07', 1)], ['2009-08-07', '2010-02-24']],
    [
      'is left out beside its amendment',
      [...YEAR, ...quarter('2010-05-07', 1), ...AMENDED],
      ['2010-02-24', '2010-05-14'],
    ],
    [
      'is left out if it is the first of many',
      [...quarter('2010-02-20', 1), ...YEAR, ...AMENDED],
      ['2010-02-24', '2010-05-14'],
    ],
    ['is taken for right beside one newer filing', [...quarter('2010-02-20', 1), ...YEAR], ['2010-02-20']],
  ])('%s', (_, facts, filed) => {
    expect(kept(facts)).toEqual(filed)
  })

  test('gives no quarter, and its amendment gives it', () => {
    const read = (facts: readonly Fact[], on: string) =>
      fundamentals({ name: null, facts, unreadable: null, foreign: [] }, { on: tradingDay(on), splits: null })
    const all = [...SUMMER, ...YEAR, ...quarter('2010-05-07', 1), ...AMENDED]
    const before = read(all, '2010-05-13')
    expect([before.ttm.end, before.balance.assets.value]).toEqual(['2009-12-31', 19_209e6])
    const after = read(all, '2010-05-14')
    expect([after.ttm.end, after.quarters[0]!.revenue.value]).toEqual(['2010-03-31', 4_835e6])
    expect(after.ttm.revenue.value).toBe(19_115e6 + 4_835e6 - 4_493e6)
  })
})

test('a filing with one value in thousands among others in dollars is kept', () => {
  const [first, ...rest] = YEAR.map((fact) => ({ ...fact, filed: tradingDay('2011-02-22'), accession: 'a-2011' }))
  const slip = [{ ...first!, value: first!.value / 1e3 }, ...rest]
  expect(kept([...YEAR, ...slip])).toEqual(['2010-02-24', '2011-02-22'])
})

test('shares tell the unit of a filing, and figures a share do not', () => {
  const shares = (filed: string, value: number) =>
    filing(filed, [['WeightedAverageNumberOfDilutedSharesOutstanding', '2009-01-01', '2009-12-31', value]], 'shares')
  expect(kept([...YEAR, ...shares('2010-02-24', 4e8), ...shares('2011-02-22', 4e5)])).toEqual(['2010-02-24'])
  const earnings = (filed: string, value: number) =>
    filing(filed, [['EarningsPerShareDiluted', '2009-01-01', '2009-12-31', value]], 'USD/shares')
  expect(kept([...earnings('2010-02-24', 4), ...earnings('2011-02-22', 0.004)])).toHaveLength(2)
})
