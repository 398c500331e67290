import { AI_RULES_VERSION, eveningRead, eveningReadSeries, ratesBefore } from '../pipeline/ai-read/index.ts'
import { EVENING_SESSIONS, eveningDocuments } from '../pipeline/analogues/evening-documents.ts'
import type { StageHandler } from '../shared/broker/run-stage.ts'
import { ENGINE_METRICS, type EngineMetricHistory } from '../shared/domain/contract/condition.ts'
import type { Log } from '../shared/log.ts'
import { saveEvening } from '../shared/postgres/ai/ai-evenings.ts'
import { seriesAsKnown } from '../shared/postgres/market/observations.ts'
import type { Db } from '../shared/postgres/server/db.ts'
import { announceDocuments, saveReadModel } from '../shared/postgres/signals/read-models.ts'
import { scoresOfDays } from '../shared/postgres/signals/signals-daily.ts'
import { addSessions, previousSession } from '../shared/time/calendar.ts'
import type { Clock } from '../shared/time/clock.ts'
import { eastern } from '../shared/time/eastern.ts'
import { addDays, type TradingDay } from '../shared/time/trading-day.ts'

export interface RiskDeps {
  clock: Clock
  log: Log
}

/** Computes once a session what followed states like this evening's, and how well such forecasts have done. */
export function riskStage({ clock, log }: RiskDeps): StageHandler<'day.computed' | 'evening.due'> {
  return {
    stage: 'risk',
    handles: ['day.computed', 'evening.due'],
    async handle(tx, { payload: { day, cutoff, run } }) {
      // Only the newest finished session counts: a back-fill has hundreds, and each would be replaced by the next.
      if (day < previousSession(eastern(clock.now()).day).day) return []
      const startedMs = performance.now()
      const asOf = new Date(cutoff)
      const from = addDays(addSessions(day, -EVENING_SESSIONS).day, -1)
      const series = await seriesAsKnown(tx, { series: eveningReadSeries, from, upTo: day, knownBy: asOf })
      const dailyRows = await dailyRowMetrics(tx, { from, upTo: day })
      for (const { key, value } of eveningDocuments({ cutoff: asOf, day, series }, dailyRows)) {
        await saveReadModel(tx, { key, contentType: 'application/json', body: JSON.stringify(value), asOf, run })
      }
      const evening = { cutoff: asOf, day, series }
      const document = JSON.stringify(eveningRead(evening, ratesBefore(evening)))
      await saveEvening(tx, { day, run, asOf, rulesVersion: AI_RULES_VERSION, document })
      await announceDocuments(tx, 'signals')
      await announceDocuments(tx, 'ai')
      log.info({ day, took_ms: Math.round(performance.now() - startedMs) }, 'history_learned')
      return []
    },
  }
}

async function dailyRowMetrics(db: Db, window: { from: TradingDay; upTo: TradingDay }): Promise<EngineMetricHistory[]> {
  const rows = await scoresOfDays(db, window)
  return ENGINE_METRICS.map((metric) => ({
    metric,
    byDay: new Map(rows.flatMap((row) => (row[metric] === null ? [] : [[row.day, row[metric]] as const]))),
  }))
}
