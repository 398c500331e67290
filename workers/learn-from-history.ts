import type { ClaimVerdict } from '../pipeline/ai-read/index.ts'
import { eveningDocuments } from '../pipeline/analogues/evening-documents.ts'
import { DRAWDOWN_SESSIONS } from '../pipeline/risk/outcomes.ts'
import type { StageHandler } from '../shared/broker/run-stage.ts'
import { BASE_RATES_KEY, type BaseRates } from '../shared/domain/contract/base-rates.ts'
import { ENGINE_METRICS, type EngineMetricHistory } from '../shared/domain/contract/condition.ts'
import type { Log } from '../shared/log.ts'
import type { Db } from '../shared/postgres/server/db.ts'
import { announceDocuments, saveReadModel } from '../shared/postgres/signals/read-models.ts'
import { scoresOfDays } from '../shared/postgres/signals/signals-daily.ts'
import { previousSession } from '../shared/time/calendar.ts'
import type { Clock } from '../shared/time/clock.ts'
import { eastern } from '../shared/time/eastern.ts'
import type { TradingDay } from '../shared/time/trading-day.ts'
import { eveningFrom, eveningInputs, learnEvening } from './ai/learn-evening.ts'

/** A back-fill has hundreds of days, of which only the newest has an effect. */
const BATCH = 16

/** Daily rows count their runs from 1. */
const RUN_BEFORE_ROWS = 0

export interface RiskDeps {
  clock: Clock
  log: Log
}

/** Computes once a session what followed states like this evening's, and how well such forecasts have done. */
export function riskStage({ clock, log }: RiskDeps): StageHandler<'day.computed' | 'evening.due'> {
  return {
    stage: 'risk',
    handles: ['day.computed', 'evening.due'],
    batch: BATCH,
    async handle(tx, { type, payload: { day, cutoff, ...payload } }) {
      // Only the newest finished session counts: a back-fill has hundreds, and each would be replaced by the next.
      if (day < previousSession(eastern(clock.now()).day).day) return []
      // Before the daily rows exist, the members' closes may be missing, so this result is replaced by the one after
      // them.
      const run = type === 'evening.due' ? RUN_BEFORE_ROWS : payload.run
      const startedMs = performance.now()
      const asOf = new Date(cutoff)
      const inputs = await eveningInputs(tx, day, asOf)
      const dailyRows = await dailyRowMetrics(tx, { from: eveningFrom(day), upTo: day })
      const documents = eveningDocuments(inputs, dailyRows)
      for (const { key, value } of documents) {
        await saveReadModel(tx, { key, contentType: 'application/json', body: JSON.stringify(value), asOf, run })
      }
      await learnEvening(tx, inputs, { run, judged: judgedIn(documents) })
      await announceDocuments(tx, 'signals')
      await announceDocuments(tx, 'ai')
      log.info({ day, took_ms: Math.round(performance.now() - startedMs) }, 'history_learned')
      return []
    },
  }
}

const FALLS_CLAIM = `drawdown_${DRAWDOWN_SESSIONS}`

/** The base rates of the evening judge the kind of claim that a verdict repeats. */
function judgedIn(documents: ReturnType<typeof eveningDocuments>): ClaimVerdict {
  const rates = documents.find(({ key }) => key === BASE_RATES_KEY)?.value as BaseRates | undefined
  return rates?.claims.find(({ claim }) => claim === FALLS_CLAIM)?.verdict ?? null
}

async function dailyRowMetrics(db: Db, window: { from: TradingDay; upTo: TradingDay }): Promise<EngineMetricHistory[]> {
  const rows = await scoresOfDays(db, window)
  return ENGINE_METRICS.map((metric) => ({
    metric,
    byDay: new Map(rows.flatMap((row) => (row[metric] === null ? [] : [[row.day, row[metric]] as const]))),
  }))
}
