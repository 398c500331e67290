import type { SeriesId } from '../../domain/market/series.ts'
import { eastern, instantAt } from '../../time/eastern.ts'
import { addDays, type TradingDay } from '../../time/trading-day.ts'
import { chainLevelsAsKnown, type StoredLevels } from '../market/chains.ts'
import { type MinuteQuoteRow, readMinute } from '../market/minutes.ts'
import { type SeriesHistory, seriesAsKnown } from '../market/observations.ts'
import type { Db } from '../server/db.ts'

const UNDERLYING = 'SPY'
/** Calendar days that hold the 50 sessions of an average, with any holidays. */
const LOOKBACK_DAYS = 85

/** The only input of tripwires: the rows known at the cutoff. */
export interface TripwireFacts {
  cutoff: Date
  day: TradingDay
  series: Partial<Record<SeriesId, readonly SeriesHistory[]>>
  minute: {
    at: Date
    collectedAt: Date
    quotes: Readonly<Record<string, MinuteQuoteRow>>
    reason: string | null
  } | null
  levels: StoredLevels | null
}

export async function loadTripwireFacts(
  sql: Db,
  { cutoff, minute, series }: { cutoff: Date; minute: Date | null; series: readonly SeriesId[] },
): Promise<TripwireFacts> {
  const { day } = eastern(cutoff)
  const from = addDays(day, -LOOKBACK_DAYS)
  const [collected, known, levels] = await Promise.all([
    minute && readMinute(sql, minute),
    seriesAsKnown(sql, { series, from, upTo: day, knownBy: cutoff }),
    chainLevelsAsKnown(sql, { underlying: UNDERLYING, from: instantAt(day, '00:00'), knownBy: cutoff }),
  ])
  return {
    cutoff,
    day,
    series: known,
    minute:
      minute &&
      (collected
        ? {
            at: minute,
            collectedAt: collected.collectedAt,
            quotes: Object.fromEntries(collected.quotes.map((quote) => [quote.symbol, quote])),
            reason: collected.reason,
          }
        : { at: minute, collectedAt: cutoff, quotes: {}, reason: 'the minute is not stored' }),
    levels,
  }
}
