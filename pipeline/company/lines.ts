import { daysBetween } from '../../shared/time/trading-day.ts'
import type { Fact } from '../filings/reported-facts.ts'

export interface LineRule {
  unit: 'USD' | 'USD/shares'
  /** In order of preference. */
  tags: readonly string[]
  /**
   * How a period that stands under several tags is decided. Synonyms: the newest filing says it, the order decides within
   * it. Totals: likewise, but a filing may state a part under a tag that others use for the whole. Ranked: tags that mean
   * different things, of which the first with a value counts.
   */
  choice: 'synonyms' | 'totals' | 'ranked'
}

export const FLOW_LINES = {
  revenue: {
    unit: 'USD',
    choice: 'totals',
    // Banks and brokers state what contracts with customers bring beside their revenue, which is net of interest paid;
    // utilities and landlords state it beside what they earn from tariffs and leases.
    tags: [
      'RevenuesNetOfInterestExpense',
      'Revenues',
      'RegulatedAndUnregulatedOperatingRevenue',
      'RealEstateRevenueNet',
      'RevenueFromContractWithCustomerExcludingAssessedTax',
      'RevenueFromContractWithCustomerIncludingAssessedTax',
      'SalesRevenueNet',
      'SalesRevenueGoodsNet',
      'SalesRevenueServicesNet',
      'HealthCareOrganizationRevenue',
    ],
  },
  net_interest_income: { unit: 'USD', choice: 'synonyms', tags: ['InterestIncomeExpenseNet'] },
  noninterest_income: { unit: 'USD', choice: 'synonyms', tags: ['NoninterestIncome'] },
  cost_of_revenue: {
    unit: 'USD',
    choice: 'synonyms',
    tags: ['CostOfRevenue', 'CostOfGoodsAndServicesSold', 'CostOfGoodsSold'],
  },
  gross_profit: { unit: 'USD', choice: 'synonyms', tags: ['GrossProfit'] },
  operating_income: { unit: 'USD', choice: 'synonyms', tags: ['OperatingIncomeLoss'] },
  net_income: {
    unit: 'USD',
    choice: 'ranked',
    tags: ['NetIncomeLoss', 'NetIncomeLossAvailableToCommonStockholdersBasic', 'ProfitLoss'],
  },
  eps_diluted: {
    unit: 'USD/shares',
    choice: 'synonyms',
    tags: ['EarningsPerShareDiluted', 'EarningsPerShareBasicAndDiluted'],
  },
  operating_cash_flow: {
    unit: 'USD',
    choice: 'synonyms',
    tags: [
      'NetCashProvidedByUsedInOperatingActivities',
      'NetCashProvidedByUsedInOperatingActivitiesContinuingOperations',
    ],
  },
  capex: {
    unit: 'USD',
    choice: 'synonyms',
    tags: ['PaymentsToAcquirePropertyPlantAndEquipment', 'PaymentsToAcquireProductiveAssets'],
  },
} as const satisfies Record<string, LineRule>
export type FlowLine = keyof typeof FLOW_LINES

export const BALANCE_LINES = {
  assets: { unit: 'USD', choice: 'synonyms', tags: ['Assets'] },
  liabilities: { unit: 'USD', choice: 'synonyms', tags: ['Liabilities'] },
  equity: {
    unit: 'USD',
    choice: 'ranked',
    tags: ['StockholdersEquity', 'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest'],
  },
  total_equity: {
    unit: 'USD',
    choice: 'ranked',
    tags: ['StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest', 'StockholdersEquity'],
  },
  minorities: { unit: 'USD', choice: 'ranked', tags: ['MinorityInterest'] },
  redeemable_equity: {
    unit: 'USD',
    choice: 'ranked',
    tags: [
      'TemporaryEquityCarryingAmountIncludingPortionAttributableToNoncontrollingInterests',
      'RedeemableNoncontrollingInterestEquityCarryingAmount',
      'TemporaryEquityCarryingAmountAttributableToParent',
    ],
  },
  cash: {
    unit: 'USD',
    choice: 'ranked',
    tags: [
      'CashAndCashEquivalentsAtCarryingValue',
      'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents',
      'Cash',
    ],
  },
  all_debt: {
    unit: 'USD',
    choice: 'ranked',
    tags: ['DebtLongtermAndShorttermCombinedAmount', 'DebtAndCapitalLeaseObligations'],
  },
  long_term_debt_later: {
    unit: 'USD',
    choice: 'ranked',
    tags: ['LongTermDebtNoncurrent', 'LongTermDebtAndCapitalLeaseObligations'],
  },
  long_term_debt_now: {
    unit: 'USD',
    choice: 'ranked',
    tags: ['LongTermDebtCurrent', 'LongTermDebtAndCapitalLeaseObligationsCurrent'],
  },
  long_term_debt: {
    unit: 'USD',
    choice: 'ranked',
    tags: ['LongTermDebt', 'LongTermDebtAndCapitalLeaseObligationsIncludingCurrentMaturities'],
  },
  // Notes are a part of long-term debt; they are all of it where no total is stated.
  notes_later: {
    unit: 'USD',
    choice: 'ranked',
    tags: [
      'ConvertibleDebtNoncurrent',
      'ConvertibleNotesPayableNoncurrent',
      'ConvertibleLongTermNotesPayable',
      'SeniorLongTermNotes',
      'LongTermNotesPayable',
      'UnsecuredLongTermDebt',
    ],
  },
  notes_now: { unit: 'USD', choice: 'ranked', tags: ['ConvertibleDebtCurrent', 'ConvertibleNotesPayableCurrent'] },
  notes: {
    unit: 'USD',
    choice: 'ranked',
    tags: ['SeniorNotes', 'ConvertibleDebt', 'ConvertibleNotesPayable', 'NotesPayable', 'UnsecuredDebt'],
  },
  short_term_debt: { unit: 'USD', choice: 'ranked', tags: ['DebtCurrent', 'ShortTermBorrowings', 'CommercialPaper'] },
} as const satisfies Record<string, LineRule>

const SCALES = [1e3, 1e6]
export const isScaled = (a: number, b: number): boolean =>
  b !== 0 &&
  SCALES.some((scale) => Math.abs(Math.abs(a / b) / scale - 1) < 0.005 || Math.abs(Math.abs(b / a) / scale - 1) < 0.005)

/** Differences below this share are rounding, not restatement. */
const RESTATED_SHARE = 0.001
/** Earnings a share are rounded to a cent. */
const CENTS = 0.011

/** Whether two statements of a period say different things, and not the same rounded. */
export const differs = (line: FlowLine, was: number, is: number): boolean =>
  Math.abs(was - is) > Math.max(RESTATED_SHARE * Math.abs(is), line === 'eps_diluted' ? CENTS : 0)

/** The newest statement of a period under one tag, unless it is another one in thousands or millions and alone with it. */
function newest(facts: readonly Fact[]): Fact {
  const [only] = facts
  if (only !== undefined && facts.length === 1) return only
  const byFiling = facts.toSorted((a, b) => daysBetween(b.filed, a.filed) || (a.accession < b.accession ? -1 : 1))
  const last = byFiling.at(-1)!
  const others = byFiling.filter(({ value }) => isScaled(last.value, value))
  const agree = byFiling.filter(({ value }) => value === last.value).length
  return others.length > 0 && others.length >= agree ? others.at(-1)! : last
}

export type FactsByTag = ReadonlyMap<string, readonly Fact[]>

/** The value of a line for a period (or a day, if it has no start), as far as these facts know. */
export function factOf(
  facts: { get(tag: string): readonly Fact[] | undefined },
  { tags, unit, choice }: LineRule,
  fits: (fact: Fact) => boolean = () => true,
): Fact | null {
  const stated = tags.flatMap((tag, rank) => {
    const own = (facts.get(tag) ?? []).filter((fact) => fact.unit === unit && fits(fact))
    return own.length === 0 ? [] : [{ rank, fact: newest(own) }]
  })
  const ordered =
    choice === 'ranked' ? stated : stated.toSorted((a, b) => daysBetween(a.fact.filed, b.fact.filed) || a.rank - b.rank)
  if (choice === 'totals') return totalOf(ordered.map(({ fact }) => fact))
  return ordered[0]?.fact ?? null
}

/** A tag whose value is by so much the smaller one of a filing is a part there: a country, or the fees of a bank. */
const PART_BELOW = 1 / 1.5

/** The first of the facts, unless another of its filing is so much larger that the first is a part of it. */
function totalOf([first, ...others]: readonly Fact[]): Fact | null {
  // What banks pay in interest is left out of their revenue, so what includes it is larger and no total of theirs.
  if (first === undefined || first.tag === 'RevenuesNetOfInterestExpense') return first ?? null
  const whole = others.find(({ accession, value }) => accession === first.accession && first.value < PART_BELOW * value)
  return whole ?? first
}
