import { addDays, type TradingDay } from '../../shared/time/trading-day.ts'
import type { Filer } from '../world/company/filers.ts'
import { type Filing, filingsBy } from '../world/company/filings.ts'
import { type Financials, financialsOf, sharesOf } from '../world/company/financials.ts'
import { type Report, reportOf } from '../world/company/reports.ts'
import type { World } from '../world/world.ts'

type Row = {
  start?: TradingDay
  end: TradingDay
  val: number
  accn: string
  fy: number
  fp: string
  form: string
  filed: TradingDay
}
type Tags = Record<string, { label: string; description: string; units: Record<string, Row[]> }>

type Flow = keyof Pick<
  Financials,
  'revenue' | 'costOfRevenue' | 'grossProfit' | 'operatingIncome' | 'netIncome' | 'epsDiluted'
>
const FLOWS: readonly (readonly [Flow, string, string])[] = [
  ['revenue', 'RevenueFromContractWithCustomerExcludingAssessedTax', 'USD'],
  ['costOfRevenue', 'CostOfRevenue', 'USD'],
  ['grossProfit', 'GrossProfit', 'USD'],
  ['operatingIncome', 'OperatingIncomeLoss', 'USD'],
  ['netIncome', 'NetIncomeLoss', 'USD'],
  ['epsDiluted', 'EarningsPerShareDiluted', 'USD/shares'],
]
const CASH_FLOWS = [
  ['operatingCashFlow', 'NetCashProvidedByUsedInOperatingActivities'],
  ['capex', 'PaymentsToAcquirePropertyPlantAndEquipment'],
] as const
const BALANCES = [
  ['assets', 'Assets'],
  ['liabilities', 'Liabilities'],
  ['equity', 'StockholdersEquity'],
  ['cash', 'CashAndCashEquivalentsAtCarryingValue'],
  ['debt', 'LongTermDebtNoncurrent'],
] as const
/** Filers have tags of their own; half of these state their revenue under the older one. */
const OTHER_REVENUE = 'Revenues'

const rounded = (unit: string, value: number): number =>
  unit === 'USD' ? Math.round(value) : Math.round(value * 100) / 100

/** The facts of one filing: its quarter, its year to date, the same of the year before, and two balances. */
const factsOf = (world: World, filer: Filer, { report, accession, form, filed }: Filing, add: Adder): void => {
  if (!report) return
  const stamp = {
    accn: accession,
    fy: report.fiscalYear,
    fp: report.fiscalQuarter === 4 ? 'FY' : `Q${report.fiscalQuarter}`,
    form,
    filed,
  }
  for (const back of [4, 0]) {
    const quarters = Array.from({ length: report.fiscalQuarter }, (_, at) => report.quarter - back - at).reverse()
    const figures = quarters.map((quarter) => financialsOf(world, filer, quarter))
    const reports = quarters.map((quarter) => reportOf(world.seed, filer, quarter))
    const [first, last] = [reports[0]!, reports.at(-1)!]
    const flow = (tag: string, unit: string, values: readonly (number | null)[], own: Report): void => {
      if (values.some((value) => value === null)) return
      const sum = values.reduce<number>((total, value) => total + value!, 0)
      add(tag, unit, { start: own.start, end: last.end, val: rounded(unit, sum), ...stamp })
    }
    for (const [line, name, unit] of FLOWS) {
      const tag = line === 'revenue' && filer.hash % 2 === 0 ? OTHER_REVENUE : name
      // A year's report states no single quarter since 2020.
      if (report.fiscalQuarter !== 4) flow(tag, unit, [figures.at(-1)![line]], last)
      if (report.fiscalQuarter > 1)
        flow(
          tag,
          unit,
          figures.map((each) => each[line]),
          first,
        )
    }
    for (const [line, tag] of CASH_FLOWS)
      flow(
        tag,
        'USD',
        figures.map((each) => each[line]),
        first,
      )
  }
  for (const [line, tag] of BALANCES) {
    const years = report.quarter - report.fiscalQuarter
    for (const quarter of [years, report.quarter]) {
      const { end } = reportOf(world.seed, filer, quarter)
      add(tag, 'USD', { end, val: financialsOf(world, filer, quarter)[line], ...stamp })
    }
  }
  const shares = sharesOf(world, filer)
  add('WeightedAverageNumberOfDilutedSharesOutstanding', 'shares', {
    start: report.start,
    end: report.end,
    val: shares,
    ...stamp,
  })
}

type Adder = (tag: string, unit: string, row: Row) => void

/** Company facts as the SEC serves them: by tag and unit, each as often as filings state it. */
export const companyFacts = (world: World, filer: Filer, instant: Date): unknown => {
  const tags: Tags = {}
  const add: Adder = (tag, unit, row) => {
    tags[tag] ??= { label: tag, description: '', units: {} }
    tags[tag].units[unit] ??= []
    tags[tag].units[unit].push(row)
  }
  const filings = filingsBy(world, filer, instant).toReversed()
  for (const filing of filings) factsOf(world, filer, filing, add)
  const entity = addDays(filings.at(-1)?.filed ?? ('2004-01-02' as TradingDay), 0)
  return {
    cik: filer.cik,
    entityName: filer.name,
    facts: {
      dei: {
        EntityCommonStockSharesOutstanding: {
          label: 'Entity Common Stock, Shares Outstanding',
          description: '',
          units: {
            shares: [
              {
                end: entity,
                val: sharesOf(world, filer),
                accn: filings.at(-1)?.accession ?? '',
                fy: null,
                fp: null,
                form: '10-Q',
                filed: entity,
              },
            ],
          },
        },
      },
      'us-gaap': tags,
    },
  }
}
