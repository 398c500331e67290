import type { Observation } from '../../shared/domain/market/observation.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { AppError } from '../../shared/errors.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { canBeObserved } from './publication-lag.ts'
import { SERIES_BOUNDS } from './series-bounds.ts'

/**
 * The last check before the values of a payload count as observations: in bounds, not in the future, one value per day.
 * One absurd value refuses the payload, because a shifted column rarely shifts only one row. Vendors repeat rows
 * exactly; two values for one day contradict each other. A row for a day that cannot have a value is left out, as in a
 * history file: spreads have one for the Saturday or Sunday that ends a month, and a change over sessions from there
 * would count other days.
 */
export function checkedObservations(
  series: SeriesId,
  rows: Iterable<readonly [TradingDay, number]>,
  today: TradingDay,
): Observation[] {
  const [min, max] = SERIES_BOUNDS[series]
  const values = new Map<TradingDay, number>()
  for (const [day, value] of rows) {
    if (day > today) throw new AppError('invalid', `${series} has a value for ${day}, which lies in the future`)
    if (!(value >= min && value <= max))
      throw new AppError('invalid', `${series} on ${day} is outside ${min} to ${max}`)
    if ((values.get(day) ?? value) !== value) throw new AppError('invalid', `${series} has two values for ${day}`)
    values.set(day, value)
  }
  const genuine = [...values].filter(([day]) => canBeObserved(series, day))
  return genuine.sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, value]) => ({ series, day, value }))
}
