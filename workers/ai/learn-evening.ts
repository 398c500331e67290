import {
  AI_RULES_VERSION,
  type ClaimVerdict,
  eveningRead,
  eveningReadSeries,
  ratesBefore,
} from '../../pipeline/ai-read/index.ts'
import { EVENING_SESSIONS } from '../../pipeline/analogues/evening-documents.ts'
import type { EveningInputs } from '../../pipeline/risk/evening.ts'
import { eveningKnownBy, saveEvening } from '../../shared/postgres/ai/ai-evenings.ts'
import { seriesAsKnown } from '../../shared/postgres/market/observations.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { addSessions, previousSession } from '../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay } from '../../shared/time/trading-day.ts'

/** When everything of a session is known. */
const EVENING = '20:00'

/** As far back as any statement of an evening reads. */
export const eveningFrom = (day: TradingDay): TradingDay => addDays(addSessions(day, -EVENING_SESSIONS).day, -1)

/** All that was known of the series on an evening. */
export async function eveningInputs(db: Db, day: TradingDay, cutoff: Date): Promise<EveningInputs> {
  const series = await seriesAsKnown(db, {
    series: eveningReadSeries,
    from: eveningFrom(day),
    upTo: day,
    knownBy: cutoff,
  })
  return { cutoff, day, series }
}

/** `judged` is null where the claims from analogues were not judged, as for a past slot. */
export async function learnEvening(
  db: Db,
  inputs: EveningInputs,
  { run, judged }: { run: number; judged: ClaimVerdict },
): Promise<void> {
  const document = JSON.stringify(eveningRead(inputs, ratesBefore(inputs), judged))
  await saveEvening(db, {
    day: inputs.day,
    run,
    asOf: inputs.cutoff,
    rulesVersion: AI_RULES_VERSION,
    document,
  })
}

/** Learns the evening before a past slot, unless it is known already: the risk stage handles only the newest one. */
export async function learnEveningBefore(db: Db, instant: Date): Promise<void> {
  const { day } = previousSession(eastern(instant).day)
  const known = await eveningKnownBy(db, instant, AI_RULES_VERSION)
  if (known?.day === day) return
  await learnEvening(db, await eveningInputs(db, day, instantAt(day, EVENING)), { run: 1, judged: null })
}
