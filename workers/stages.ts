import type { StageHandler } from '../shared/broker/run-stage.ts'
import type { StageName } from '../shared/broker/topology.ts'
import { type Config, sourceSetup } from '../shared/config.ts'
import type { MessageType } from '../shared/domain/contract/messages.ts'
import { SOURCES, type SourceId } from '../shared/domain/market/source-id.ts'
import type { Log } from '../shared/log.ts'
import type { Pool } from '../shared/postgres/server/db.ts'
import type { ServiceClock } from '../shared/postgres/server/service-time.ts'
import { SENT_MAX } from '../shared/postgres/webhooks/deliveries.ts'
import { WEBHOOKS_MAX } from '../shared/postgres/webhooks/webhooks.ts'
import type { IngestDeps } from './ingest/ingest.ts'

/** The connections and settings that a process shares among its stages. */
export interface StageContext {
  config: Config
  sql: Pool
  clock: Pick<ServiceClock, 'now' | 'isGoverned'>
  log: Log
  /** Null in a process that has no stage of a source. */
  ingest: IngestDeps | null
}

export interface OpenedStage {
  handler: StageHandler<MessageType, unknown>
  /** Closes the connections that only this stage has. */
  close?(): Promise<void>
}

export interface Stage {
  name: StageName
  concurrency: number
  /**
   * Loads the code of the stage and opens it. A process loads only the stages that it runs, because loading all of them
   * takes half a second of processor.
   */
  open(context: StageContext): Promise<OpenedStage>
}

/**
 * Two messages of a stage at a time: more would only queue on two cores, fewer would wait on I/O. A stage with batches
 * handles as many batches at a time.
 */
const USUAL = 2

/**
 * An endpoint that hangs occupies one place for the 15 s of its attempt. Even if all others hang, a working endpoint
 * still has its places.
 */
const DELIVERIES = WEBHOOKS_MAX + SENT_MAX

export const STAGES: readonly Stage[] = [
  ...SOURCES.map(
    (id): Stage => ({ name: `ingest-${id}`, concurrency: USUAL, open: (context) => openSource(context, id) }),
  ),
  { name: 'signals', concurrency: USUAL, open: openSignals },
  {
    name: 'report',
    concurrency: USUAL,
    async open({ config, sql, clock, log }) {
      const { reportStage } = await import('./write-report.ts')
      return { handler: reportStage({ sql, log, clock, dataMode: config.SOURCES }) }
    },
  },
  {
    name: 'alerts',
    concurrency: USUAL,
    async open({ clock, log }) {
      const { alertsStage } = await import('./evaluate-alerts.ts')
      return { handler: alertsStage({ clock, log }) }
    },
  },
  {
    name: 'risk',
    concurrency: 1,
    async open({ clock, log }) {
      const { riskStage } = await import('./learn-from-history.ts')
      return { handler: riskStage({ clock, log }) }
    },
  },
  {
    name: 'tripwires',
    concurrency: USUAL,
    async open({ log }) {
      const { tripwiresStage } = await import('./evaluate-tripwires.ts')
      return { handler: tripwiresStage({ log }) }
    },
  },
  {
    name: 'ai1',
    concurrency: 1,
    async open(context) {
      const { ai1Stage } = await import('./ai/read-state.ts')
      return { handler: ai1Stage(await readDeps(context)) }
    },
  },
  {
    name: 'ai2',
    concurrency: 1,
    async open(context) {
      const { ai2Stage } = await import('./ai/write-verdict.ts')
      return { handler: ai2Stage(await readDeps(context)) }
    },
  },
  {
    name: 'grading',
    concurrency: 1,
    async open({ clock, log }) {
      const { gradingStage } = await import('./grade-verdicts.ts')
      return { handler: gradingStage({ clock, log }) }
    },
  },
  { name: 'portfolio', concurrency: 1, open: openPortfolio },
  { name: 'settlement', concurrency: USUAL, open: openSettlement },
  { name: 'webhooks', concurrency: DELIVERIES, open: openWebhooks },
  { name: 'screener', concurrency: USUAL, open: openScreener },
  { name: 'house', concurrency: USUAL, open: openHouse },
  {
    name: 'company',
    concurrency: 1,
    async open({ clock, log }) {
      const { companyStage } = await import('./compute-panels.ts')
      return { handler: companyStage({ clock, log }) }
    },
  },
]

async function openSource({ ingest }: StageContext, id: SourceId): Promise<OpenedStage> {
  const [{ ingestStage }, { sources }] = await Promise.all([
    import('./ingest/ingest.ts'),
    import('../pipeline/sources/index.ts'),
  ])
  return { handler: ingestStage(ingest!, sources.find((source) => source.id === id)!) }
}

async function readDeps({ config, sql, clock, log }: StageContext) {
  const { aiSettings } = await import('../shared/ai/ai-settings.ts')
  return { sql, clock, log, settings: aiSettings(config) }
}

async function openSignals({ config }: StageContext): Promise<OpenedStage> {
  const [{ signalsStage }, { sourcesOff }] = await Promise.all([
    import('./compute-signals.ts'),
    import('../pipeline/reads/availability.ts'),
  ])
  const off = Object.keys(sourcesOff(sourceSetup(config))) as SourceId[]
  return { handler: signalsStage({ off }) }
}

async function openPortfolio({ config, sql, clock, log }: StageContext): Promise<OpenedStage> {
  const [{ openMarket }, { portfolioStage, SNAPSHOT_LIMITS, snapshotMarket }] = await Promise.all([
    import('./quotes/open-market.ts'),
    import('./snapshot-accounts.ts'),
  ])
  const { market, close } = openMarket(config, { sql, clock, log }, SNAPSHOT_LIMITS)
  return {
    handler: portfolioStage({ sql, market: snapshotMarket(sql, market, clock), vendors: market, clock, log }),
    close,
  }
}

async function openSettlement({ config, sql, clock, log }: StageContext): Promise<OpenedStage> {
  const [{ openMarket }, { SETTLEMENT_LIMITS, settlementStage }] = await Promise.all([
    import('./quotes/open-market.ts'),
    import('./settlement/settlement-stage.ts'),
  ])
  const { market, close } = openMarket(config, { sql, clock, log }, SETTLEMENT_LIMITS)
  const borrowRateBps = Math.round(config.BORROW_RATE_PCT * 100)
  return { handler: settlementStage({ sql, market, clock, log, borrowRateBps }), close }
}

async function openScreener({ config, sql, clock, log }: StageContext): Promise<OpenedStage> {
  const [{ openMarket }, { SNAPSHOT_LIMITS }, { screenerStage }] = await Promise.all([
    import('./quotes/open-market.ts'),
    import('./snapshot-accounts.ts'),
    import('./screener/screener-stage.ts'),
  ])
  const { market, close } = openMarket(config, { sql, clock, log }, SNAPSHOT_LIMITS)
  return { handler: screenerStage({ sql, market, clock, log }), close }
}

/**
 * Opens the stage of the house accounts. If the address of the API is missing, the accounts do not trade, and their
 * document states it.
 */
async function openHouse({ config, sql, clock, log }: StageContext): Promise<OpenedStage> {
  const [{ houseStage, restingHouse }, { houseTokens }, { publicApi }] = await Promise.all([
    import('./house/house-stage.ts'),
    import('./house/house-tokens.ts'),
    import('../shared/public-api.ts'),
  ])
  if (config.API_URL === undefined) return { handler: restingHouse({ clock, log }) }
  const api = publicApi(config.API_URL)
  return { handler: houseStage({ sql, api, tokens: houseTokens(sql), clock, log }), close: () => api.close() }
}

async function openWebhooks({ config, sql, clock, log }: StageContext): Promise<OpenedStage> {
  const [{ webhooksStage }, { createSender }] = await Promise.all([
    import('./webhooks/deliver-webhooks.ts'),
    import('../shared/webhooks/send-webhook.ts'),
  ])
  const sender = createSender({ allowLocal: config.WEBHOOKS_ALLOW_LOCAL })
  const handler = webhooksStage({ sql, sender, schedule: config.WEBHOOKS_RETRY_S, clock, log })
  return { handler, close: () => sender.close() }
}
