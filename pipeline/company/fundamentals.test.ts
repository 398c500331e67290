import { describe, expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { filingDays } from '../filings/filing-days.ts'
import { parseCompanyFacts } from '../filings/reported-facts.ts'
import { fundamentals } from './fundamentals.ts'
import { parseSplits } from './splits.ts'

/** [start or null, end, value, filed] */
type Row = readonly [string | null, string, number, string]

const company = (tags: Record<string, readonly Row[]>, { unit = 'USD', taxonomy = 'us-gaap' } = {}) =>
  parseCompanyFacts(
    JSON.stringify({
      entityName: 'Example',
      facts: {
        [taxonomy]: Object.fromEntries(
          Object.entries(tags).map(([tag, rows]) => [
            tag,
            {
              units: {
                [tag.startsWith('EarningsPerShare') ? `${unit}/shares` : unit]: rows.map(
                  ([start, end, val, filed]) => ({
                    ...(start === null ? {} : { start }),
                    end,
                    val,
                    filed,
                    accn: `a-${filed}`,
                    form: '10-K',
                    fy: 1999,
                    fp: 'FY',
                  }),
                ),
              },
            },
          ]),
        ),
      },
    }),
    'facts.json',
  )
const panel = (tags: Record<string, readonly Row[]>, on: string, splits: string | null = null) =>
  fundamentals(company(tags), {
    on: tradingDay(on),
    splits: splits === null ? null : parseSplits(splits, 'splits.json'),
  })

/** A year to January with its interim periods, and the first quarter after it. */
const REVENUE: readonly Row[] = [
  ['2022-02-01', '2022-04-30', 100, '2022-06-01'],
  ['2022-05-01', '2022-07-31', 110, '2022-09-01'],
  ['2022-02-01', '2022-07-31', 210, '2022-09-01'],
  ['2022-08-01', '2022-10-31', 120, '2022-12-01'],
  ['2022-02-01', '2022-10-31', 330, '2022-12-01'],
  ['2022-02-01', '2023-01-31', 480, '2023-03-15'],
  ['2023-02-01', '2023-04-30', 130, '2023-06-01'],
]

describe('periods', () => {
  test('the fourth quarter is the year less nine months, and is marked', () => {
    const { quarters } = panel({ Revenues: REVENUE }, '2023-05-01')
    expect(quarters.map(({ end, revenue }) => [end, revenue.value])).toEqual([
      ['2023-01-31', 150],
      ['2022-10-31', 120],
      ['2022-07-31', 110],
      ['2022-04-30', 100],
    ])
    expect(quarters[0]!.revenue).toEqual({
      value: 150,
      unit: 'USD',
      accession: 'a-2023-03-15',
      tag: 'Revenues',
      filed: '2023-03-15',
      derived: true,
      method: 'fiscal year less its first nine months',
    })
  })

  test('twelve months are the year plus year to date less the year to date before', () => {
    expect(panel({ Revenues: REVENUE }, '2023-06-01').ttm).toMatchObject({
      end: '2023-04-30',
      revenue: { value: 480 + 130 - 100 },
    })
    expect(panel({ Revenues: REVENUE }, '2023-05-31').ttm).toMatchObject({ end: '2023-01-31', revenue: { value: 480 } })
  })

  test('a gap is not summed over', () => {
    const withoutYear = REVENUE.filter(([, end]) => end !== '2023-01-31')
    expect(panel({ Revenues: withoutYear }, '2023-06-01').ttm.revenue).toEqual({
      value: null,
      reason: 'the filings do not cover twelve months without a gap',
    })
  })

  test('cash flows are year to date, so a quarter is a difference', () => {
    const flows = REVENUE.filter(([start]) => start === '2022-02-01')
    const { quarters } = panel({ NetCashProvidedByUsedInOperatingActivities: flows }, '2022-12-31')
    expect(quarters.map(({ operating_cash_flow: flow }) => flow.value)).toEqual([120, 110, 100])
  })

  test('years of 53 weeks have a quarter of 14', () => {
    const rows: Row[] = [
      ['2022-09-25', '2022-12-31', 14, '2023-02-01'],
      ['2022-09-25', '2023-09-30', 53, '2023-11-01'],
      ['2022-09-25', '2023-07-01', 40, '2023-08-01'],
    ]
    expect(panel({ NetIncomeLoss: rows }, '2023-12-01').quarters.map(({ net_income: net }) => net.value)).toEqual([
      13,
      null,
      14,
    ])
  })
})

describe('what was known then', () => {
  const restated: Row[] = [
    ['2008-09-28', '2009-09-26', 5_704, '2009-10-27'],
    ['2008-09-28', '2009-09-26', 8_235, '2010-01-25'],
    ['2008-09-28', '2009-06-27', 4_039, '2009-07-22'],
  ]
  test('a restated figure counts from its filing on', () => {
    expect(panel({ NetIncomeLoss: restated }, '2010-01-24').ttm.net_income.value).toBe(5_704)
    expect(panel({ NetIncomeLoss: restated }, '2010-01-25').ttm.net_income.value).toBe(8_235)
  })

  test('a restated year less months as first stated gives no quarter', () => {
    expect(panel({ NetIncomeLoss: restated }, '2010-01-24').quarters[0]!.net_income.value).toBe(1_665)
    expect(panel({ NetIncomeLoss: restated }, '2010-01-25').quarters[0]!.net_income).toEqual({
      value: null,
      reason: 'the longer period was restated, and the shorter one was not',
    })
  })

  test('of two tags in one filing the order decides, and a newer filing counts before it', () => {
    const year = (value: number, filed: string): Row => ['2022-01-01', '2022-12-31', value, filed]
    const tags = {
      Revenues: [year(680, '2023-02-01')],
      RevenueFromContractWithCustomerExcludingAssessedTax: [year(674, '2023-02-01'), year(690, '2024-02-01')],
    }
    expect(panel(tags, '2023-03-01').ttm.revenue).toMatchObject({ value: 680, tag: 'Revenues' })
    expect(panel(tags, '2024-03-01').ttm.revenue.value).toBe(690)
  })

  test('a figure in thousands among filings in dollars is left out', () => {
    const year = (value: number, filed: string): Row => ['2022-01-01', '2022-12-31', value, filed]
    expect(
      panel({ NetIncomeLoss: [year(5e6, '2023-02-01'), year(5e3, '2023-03-01')] }, '2024-01-01').ttm.net_income.value,
    ).toBe(5e6)
  })

  test.each([
    ['in thousands is left out', [5e6, 5e3], 5e6],
    ['in millions is left out', [5e9, 5e3], 5e9],
    ['in hundreds is a restatement', [5e5, 5e3], 5e3],
    ['in dollars beside one in thousands is left out too, as either may be meant', [5e3, 5e6], 5e3],
    ['in dollars beside one in millions is left out too', [5e3, 5e9], 5e3],
    ['of a thousand dollars beside one of a single thousand is left out too', [1, 1_000], 1],
    ['in thousands counts if two filings say it', [5e6, 5e3, 5e3], 5e3],
    ['in thousands is left out if it differs by less than half a percent', [5_024_000, 5_000], 5_024_000],
    ['in thousands is a restatement if it differs by more', [5_026_000, 5_000], 5_000],
    ['of a loss in thousands is left out', [-5e6, -5e3], -5e6],
    ['of nothing is a restatement', [5e6, 0], 0],
    ['after one of nothing is a restatement', [0, 5e6], 5e6],
    ['of the same size is a restatement', [5e6, 5.001e6], 5.001e6],
  ])('a newer figure %s', (_words, values, counts) => {
    const rows = values.map((value, at): Row => ['2022-01-01', '2022-12-31', value, `2023-0${at + 2}-01`])
    expect(panel({ NetIncomeLoss: rows }, '2024-01-01').ttm.net_income.value).toBe(counts)
  })

  test('the filing date of the submissions counts', () => {
    const days = filingDays(
      '{"filings": {"recent": {"accessionNumber": ["a"], "filingDate": ["2024-02-02"]}}}',
      's.json',
    )
    expect(days.get('a')).toBe('2024-02-02')
    expect(() => filingDays('<html>', 's.json')).toThrow('s.json: no submissions of the SEC')
  })
})

describe('shares', () => {
  const eps: Row[] = [
    ['2012-09-30', '2013-09-28', 39.75, '2013-10-30'],
    ['2012-09-30', '2013-09-28', 5.68, '2014-10-27'],
    ['2012-09-30', '2013-06-29', 31.44, '2013-07-24'],
  ]
  test('a split shows in two filings of one period, and older figures are divided by it', () => {
    const before = panel(
      { EarningsPerShareDiluted: eps, NetIncomeLoss: [['2012-09-30', '2013-09-28', 1, '2013-10-30']] },
      '2014-01-01',
    )
    expect([before.ttm.eps_diluted.value, before.splits]).toEqual([39.75, []])
    const after = panel(
      { EarningsPerShareDiluted: eps, NetIncomeLoss: [['2012-09-30', '2013-09-28', 1, '2013-10-30']] },
      '2015-01-01',
    )
    expect(after.splits).toEqual([{ date: '2014-10-27', ratio: 7, source: 'filings' }])
    expect(after.quarters[0]!.eps_diluted.value).toBeCloseTo(5.68 - 31.44 / 7, 4)
  })

  test('given splits count instead', () => {
    const rows: Row[] = [['2022-01-01', '2022-12-31', 12, '2023-02-01']]
    const found = panel(
      { EarningsPerShareDiluted: rows, NetIncomeLoss: rows },
      '2024-12-31',
      '[{"date": "2024-02-26", "ratio": 3}]',
    )
    expect(found.ttm.eps_diluted).toMatchObject({ value: 4, derived: true })
    expect(found.ttm.net_income.value).toBe(12)
    expect(() => parseSplits('{"date": 1}', 'splits.json')).toThrow('splits.json: must be a list of {date, ratio}')
  })
})

describe('filers', () => {
  const year = (value: number): Row[] => [['2022-01-01', '2022-12-31', value, '2023-02-01']]
  const day = (value: number): Row[] => [[null, '2022-12-31', value, '2023-02-01']]

  test('a bank has no gross margin, with that reason', () => {
    const { margins, ttm } = panel(
      { Revenues: year(100), NetIncomeLoss: year(20), InterestIncomeExpenseNet: year(60) },
      '2023-03-01',
    )
    expect(margins.gross).toEqual({ value: null, reason: 'a bank or an insurer has no gross profit' })
    expect([margins.net.value, ttm.capex.value]).toEqual([0.2, null])
  })

  test('a seller of goods that states its net interest, and one that states no cost, do not count as banks', () => {
    const seller = { Revenues: year(100), CostOfRevenue: year(60), InterestIncomeExpenseNet: year(2) }
    expect(panel(seller, '2023-03-01').margins.gross.value).toBe(0.4)
    expect(panel({ Revenues: year(100) }, '2023-03-01').margins.gross).toEqual({
      value: null,
      reason: 'the filings state neither gross profit nor cost of revenue',
    })
  })

  test('missing lines are worked out where others give them', () => {
    const tags = {
      Revenues: year(100),
      CostOfRevenue: year(60),
      NetCashProvidedByUsedInOperatingActivities: year(30),
      PaymentsToAcquireProductiveAssets: year(12),
      Assets: day(500),
      StockholdersEquity: day(200),
      LongTermDebtNoncurrent: day(80),
      LongTermDebtCurrent: day(5),
      CommercialPaper: day(3),
    }
    const { ttm, balance, margins } = panel(tags, '2023-03-01')
    expect(ttm.gross_profit).toMatchObject({ value: 40, derived: true, method: 'revenue less cost of revenue' })
    expect([ttm.free_cash_flow.value, margins.free_cash_flow.value]).toEqual([18, 0.18])
    expect([balance.liabilities.value, balance.debt.value, balance.end]).toEqual([300, 88, '2022-12-31'])
  })

  test('DebtCurrent holds the current part of long-term debt, which is not added to it again', () => {
    const tags = {
      Revenues: year(100),
      Assets: day(500),
      LongTermDebtNoncurrent: day(300),
      LongTermDebtCurrent: day(50),
      DebtCurrent: day(80),
    }
    expect(panel(tags, '2023-03-01').balance.debt.value).toBe(380)
  })

  test.each(['DebtLongtermAndShorttermCombinedAmount', 'DebtAndCapitalLeaseObligations'])(
    'all debt under %s is the debt, and its parts are not added to it',
    (tag) => {
      const tags = { Assets: day(500), LongTermDebtNoncurrent: day(80), CommercialPaper: day(3), [tag]: day(90) }
      expect(panel({ Revenues: year(100), ...tags }, '2023-03-01').balance.debt).toMatchObject({ value: 90, tag })
    },
  )

  test.each([
    [
      'IFRS',
      company({ Revenue: [['2022-01-01', '2022-12-31', 1, '2023-02-01']] }, { taxonomy: 'ifrs-full' }),
      'the company reports under IFRS, which is not read',
    ],
    [
      'another currency',
      company({ Revenues: [['2022-01-01', '2022-12-31', 1, '2023-02-01']] }, { unit: 'EUR' }),
      'the company reports in EUR, not in dollars',
    ],
  ])('a filer under %s is null with that reason', (_words, facts, reason) => {
    const { ttm, balance, quarters } = fundamentals(facts, { on: tradingDay('2024-01-01'), splits: null })
    expect([ttm.revenue, balance.assets, quarters]).toEqual([{ value: null, reason }, { value: null, reason }, []])
  })

  test('before its first filing nothing is known', () => {
    expect(panel({ Revenues: REVENUE }, '2022-05-01').ttm.revenue).toEqual({
      value: null,
      reason: 'no filing was known then',
    })
    expect(() => parseCompanyFacts('<html>', 'facts.json')).toThrow('facts.json: not JSON')
    expect(() => parseCompanyFacts('{}', 'facts.json')).toThrow('facts.json: no company facts of the SEC')
  })
})
