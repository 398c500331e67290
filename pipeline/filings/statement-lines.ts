export interface LineRule {
  unit: 'USD' | 'USD/shares'
  /** In order of preference. */
  tags: readonly string[]
  /**
   * How a period stated under several tags is decided. Synonyms: the newest filing wins, and within it the order.
   * Totals: the same, but a filing may use a tag for a part that others use for the whole. Ranked: tags with different
   * meanings, of which the first with a value counts.
   */
  choice: 'synonyms' | 'totals' | 'ranked'
}

export const FLOW_LINES = {
  revenue: {
    unit: 'USD',
    choice: 'totals',
    // Banks and brokers state revenue from contracts with customers next to their total revenue, which is net of
    // interest paid; utilities and landlords state it next to revenue from tariffs and leases.
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
  // These tags mean total revenue for a few filers and a part of it for others, which also state one of the tags above.
  sector_revenue: {
    unit: 'USD',
    choice: 'synonyms',
    tags: [
      'OperatingLeaseLeaseIncome',
      'OperatingLeasesIncomeStatementLeaseRevenue',
      'RevenuesExcludingInterestAndDividends',
      'OilAndGasRevenue',
    ],
  },
  interest_income: { unit: 'USD', choice: 'synonyms', tags: ['InterestAndDividendIncomeOperating'] },
  net_interest_income: { unit: 'USD', choice: 'synonyms', tags: ['InterestIncomeExpenseNet'] },
  noninterest_income: { unit: 'USD', choice: 'synonyms', tags: ['NoninterestIncome'] },
  cost_of_revenue: {
    unit: 'USD',
    choice: 'synonyms',
    tags: ['CostOfRevenue', 'CostOfGoodsAndServicesSold', 'CostOfGoodsSold'],
  },
  // Added to the cost of goods alone; CostOfRevenue and CostOfGoodsAndServicesSold already include it.
  cost_of_services: { unit: 'USD', choice: 'synonyms', tags: ['CostOfServices'] },
  // With operating income they add up to revenue, which shows which of several values is the total.
  costs: { unit: 'USD', choice: 'synonyms', tags: ['CostsAndExpenses', 'OperatingExpenses'] },
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
  wells: {
    unit: 'USD',
    choice: 'ranked',
    tags: ['PaymentsToExploreAndDevelopOilAndGasProperties', 'PaymentsToAcquireOilAndGasPropertyAndEquipment'],
  },
  other_property: { unit: 'USD', choice: 'ranked', tags: ['PaymentsToAcquireOtherPropertyPlantAndEquipment'] },
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
    tags: ['SeniorNotes', 'ConvertibleDebt', 'ConvertibleNotesPayable', 'NotesPayable'],
  },
  unsecured_debt: { unit: 'USD', choice: 'ranked', tags: ['UnsecuredDebt'] },
  secured_debt: { unit: 'USD', choice: 'ranked', tags: ['SecuredDebt', 'OtherNotesPayable'] },
  bank_loans: { unit: 'USD', choice: 'ranked', tags: ['LoansPayable', 'LoansPayableToBank'] },
  lines_of_credit: { unit: 'USD', choice: 'ranked', tags: ['LineOfCredit', 'LongTermLineOfCredit'] },
  short_term_debt: { unit: 'USD', choice: 'ranked', tags: ['DebtCurrent', 'ShortTermBorrowings', 'CommercialPaper'] },
  other_short_term_debt: { unit: 'USD', choice: 'ranked', tags: ['OtherShortTermBorrowings'] },
} as const satisfies Record<string, LineRule>

/** Tags of the average number of shares: diluted, or those of filers that lose money or have no options. */
export const SHARE_TAGS = [
  'WeightedAverageNumberOfDilutedSharesOutstanding',
  'WeightedAverageNumberOfShareOutstandingBasicAndDiluted',
  'WeightedAverageNumberOfSharesOutstandingBasic',
] as const

/** Shares outstanding on the cover of a filing; a filer with several classes states them by class, which is not read. */
export const COVER_SHARES = 'EntityCommonStockSharesOutstanding'

/** Tags that only banks or insurers have. */
export const FINANCIAL_TAGS = [
  'InterestAndDividendIncomeOperating',
  'Deposits',
  'NoninterestIncome',
  'PremiumsEarnedNet',
  'PolicyholderBenefitsAndClaimsIncurredNet',
]

/** The tags of company facts that are stored; a filer states thousands. */
export const LISTED_TAGS: ReadonlySet<string> = new Set([
  ...[...Object.values(FLOW_LINES), ...Object.values(BALANCE_LINES)].flatMap(({ tags }): readonly string[] => tags),
  ...SHARE_TAGS,
  COVER_SHARES,
  ...FINANCIAL_TAGS,
])
