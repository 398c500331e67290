import type { DailyRow } from '../../shared/domain/contract/daily-row.ts'
import type { Fragility } from '../../shared/domain/contract/fragility.ts'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { fragility } from '../fragility/fragility.ts'
import { closeCache, currentPillars } from '../regime/market-regime.ts'
import type { PillarReadings } from '../regime/pillar-bands.ts'
import { closesOnly } from '../snapshot/closes-only.ts'
import { dailyRow } from '../snapshot/daily-row.ts'
import { seriesNeeded } from '../snapshot/series-bounds.ts'
import { type EveningFalls, eveningFalls } from './evening-falls.ts'
import { eveningInputs, type SeriesHistory } from './known-history.ts'

/** A session as the service would have computed it that evening. */
export interface HistoryDay {
  row: DailyRow
  pillars: PillarReadings
  fragility: Fragility
  falls: EveningFalls
}

/** The sessions that the daily series of a history span. */
export function sessionsOf(history: SeriesHistory): TradingDay[] {
  const ends = seriesNeeded.flatMap((series) => {
    const points = history.get(series)
    return points?.length ? [points[0]!.day, points.at(-1)!.day] : []
  })
  const [first, last] = [ends.toSorted()[0], ends.toSorted().at(-1)]
  return first && last ? sessionsBetween(first, last) : []
}

/** Runs the engine of the live service evening after evening; this file computes no number itself. */
export function* replay(history: SeriesHistory): Generator<HistoryDay> {
  const inputsAt = eveningInputs(history)
  const fallsAt = eveningFalls(history)
  const cache = closeCache()
  for (const day of sessionsOf(history)) {
    const inputs = closesOnly(inputsAt(day))
    const row = dailyRow(inputs, { cycleId: `day:${day}`, origin: 'imported' }, cache)
    yield { row, pillars: currentPillars(inputs), fragility: fragility(inputs), falls: fallsAt(day) }
  }
}
