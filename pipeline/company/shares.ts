import type { Consensus, EarningsRow, EstimatesRow } from '../../shared/domain/market/company-record.ts'
import { isInOldShares, type KnownSplit, sharesSince, splitsMissing } from '../../shared/domain/market/known-split.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay } from '../../shared/time/trading-day.ts'
import type { CompanyInputs, Stored } from './inputs.ts'

/**
 * The inputs of a company with prices and per-share figures in today's shares; filings state which shares they are in.
 */
export function inputsInNewShares(inputs: CompanyInputs): CompanyInputs {
  const { splits } = inputs
  if (splits.length === 0) return inputs
  return {
    ...inputs,
    bars: barsInShares(inputs),
    estimates: splits.reduce(estimatesInShares, inputs.estimates),
    earnings: inputs.earnings.map((each) => reportInShares(each, splits)),
  }
}

function barsInShares({ bars, splits }: CompanyInputs): CompanyInputs['bars'] {
  const closes = { days: bars.map(({ day }) => day), closes: bars.map(({ close }) => close) }
  const missing = splitsMissing(closes, splits, null)
  if (missing.length === 0) return bars
  return bars.map((bar) => {
    const shares = sharesSince(missing, bar.day)
    const volume = bar.volume === null ? null : bar.volume * shares
    const { high, low } = bar
    return { ...bar, close: bar.close / shares, high: over(high, shares), low: over(low, shares), volume }
  })
}

const over = (value: number | null, shares: number): number | null => (value === null ? null : value / shares)

/** A report is in the shares of the day on which its newest figures became known. */
function reportInShares<T extends EarningsRow>(report: Stored<T>, splits: readonly KnownSplit[]): Stored<T> {
  const shares = sharesSince(splits, eastern(report.knownAt).day)
  if (shares === 1) return report
  const { eps, eps_forecast } = report.row
  return { ...report, row: { ...report.row, eps: over(eps, shares), eps_forecast: over(eps_forecast, shares) } }
}

type Snapshots = CompanyInputs['estimates']

function estimatesInShares(snapshots: Snapshots, split: KnownSplit): Snapshots {
  const from = restatedFrom(snapshots, split)
  return snapshots.map((each) => (from === null || each.day < from ? snapshotOver(each, split.ratio) : each))
}

function snapshotOver({ row, ...rest }: Snapshots[number], shares: number): Snapshots[number] {
  const period = ({ eps, high, low, ...own }: Consensus): Consensus => ({
    ...own,
    eps: over(eps, shares),
    high: over(high, shares),
    low: over(low, shares),
  })
  const { quarters, years, target } = row
  const aims = target && {
    mean: over(target.mean, shares),
    low: over(target.low, shares),
    high: over(target.high, shares),
  }
  return {
    ...rest,
    row: { quarters: quarters.map(period), years: years.map(period), target: target && { ...target, ...aims } },
  }
}

/** A vendor restates estimates within so many days of a split. */
const EARLY_DAYS = 10
const LATE_DAYS = 30

/** The day of the first snapshot in new shares; null where the vendor has not restated any yet. */
function restatedFrom(newestFirst: Snapshots, { exDate, ratio }: KnownSplit): TradingDay | null {
  const [first, last] = [addDays(exDate, -EARLY_DAYS), addDays(exDate, LATE_DAYS)]
  const around = newestFirst.filter(({ day }) => day >= first && day <= last).toReversed()
  let before = newestFirst.find(({ day }) => day < first)
  for (const each of around) {
    const pair = before && samePeriod(before.row, each.row)
    if (pair && isInOldShares(...pair, ratio)) return each.day
    before = each
  }
  const isLate = newestFirst.some(({ day }) => day > last)
  const isNew = !newestFirst.some(({ day }) => day < exDate)
  return isLate || isNew ? exDate : null
}

/** The consensus of one period in two snapshots. */
function samePeriod(before: EstimatesRow, after: EstimatesRow): [number, number] | null {
  for (const kind of ['years', 'quarters'] as const) {
    for (const { fiscal_end, eps } of after[kind]) {
      const then = before[kind].find((each) => each.fiscal_end === fiscal_end)?.eps
      if (then != null && eps !== null && then * eps > 0) return [then, eps]
    }
  }
  return null
}
