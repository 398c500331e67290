import { EVENING_SESSIONS } from '../../pipeline/analogues/evening-documents.ts'
import type { SeriesHistory } from '../../pipeline/history/known-history.ts'
import { knownBands } from '../../pipeline/screener/known-bands.ts'
import type { BandReading } from '../../pipeline/screener/moment.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { seriesAsKnown } from '../../shared/postgres/market/observations.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'

const SERIES: readonly SeriesId[] = ['spy_close', 'vix_close']

/** The band of falls at any instant up to one, from what was known by then. */
export async function bandsKnown(
  db: Db,
  { upTo, knownBy }: { upTo: TradingDay; knownBy: Date },
): Promise<(instant: Date) => BandReading | null> {
  const from = addSessions(upTo, -EVENING_SESSIONS).day
  const known = await seriesAsKnown(db, { series: SERIES, from, upTo, knownBy })
  const history: SeriesHistory = new Map(SERIES.map((id) => [id, known[id] ?? []]))
  return knownBands(history)
}
