import { evaluateCustom } from '../pipeline/alerts/custom-alert.ts'
import { alertEngine } from '../pipeline/alerts/index.ts'
import { TRACK_RECORD_SESSIONS, trackRecord, trackRecordSeries } from '../pipeline/alerts/track-record.ts'
import type { Message, StageHandler } from '../shared/broker/run-stage.ts'
import { TRACK_RECORD_KEY } from '../shared/domain/contract/alert-track-record.ts'
import type { Log } from '../shared/log.ts'
import { regimesOfDays } from '../shared/postgres/alerts/alert-facts.ts'
import { evaluateAlerts, rebuildAlertHistory } from '../shared/postgres/alerts/evaluate-alerts.ts'
import { evaluateCustomAlerts } from '../shared/postgres/alerts/evaluate-custom.ts'
import { seriesAsKnown } from '../shared/postgres/market/observations.ts'
import type { Tx } from '../shared/postgres/server/db.ts'
import { announceDocuments, saveReadModel } from '../shared/postgres/signals/read-models.ts'
import { addSessions, previousSession } from '../shared/time/calendar.ts'
import type { Clock } from '../shared/time/clock.ts'
import { eastern } from '../shared/time/eastern.ts'
import { addDays } from '../shared/time/trading-day.ts'

/** An evaluation holds the states of all alerts in any case; most days of a back-fill have no effect. */
const BATCH = 16

export interface AlertsDeps {
  clock: Clock
  log: Log
}

/**
 * Judges each snapshot by the alert rules, recomputes the rules' track record after each finished session, and rebuilds
 * the alert history once the back-fill has filled the past.
 */
export function alertsStage(deps: AlertsDeps): StageHandler<'signals.computed' | 'day.computed' | 'history.filled'> {
  return {
    stage: 'alerts',
    handles: ['signals.computed', 'day.computed', 'history.filled'],
    batch: BATCH,
    async handle(tx, message) {
      if (message.type === 'day.computed') await computeTrackRecord(deps, tx, message)
      else if (message.type === 'history.filled') await rebuildHistory(deps, tx)
      else await evaluateCycle(deps, tx, message)
      return []
    },
  }
}

async function evaluateCycle({ log }: AlertsDeps, tx: Tx, { payload }: Message<'signals.computed'>): Promise<void> {
  const { cycleId, state, fired, cleared, held } = await evaluateAlerts(tx, alertEngine, payload)
  const custom = await evaluateCustomAlerts(tx, evaluateCustom, payload)
  log.info({ cycle_id: cycleId, state, fired, cleared, held: held.length, custom }, 'alerts_evaluated')
}

async function rebuildHistory({ log }: AlertsDeps, tx: Tx): Promise<void> {
  const episodes = await rebuildAlertHistory(tx, alertEngine)
  log.info({ episodes }, 'alert_history_rebuilt')
}

/** Skips all but the newest finished session: a back-fill has hundreds, and each would be replaced by the next. */
async function computeTrackRecord({ clock }: AlertsDeps, tx: Tx, { payload }: Message<'day.computed'>): Promise<void> {
  const { day, run } = payload
  if (day < previousSession(eastern(clock.now()).day).day) return
  const cutoff = new Date(payload.cutoff)
  const from = addDays(addSessions(day, -TRACK_RECORD_SESSIONS - alertEngine.sessionsMax).day, -1)
  const series = await seriesAsKnown(tx, { series: trackRecordSeries, from, upTo: day, knownBy: cutoff })
  const regimes = await regimesOfDays(tx, { from, before: addDays(day, 1) })
  const record = trackRecord({ cutoff, day, series }, regimes)
  await saveReadModel(tx, {
    key: TRACK_RECORD_KEY,
    contentType: 'application/json',
    body: JSON.stringify(record),
    asOf: cutoff,
    run,
  })
  await announceDocuments(tx, 'alerts')
}
