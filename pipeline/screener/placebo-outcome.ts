import type { PickSide } from '../../shared/domain/contract/screener-ids.ts'
import { DELISTED_SESSIONS } from './advance.ts'
import { ROUND_TRIP_COST } from './outcome.ts'
import { closeBefore, type PriceTable } from './price-table.ts'
import { type Entry, signOf } from './tracked.ts'

export interface PlaceboPick {
  ticker: number
  at: number
  entry: Entry['at']
  horizon: number
  side: PickSide
}

/**
 * The excess of a pick over its whole horizon as a contract of that session would have it, from a table that is known
 * up to `until`; NaN where it has no entry price, or its bars are not all known.
 */
export function placeboExcess({ columns, benchmark }: PriceTable, pick: PlaceboPick, until: number): number {
  const { ticker, at, entry, horizon, side } = pick
  const end = entry === 'close' ? at + horizon : at + horizon - 1
  if (end > until) return Number.NaN
  const column = columns[ticker]!
  const from = priceAt(column, at, entry)
  const spyFrom = priceAt(benchmark, at, entry)
  const last = closeBefore(column.close, end, at)
  if (last === -1) return Number.NaN
  // A name that no longer trades is measured to its last close, SPY over the same bars.
  const spyEnd = end - last >= DELISTED_SESSIONS ? last : end
  const own = column.close[last]! / from - 1
  return signOf(side) * (own - (benchmark.close[spyEnd]! / spyFrom - 1)) - ROUND_TRIP_COST
}

const priceAt = (column: PriceTable['benchmark'], at: number, entry: PlaceboPick['entry']): number =>
  entry === 'close' ? column.close[at]! : (column.range?.open[at] ?? Number.NaN)
