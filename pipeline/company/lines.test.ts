import { expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { BALANCE_LINES, FLOW_LINES, factOf, type LineRule } from './lines.ts'

const LINES: Record<string, LineRule> = { ...FLOW_LINES, ...BALANCE_LINES }

/** Tags under which companies file a line without any other tag of it. */
test.each([
  ['revenue', 'Revenues'],
  ['revenue', 'RevenueFromContractWithCustomerExcludingAssessedTax'],
  ['revenue', 'RevenueFromContractWithCustomerIncludingAssessedTax'],
  ['revenue', 'SalesRevenueNet'],
  ['revenue', 'SalesRevenueGoodsNet'],
  ['revenue', 'RevenuesNetOfInterestExpense'],
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
  ['short_term_debt', 'CommercialPaper'],
  ['short_term_debt', 'DebtCurrent'],
])('%s is known of a company that files it as %s alone', (line, tag) => {
  const day = tradingDay('2026-09-30')
  const rule = LINES[line]!
  const fact = { tag, unit: rule.unit, value: 7, start: null, end: day, filed: day, accession: 'a', form: '10-Q' }
  expect(factOf(new Map([[tag, [fact]]]), rule)).toBe(fact)
})
