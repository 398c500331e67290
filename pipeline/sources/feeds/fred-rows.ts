import type { Observation } from '../../../shared/domain/market/observation.ts'
import { addDays, type TradingDay } from '../../../shared/time/trading-day.ts'
import { checkedObservations } from '../checked-observations.ts'
import { decimal } from '../decimal.ts'
import type { FeedContext } from '../source.ts'
import { isoDay } from '../vendor-day.ts'
import { type FredSeries, HISTORY_FROM, LATEST_DAYS } from './fred-series.ts'

/** A holiday keeps its row: with an empty cell in today's CSV, with '.' in the API and in older files. */
const isMissing = (cell: string): boolean => cell === '' || cell === '.'

export const fredFrom = ({ mode, day }: FeedContext): string =>
  mode === 'history' ? HISTORY_FROM : addDays(day, -LATEST_DAYS)

export function fredObservations(
  { id, series }: FredSeries,
  rows: readonly (readonly [date: string, cell: string])[],
  today: TradingDay,
): Observation[] {
  const present = rows.filter(([, cell]) => !isMissing(cell.trim()))
  const values = present.map(([date, cell]) => [isoDay(date), decimal(cell, id)] as const)
  return checkedObservations(series, values, today)
}
