import { describe, expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { BALANCE_LINES, FLOW_LINES, type LineRule } from '../filings/statement-lines.ts'
import { factOf } from './lines.ts'

const LINES: Record<string, LineRule> = { ...FLOW_LINES, ...BALANCE_LINES }

/** Tags under which companies file a line without any other tag of it. */
test.each([
  ['revenue', 'Revenues'],
  ['revenue', 'RevenueFromContractWithCustomerExcludingAssessedTax'],
  ['revenue', 'RevenueFromContractWithCustomerIncludingAssessedTax'],
  ['revenue', 'SalesRevenueNet'],
  ['revenue', 'SalesRevenueGoodsNet'],
  ['revenue', 'RevenuesNetOfInterestExpense'],
  ['revenue', 'RegulatedAndUnregulatedOperatingRevenue'],
  ['revenue', 'RealEstateRevenueNet'],
  ['revenue', 'SalesRevenueServicesNet'],
  ['revenue', 'HealthCareOrganizationRevenue'],
  ['cost_of_revenue', 'CostOfRevenue'],
  ['cost_of_revenue', 'CostOfGoodsAndServicesSold'],
  ['cost_of_revenue', 'CostOfGoodsSold'],
  ['net_income', 'NetIncomeLoss'],
  ['net_income', 'NetIncomeLossAvailableToCommonStockholdersBasic'],
  ['net_income', 'ProfitLoss'],
  ['eps_diluted', 'EarningsPerShareBasicAndDiluted'],
  ['operating_cash_flow', 'NetCashProvidedByUsedInOperatingActivitiesContinuingOperations'],
  ['capex', 'PaymentsToAcquireProductiveAssets'],
  ['equity', 'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest'],
  ['cash', 'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents'],
  ['cash', 'Cash'],
  ['all_debt', 'DebtAndCapitalLeaseObligations'],
  ['long_term_debt_later', 'LongTermDebtAndCapitalLeaseObligations'],
  ['long_term_debt_now', 'LongTermDebtAndCapitalLeaseObligationsCurrent'],
  ['long_term_debt', 'LongTermDebtAndCapitalLeaseObligationsIncludingCurrentMaturities'],
  ['short_term_debt', 'CommercialPaper'],
  ['short_term_debt', 'DebtCurrent'],
])('%s is known of a company that files it as %s alone', (line, tag) => {
  const day = tradingDay('2026-09-30')
  const rule = LINES[line]!
  const fact = { tag, unit: rule.unit, value: 7, start: null, end: day, filed: day, accession: 'a', form: '10-Q' }
  expect(factOf(new Map([[tag, [fact]]]), rule)).toBe(fact)
})

describe('of several filings that state a period', () => {
  /** A value with the month in which it was filed. */
  type Statement = readonly [value: number, month: string, accession?: string]
  const end = tradingDay('2025-12-31')
  const factsOf = (tag: string, statements: readonly Statement[]) =>
    statements.map(([value, month, accession = month]) => {
      const filed = tradingDay(`2026-${month}-01`)
      return { tag, unit: 'USD', value, start: null, end, filed, accession, form: '10-K' }
    })
  const chosenOf = (statements: readonly Statement[]) =>
    factOf(new Map([['Assets', factsOf('Assets', statements)]]), BALANCE_LINES.assets)

  test.each<[string, Statement[], string]>([
    [
      'the newest one counts, in whatever order they stand',
      [
        [5, '03'],
        [7, '09'],
        [6, '06'],
      ],
      '09',
    ],
    [
      'of two of a day the one with the later number counts',
      [
        [5, '03', 'b'],
        [6, '03', 'c'],
        [7, '03', 'a'],
      ],
      'c',
    ],
    [
      'the newest in dollars counts before one in thousands',
      [
        [5e6, '02'],
        [6e6, '03'],
        [6e3, '09'],
        [5e6, '01'],
      ],
      '03',
    ],
    [
      'of more in dollars the newest counts',
      [
        [6e6, '02'],
        [6_001e3, '03'],
        [6e3, '09'],
      ],
      '03',
    ],
    [
      'as many in dollars as in thousands count before those',
      [
        [6e6, '02'],
        [6e6, '03'],
        [6e3, '08'],
        [6e3, '09'],
      ],
      '03',
    ],
    [
      'fewer in dollars than in thousands do not',
      [
        [6e6, '02'],
        [6e3, '03'],
        [6e3, '09'],
      ],
      '09',
    ],
    [
      'another value in thousands is no agreement',
      [
        [6e6, '02'],
        [6_001, '03'],
        [6e3, '09'],
      ],
      '02',
    ],
  ])('%s', (_, statements, month) => {
    const fact = chosenOf(statements)
    expect(month.length === 1 ? fact?.accession : fact?.filed).toBe(month.length === 1 ? month : `2026-${month}-01`)
  })

  const two = (first: [string, Statement], second: [string, Statement]) =>
    new Map([first, second].map(([tag, statement]) => [tag, factsOf(tag, [statement])]))

  test('synonyms: the tag of the newest filing counts, and the first of the list within one filing', () => {
    const [first, second] = ['Revenues', 'SalesRevenueNet'] as const
    const of = (months: [string, string]) =>
      factOf(two([first, [10, months[0]]], [second, [11, months[1]]]), FLOW_LINES.revenue)?.tag
    expect([of(['03', '06']), of(['06', '03']), of(['03', '03'])]).toEqual([second, first, first])
  })

  test('ranked: the first tag of the list counts, however old its filing is', () => {
    const cash = two(['Cash', [1, '09']], ['CashAndCashEquivalentsAtCarryingValue', [2, '01']])
    expect(factOf(cash, BALANCE_LINES.cash)?.value).toBe(2)
  })

  test('a value in another unit or of another period is not read', () => {
    const facts = new Map([
      [
        'Assets',
        factsOf('Assets', [
          [1, '03'],
          [2, '06'],
        ]),
      ],
    ])
    expect(factOf(facts, { ...BALANCE_LINES.assets, unit: 'USD/shares' })).toBeNull()
    expect(factOf(facts, BALANCE_LINES.assets, ({ value }) => value === 1)?.value).toBe(1)
    expect(factOf(facts, BALANCE_LINES.assets, () => false)).toBeNull()
  })
})
