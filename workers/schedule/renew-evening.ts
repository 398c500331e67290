import type { z } from 'zod'
import type { Relay } from '../../shared/broker/relay.ts'
import { TRACK_RECORD_KEY, TrackRecord } from '../../shared/domain/contract/alert-track-record.ts'
import { BASE_RATES_KEY, BaseRates, CALIBRATION_KEY, Calibration } from '../../shared/domain/contract/base-rates.ts'
import {
  DRAWDOWN_RISK_HISTORY_KEY,
  DRAWDOWN_RISK_KEY,
  DrawdownRisk,
  DrawdownRiskHistory,
} from '../../shared/domain/contract/drawdown-risk.ts'
import type { Log } from '../../shared/log.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { type ReadModel, readModel, readModelVersion } from '../../shared/postgres/signals/read-models.ts'
import { previousSession } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'

/** The documents that are written once a session, from its final daily row. */
const OF_THE_EVENING: readonly [key: string, contract: z.ZodType][] = [
  [BASE_RATES_KEY, BaseRates],
  [CALIBRATION_KEY, Calibration],
  [DRAWDOWN_RISK_KEY, DrawdownRisk],
  [DRAWDOWN_RISK_HISTORY_KEY, DrawdownRiskHistory],
  [TRACK_RECORD_KEY, TrackRecord],
]

interface Deps {
  sql: Pool
  relay: Pick<Relay, 'transaction'>
  log: Log
}

/**
 * Lets the stages rewrite the documents of the newest evening where an earlier version wrote them in a form that no
 * longer fits the contract. The API does not serve that form, so after an upgrade on a Friday evening they would be
 * empty until Monday's. Returns the keys that do not fit. The same documents are requested once, however many
 * schedulers look.
 */
export async function renewEvening({ sql, relay, log }: Deps, now: Date): Promise<string[]> {
  const outdated: ReadModel[] = []
  for (const [key, contract] of OF_THE_EVENING) {
    const model = await readModel(sql, key)
    if (model !== null && !contract.safeParse(JSON.parse(model.body)).success) outdated.push(model)
  }
  const keys = outdated.map(({ key }) => key)
  const newest = outdated.reduce((a: ReadModel | null, b) => (a === null || b.asOf > a.asOf ? b : a), null)
  // The risk stage learns from no evening before the last finished session's.
  if (newest === null || eastern(newest.asOf).day < previousSession(eastern(now).day).day) return keys
  const { day } = eastern(newest.asOf)
  const version = await readModelVersion(sql, newest.key)
  // Daily rows count their runs from 1; documents from before the first row have run 0 and are replaced by any.
  const run = Math.max(1, newest.run)
  await relay.transaction(sql, async () => ({
    result: null,
    messages: [
      {
        id: `renewed:day/${day}/${version}#${run}`,
        type: 'day.computed',
        occurredAt: now,
        cycleId: null,
        payload: { day, cutoff: newest.asOf.toISOString(), run, origin: 'scheduled' },
      },
    ],
  }))
  log.warn({ day, keys }, 'evening_documents_outdated')
  return keys
}
