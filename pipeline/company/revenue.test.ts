import { describe, expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { Fact } from '../filings/reported-facts.ts'
import { BALANCE_LINES, FLOW_LINES, LISTED_TAGS } from '../filings/statement-lines.ts'
import { fundamentals } from './fundamentals.ts'

const PERIODS = {
  nine: ['2025-01-01', '2025-09-30', '2025-11-04'],
  year: ['2025-01-01', '2025-12-31', '2026-02-13'],
} as const
type Tags = Record<string, number>

/** Millions by tag that one filing states. */
const filing = (period: keyof typeof PERIODS, tags: Tags): Fact[] => {
  const [start, end, filed] = PERIODS[period].map(tradingDay) as [Fact['end'], Fact['end'], Fact['end']]
  return Object.entries(tags).map(([tag, value]) => ({
    tag,
    unit: 'USD',
    value,
    start: tag.includes('Debt') || tag.includes('Borrowings') || tag === 'Assets' ? null : start,
    end,
    filed,
    accession: `a-${filed}`,
    form: '10-K',
  }))
}
const read = (...facts: Fact[][]) =>
  fundamentals(
    { name: null, facts: facts.flat(), unreadable: null, foreign: [] },
    { on: tradingDay('2026-03-01'), splits: null },
  )
const revenueOf = (tags: Tags) => read(filing('year', { NetIncomeLoss: 7, ...tags })).ttm.revenue

const BANK = { InterestIncomeExpenseNet: 95_443, NoninterestIncome: 87_004 }
const FEES = 'RevenueFromContractWithCustomerExcludingAssessedTax'

describe('the revenue of a bank', () => {
  test('is net of interest, even if a filing states it including interest, or states its fees separately', () => {
    const net = { RevenuesNetOfInterestExpense: 182_447, [FEES]: 41_000, ...BANK }
    expect(revenueOf({ ...net, Revenues: 280_347 })).toMatchObject({
      value: 182_447,
      tag: 'RevenuesNetOfInterestExpense',
    })
  })

  test('that states no total is net interest and the rest, and not its fees', () => {
    expect(revenueOf({ ...BANK, [FEES]: 41_000 })).toMatchObject({
      value: 95_443 + 87_004,
      derived: true,
      method: 'net interest income and noninterest income',
    })
    const quarter = read(
      filing('year', { ...BANK, [FEES]: 41_000 }),
      filing('nine', { InterestIncomeExpenseNet: 70_448, NoninterestIncome: 66_201, [FEES]: 30_000 }),
    ).quarters[0]!
    expect(quarter.revenue.value).toBe(95_443 - 70_448 + 87_004 - 66_201)
  })

  test.each([
    ['before it pays interest', 280_347],
    ['in part', 41_000],
  ])('is net interest and the rest where its total is stated %s', (_, total) => {
    const all = { ...BANK, InterestAndDividendIncomeOperating: 193_343, Revenues: total }
    expect(revenueOf(all)).toMatchObject({
      value: 95_443 + 87_004,
      method: 'net interest income and noninterest income',
    })
    expect(revenueOf({ ...all, Revenues: 182_450 })).toMatchObject({ value: 182_450, tag: 'Revenues' })
  })

  test('is unknown where it states fees and no interest of the period', () => {
    const { quarters } = read(filing('nine', BANK), filing('year', { [FEES]: 41_000 }))
    expect(quarters[0]!.revenue.value).toBeNull()
  })
})

test.each([
  ['a country', { Revenues: 29_400, SalesRevenueNet: 83_062 }, 83_062],
  ['a total without fees of members', { Revenues: 680_985, [FEES]: 674_538 }, 680_985],
  ['a rounded total', { SalesRevenueNet: 18_486, SalesRevenueGoodsNet: 18_500 }, 18_486],
  ['contracts of a utility', { RegulatedAndUnregulatedOperatingRevenue: 13_431, [FEES]: 12_900 }, 13_431],
  ['contracts of a landlord', { RealEstateRevenueNet: 2_600, [FEES]: 200 }, 2_600],
  ['services', { SalesRevenueServicesNet: 7_752 }, 7_752],
])('of two values of a filing the total is the revenue, not what it states for %s', (_, tags, revenue) => {
  expect(revenueOf(tags).value).toBe(revenue)
})

test('the debt of a bank has the long-term debt that it states with its current part', () => {
  const stated = { Assets: 4_900_475, ShortTermBorrowings: 68_048 }
  const all = { ...stated, LongTermDebtAndCapitalLeaseObligationsIncludingCurrentMaturities: 448_764 }
  expect(read(filing('year', all)).balance.debt.value).toBe(68_048 + 448_764)
})

test('each tag of a line is stored', () => {
  const tags = [...Object.values(FLOW_LINES), ...Object.values(BALANCE_LINES)].flatMap((line) => [...line.tags])
  expect(tags.filter((tag) => !LISTED_TAGS.has(tag))).toEqual([])
})

describe('the revenue of a filer that states it under a tag of its sector', () => {
  const RENT = 'OperatingLeaseLeaseIncome'

  test.each<[string, Tags, number | null, string]>([
    ['a landlord', { [RENT]: 2_980 }, 2_980, RENT],
    ['a landlord with fees', { [RENT]: 1_544, [FEES]: 7 }, 1_544, RENT],
    ['a landlord of before 2019', { OperatingLeasesIncomeStatementLeaseRevenue: 2_578 }, 2_578, 'OperatingLeases'],
    ['a landlord with a total', { [RENT]: 5_044, Revenues: 5_271 }, 5_271, 'Revenues'],
    ['a lessor of some machines', { [RENT]: 100, [FEES]: 8_000 }, 8_000, FEES],
    ['a producer', { OilAndGasRevenue: 2_787 }, 2_787, 'OilAndGasRevenue'],
    ['a producer with sales of others', { OilAndGasRevenue: 2_787, [FEES]: 3_000 }, 3_000, FEES],
    ['a manager of funds', { RevenuesExcludingInterestAndDividends: 11_401 }, 11_401, 'RevenuesExcluding'],
  ])('is that of %s', (_, tags, value, tag) => {
    const revenue = revenueOf(tags)
    expect([revenue.value, revenue.value === null || revenue.tag.startsWith(tag)]).toEqual([value, true])
  })

  test('is unknown where leases and contracts bring it and no total is stated', () => {
    expect(revenueOf({ [RENT]: 1_000, [FEES]: 400 })).toEqual({
      value: null,
      reason: 'the filings state the revenue of leases and of contracts, and no total',
    })
  })

  test('is not the rent of a quarter whose revenue is not known', () => {
    const { quarters } = read(
      filing('nine', { Revenues: 5_000, [RENT]: 70 }),
      filing('year', { NetIncomeLoss: 7, [RENT]: 100 }),
    )
    expect(quarters[0]!).toMatchObject({ end: '2025-12-31', revenue: { value: null } })
  })
})

const TAXED = 'RevenueFromContractWithCustomerIncludingAssessedTax'

test.each<[string, Tags, number]>([
  [
    'contracts of a gas producer whose hedges lost money',
    { Revenues: 3_065, [FEES]: 6_804, OperatingIncomeLoss: -1_435, OperatingExpenses: 4_500 },
    3_065,
  ],
  [
    'the same where hedges lost more than the contracts brought',
    { Revenues: -300, [FEES]: 6_804, OperatingIncomeLoss: -4_800, OperatingExpenses: 4_500 },
    -300,
  ],
  [
    'sales of a food maker, which states a part under the tag of all',
    { Revenues: 18_000, [FEES]: 19_857, OperatingIncomeLoss: 3_432, CostsAndExpenses: 16_425 },
    19_857,
  ],
  [
    'the same by its gross profit',
    { Revenues: 18_000, [FEES]: 19_857, GrossProfit: 6_932, CostOfGoodsAndServicesSold: 12_925 },
    19_857,
  ],
  ['sales of a brewer with excise', { Revenues: 37_878, [TAXED]: 91_000, [FEES]: 37_878 }, 37_878],
  [
    'the same where gross profit alone tells',
    { Revenues: 37_878, [TAXED]: 91_000, GrossProfit: 24_549, CostOfRevenue: 13_329 },
    37_878,
  ],
  ['sales with excise beside those of a country', { Revenues: 29_400, [TAXED]: 83_062 }, 83_062],
  [
    'a utility with a slice under another tag',
    { Revenues: 26_900, RegulatedAndUnregulatedOperatingRevenue: 27_410 },
    27_410,
  ],
  [
    'a utility with a slice under its own tag',
    { Revenues: 26_900, RegulatedAndUnregulatedOperatingRevenue: 20_000 },
    26_900,
  ],
])('the revenue is the value that the filing adds up to, for %s', (_, tags, revenue) => {
  expect(revenueOf(tags).value).toBe(revenue)
})

test.each<[string, Tags, number]>([
  ['goods and services of before 2018', { CostOfGoodsSold: 600, CostOfServices: 150 }, 250],
  ['goods alone', { CostOfGoodsSold: 600 }, 400],
  ['both with a total', { CostOfRevenue: 760, CostOfGoodsSold: 600, CostOfServices: 150 }, 240],
  ['both under one tag', { CostOfGoodsAndServicesSold: 750, CostOfServices: 150 }, 250],
])('gross profit is revenue less the cost of %s', (_, costs, gross) => {
  expect(read(filing('year', { Revenues: 1_000, ...costs })).ttm.gross_profit.value).toBe(gross)
})

test('a quarter is not derived from total revenue and a part that only shorter periods state', () => {
  const nine = filing('nine', { [FEES]: 297 })
  expect(read(nine, filing('year', { Revenues: 450, [FEES]: 405 })).quarters[0]!.revenue).toEqual({
    value: null,
    reason: 'its parts are stated under tags that mean different things',
  })
  expect(read(nine, filing('year', { Revenues: 450, [FEES]: 446 })).quarters[0]!.revenue.value).toBe(153)
  expect(read(nine, filing('year', { Revenues: 450 })).quarters[0]!.revenue.value).toBe(153)
})
