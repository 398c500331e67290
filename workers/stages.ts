import { sourcesOff } from '../pipeline/reads/availability.ts'
import { sources } from '../pipeline/sources/index.ts'
import { aiSettings } from '../shared/ai/ai-settings.ts'
import type { StageHandler } from '../shared/broker/run-stage.ts'
import type { StageName } from '../shared/broker/topology.ts'
import { type Config, sourceSetup } from '../shared/config.ts'
import type { MessageType } from '../shared/domain/contract/messages.ts'
import type { SourceId } from '../shared/domain/market/source-id.ts'
import type { Log } from '../shared/log.ts'
import type { Pool } from '../shared/postgres/server/db.ts'
import { publicApi } from '../shared/public-api.ts'
import type { Clock } from '../shared/time/clock.ts'
import { createSender } from '../shared/webhooks/send-webhook.ts'
import { ai1Stage } from './ai/read-state.ts'
import { ai2Stage } from './ai/write-verdict.ts'
import { companyStage } from './compute-panels.ts'
import { signalsStage } from './compute-signals.ts'
import { alertsStage } from './evaluate-alerts.ts'
import { tripwiresStage } from './evaluate-tripwires.ts'
import { gradingStage } from './grade-verdicts.ts'
import { houseStage, restingHouse } from './house/house-stage.ts'
import { houseTokens } from './house/house-tokens.ts'
import { type IngestDeps, ingestStage } from './ingest/ingest.ts'
import { riskStage } from './learn-from-history.ts'
import { openMarket } from './quotes/open-market.ts'
import { screenerStage } from './screener/screener-stage.ts'
import { SETTLEMENT_LIMITS, settlementStage } from './settlement/settlement-stage.ts'
import { portfolioStage, SNAPSHOT_LIMITS, snapshotMarket } from './snapshot-accounts.ts'
import { webhooksStage } from './webhooks/deliver-webhooks.ts'
import { reportStage } from './write-report.ts'

/** The connections and settings that a process shares among its stages. */
export interface StageContext {
  config: Config
  sql: Pool
  clock: Clock
  log: Log
  ingest: IngestDeps
}

export interface OpenedStage {
  handler: StageHandler<MessageType, unknown>
  /** Closes the connections that only this stage has. */
  close?(): Promise<void>
}

export interface Stage {
  name: StageName
  concurrency: number
  open(context: StageContext): OpenedStage
}

/**
 * Two messages of a stage at a time: more would only queue on two cores, fewer would wait on I/O. A stage with batches
 * handles as many batches at a time.
 */
const USUAL = 2

/** Attempts wait for other systems, so many may wait at a time, and a hanging endpoint takes one place. */
const DELIVERIES = 32

export const STAGES: readonly Stage[] = [
  ...sources.map(
    (source): Stage => ({
      name: `ingest-${source.id}`,
      concurrency: USUAL,
      open: ({ ingest }) => ({ handler: ingestStage(ingest, source) }),
    }),
  ),
  { name: 'signals', concurrency: USUAL, open: openSignals },
  {
    name: 'report',
    concurrency: USUAL,
    open: ({ config, sql, clock, log }) => ({ handler: reportStage({ sql, log, clock, dataMode: config.SOURCES }) }),
  },
  { name: 'alerts', concurrency: USUAL, open: ({ clock, log }) => ({ handler: alertsStage({ clock, log }) }) },
  { name: 'risk', concurrency: 1, open: ({ clock, log }) => ({ handler: riskStage({ clock, log }) }) },
  { name: 'tripwires', concurrency: USUAL, open: ({ log }) => ({ handler: tripwiresStage({ log }) }) },
  { name: 'ai1', concurrency: 1, open: (context) => ({ handler: ai1Stage(readDeps(context)) }) },
  { name: 'ai2', concurrency: 1, open: (context) => ({ handler: ai2Stage(readDeps(context)) }) },
  { name: 'grading', concurrency: 1, open: ({ clock, log }) => ({ handler: gradingStage({ clock, log }) }) },
  { name: 'portfolio', concurrency: 1, open: openPortfolio },
  { name: 'settlement', concurrency: USUAL, open: openSettlement },
  { name: 'webhooks', concurrency: DELIVERIES, open: openWebhooks },
  { name: 'screener', concurrency: USUAL, open: openScreener },
  { name: 'house', concurrency: USUAL, open: openHouse },
  { name: 'company', concurrency: 1, open: ({ clock, log }) => ({ handler: companyStage({ clock, log }) }) },
]

const readDeps = ({ config, sql, clock, log }: StageContext) => ({ sql, clock, log, settings: aiSettings(config) })

function openSignals({ config }: StageContext): OpenedStage {
  const off = Object.keys(sourcesOff(sourceSetup(config))) as SourceId[]
  return { handler: signalsStage({ off }) }
}

function openPortfolio({ config, sql, clock, log }: StageContext): OpenedStage {
  const { market, close } = openMarket(config, { sql, clock, log }, SNAPSHOT_LIMITS)
  return { handler: portfolioStage({ sql, market: snapshotMarket(sql, market), vendors: market, clock, log }), close }
}

function openSettlement({ config, sql, clock, log }: StageContext): OpenedStage {
  const { market, close } = openMarket(config, { sql, clock, log }, SETTLEMENT_LIMITS)
  const borrowRateBps = Math.round(config.BORROW_RATE_PCT * 100)
  return { handler: settlementStage({ sql, market, clock, log, borrowRateBps }), close }
}

function openScreener({ config, sql, clock, log }: StageContext): OpenedStage {
  const { market, close } = openMarket(config, { sql, clock, log }, SNAPSHOT_LIMITS)
  return { handler: screenerStage({ sql, market, clock, log }), close }
}

/**
 * Opens the stage of the house accounts. If the address of the API is missing, the accounts rest, and their document
 * states it.
 */
function openHouse({ config, sql, clock, log }: StageContext): OpenedStage {
  if (config.API_URL === undefined) return { handler: restingHouse({ clock, log }) }
  const api = publicApi(config.API_URL)
  return { handler: houseStage({ sql, api, tokens: houseTokens(sql), clock, log }), close: () => api.close() }
}

function openWebhooks({ config, sql, clock, log }: StageContext): OpenedStage {
  const sender = createSender({ allowLocal: config.WEBHOOKS_ALLOW_LOCAL })
  const handler = webhooksStage({ sql, sender, schedule: config.WEBHOOKS_RETRY_S, clock, log })
  return { handler, close: () => sender.close() }
}
