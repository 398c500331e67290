import { expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { Fact } from '../filings/reported-facts.ts'
import { fundamentals } from './fundamentals.ts'

/** [first day, last day, millions of net income, earnings a share] */
type Row = readonly [string, string, number, number]
const read = (rows: readonly Row[], on: string) => {
  const facts = rows.flatMap(([start, end, income, earnings]): Fact[] => {
    const period = { start: tradingDay(start), end: tradingDay(end) }
    const filing = { ...period, filed: tradingDay(on), accession: 'a', form: '10-Q' }
    return [
      { ...filing, tag: 'NetIncomeLoss', unit: 'USD', value: 1e6 * income },
      { ...filing, tag: 'EarningsPerShareDiluted', unit: 'USD/shares', value: earnings },
    ]
  })
  const { quarters, ttm } = fundamentals(
    { name: null, facts, unreadable: null, foreign: [] },
    { on: tradingDay(on), splits: null },
  )
  return { quarter: quarters[0]!.eps_diluted, ttm: ttm.eps_diluted }
}
const REASON = 'the number of shares changed too much within the period for earnings a share to be a difference'

/** A year in which an offering turned 54 million shares into 282. */
const OFFERING: Row[] = [
  ['2020-02-01', '2020-10-31', -340.2, -3.63],
  ['2020-02-01', '2021-01-31', -539.1, -3.81],
]
const AFTER: Row[] = [
  ['2020-02-01', '2020-04-30', -93.6, -1.72],
  ['2021-02-01', '2021-04-30', -203.2, -0.7],
]

test('a fourth quarter after an offering has no earnings a share that the filings support', () => {
  const { quarter, ttm } = read(OFFERING, '2021-03-31')
  expect(quarter).toEqual({ value: null, reason: REASON })
  expect(ttm.value).toBe(-3.81)
})

test('nor have twelve months across it', () => {
  expect(read([...OFFERING, ...AFTER], '2021-06-04').ttm).toEqual({ value: null, reason: REASON })
})

test.each<[string, Row[], number]>([
  [
    'shares that grew by a third with a merger at the end of the year',
    [
      ['2018-01-01', '2018-09-30', 2_493, 10.15],
      ['2018-01-01', '2018-12-31', 2_637, 10.54],
    ],
    0.39,
  ],
  [
    'shares that stayed the same',
    [
      ['2023-01-01', '2023-09-30', 300, 3],
      ['2023-01-01', '2023-12-31', 420, 4.2],
    ],
    1.2,
  ],
  [
    'earnings of cents, from which no shares follow',
    [
      ['2023-01-01', '2023-09-30', 187, 0.11],
      ['2023-01-01', '2023-12-31', 854, 0.53],
    ],
    0.42,
  ],
  [
    'a loss a share beside a profit, as after preferred dividends',
    [
      ['2023-01-01', '2023-09-30', 30, -0.9],
      ['2023-01-01', '2023-12-31', 90, 0.3],
    ],
    1.2,
  ],
])('%s leave a quarter the difference', (_, rows, earnings) => {
  expect(read(rows, '2024-02-15').quarter.value).toBe(earnings)
})
