import { setTimeout as sleep } from 'node:timers/promises'
import { sourcesOff } from '../pipeline/reads/availability.ts'
import { sources } from '../pipeline/sources/index.ts'
import { vendorsOff } from '../pipeline/sources/vendors-off.ts'
import { connectBroker } from '../shared/broker/connect.ts'
import type { Subscription } from '../shared/broker/port.ts'
import { startRelay } from '../shared/broker/relay.ts'
import { runStage } from '../shared/broker/run-stage.ts'
import { createTally } from '../shared/broker/stage-tally.ts'
import { type Config, sourceSetup, userAgent, vendorBaseUrl } from '../shared/config.ts'
import type { SourceId } from '../shared/domain/market/source-id.ts'
import type { Log } from '../shared/log.ts'
import { takeToken } from '../shared/postgres/market/vendor-budgets.ts'
import { claimDataMode } from '../shared/postgres/server/data-mode.ts'
import { explainDatabase } from '../shared/postgres/server/database-error.ts'
import { openPool } from '../shared/postgres/server/db.ts'
import { serviceClock } from '../shared/postgres/server/service-time.ts'
import { signalsStage } from './compute-signals.ts'
import { alertsStage } from './evaluate-alerts.ts'
import { tripwiresStage } from './evaluate-tripwires.ts'
import { startHeartbeat } from './heartbeat.ts'
import { createFetchAgent } from './ingest/fetch-feed.ts'
import { type IngestDeps, ingestStage } from './ingest/ingest.ts'
import { riskStage } from './learn-from-history.ts'
import { watchLink } from './link-watch.ts'
import { openMarket } from './quotes/open-market.ts'
import { startQuotes } from './quotes/start-quotes.ts'
import type { Roles } from './roles.ts'
import { runSchedule } from './run-schedule.ts'
import { SETTLEMENT_LIMITS, settlementStage } from './settlement/settlement-stage.ts'
import { portfolioStage, SNAPSHOT_LIMITS, snapshotMarket } from './snapshot-accounts.ts'
import { reportStage } from './write-report.ts'

const POOL_MAX = 10
/** Two messages of a stage at a time: more would only queue on two cores, fewer would wait on I/O. */
const STAGE_CONCURRENCY = 2
/** Vendors whose files carry years; option chains exist only instant by instant. */
const HISTORY_SOURCES: readonly SourceId[] = ['fred', 'market', 'darkpool', 'bars', 'cot', 'aaii']
/** Hundreds of requests, or nothing the first snapshot reads: filled behind a service that already answers. */
const LATER_SOURCES: readonly SourceId[] = ['breadth', 'fedfunds', 'news']

export interface Workers {
  /** Takes no new work, finishes what is in hand, closes its connections. */
  drain(): Promise<void>
}

export async function startWorkers(
  config: Config & { DATABASE_URL: string },
  roles: Roles,
  log: Log,
): Promise<Workers> {
  const sql = openPool(config.DATABASE_URL, { max: POOL_MAX, name: 'worker' })
  const clock = serviceClock(() => sql)
  await clock.sync().catch(explainDatabase)
  await claimDataMode(sql, config.SOURCES)
  const broker = await connectBroker({ amqpUrl: config.AMQP_URL, databaseUrl: config.DATABASE_URL }, log)
  const relay = startRelay({ sql, broker, log })
  const subscriptions: Subscription[] = []
  const tally = createTally()
  const stage = { sql, broker, relay, log, tally }
  const live = config.SOURCES === 'live'
  const setup = sourceSetup(config)
  // The simulator's quotas are a setting, off by default, so that a stepped or back-filled day need not wait.
  const metered = live || config.SIMULATOR_QUOTAS
  const agent = createFetchAgent()
  const ingestDeps: IngestDeps = {
    sql,
    agent,
    clock,
    log,
    fredApiKey: config.FRED_API_KEY ?? null,
    off: vendorsOff(setup),
    userAgent: userAgent(config),
    baseUrl: (vendor, at) => vendorBaseUrl(config, vendor, at),
    takeToken: (vendor) => (metered ? takeToken(sql, vendor) : Promise.resolve(0)),
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  }
  for (const source of sources.filter(({ id }) => roles.sources.includes(id))) {
    subscriptions.push(await runStage(stage, ingestStage(ingestDeps, source), { concurrency: STAGE_CONCURRENCY }))
  }
  if (roles.stages.includes('signals')) {
    subscriptions.push(await runStage(stage, signalsStage(), { concurrency: STAGE_CONCURRENCY }))
  }
  if (roles.stages.includes('report')) {
    const deps = { sql, log, clock, dataMode: config.SOURCES }
    subscriptions.push(await runStage(stage, reportStage(deps), { concurrency: STAGE_CONCURRENCY }))
  }
  if (roles.stages.includes('alerts')) {
    subscriptions.push(await runStage(stage, alertsStage({ clock, log }), { concurrency: STAGE_CONCURRENCY }))
  }
  if (roles.stages.includes('risk')) {
    subscriptions.push(await runStage(stage, riskStage({ clock, log }), { concurrency: 1 }))
  }
  if (roles.stages.includes('tripwires')) {
    subscriptions.push(await runStage(stage, tripwiresStage({ log }), { concurrency: STAGE_CONCURRENCY }))
  }
  const portfolio = roles.stages.includes('portfolio') ? openMarket(config, { sql, clock, log }, SNAPSHOT_LIMITS) : null
  if (portfolio) {
    const market = snapshotMarket(sql, portfolio.market)
    subscriptions.push(await runStage(stage, portfolioStage({ sql, market, clock, log }), { concurrency: 1 }))
  }
  const settlement = roles.stages.includes('settlement')
    ? openMarket(config, { sql, clock, log }, SETTLEMENT_LIMITS)
    : null
  if (settlement) {
    const handler = settlementStage({
      sql,
      market: settlement.market,
      clock,
      log,
      borrowRateBps: Math.round(config.BORROW_RATE_PCT * 100),
    })
    subscriptions.push(await runStage(stage, handler, { concurrency: STAGE_CONCURRENCY }))
  }
  const quotes = roles.quotes ? startQuotes(config, { sql, clock, log }) : null
  const heartbeat = startHeartbeat({ sql, log, tally })
  log.info({ ...roles, broker: broker.kind }, 'workers_started')

  const link = watchLink(sql, log, () => process.exit(1))
  const stopping = new AbortController()
  const off = sourcesOff(setup)
  const isAskable = (id: SourceId): boolean => !off[id]
  const askable = sources.filter(({ id }) => isAskable(id))
  const schedule = {
    broker,
    sql,
    relay,
    log,
    clock,
    cadences: askable.map(({ id, everyCycle, everyMinute, at, weekdays, restDaysAt, graceMs }) => ({
      source: id,
      everyCycle,
      everyMinute,
      at,
      weekdays,
      restDaysAt,
      graceMs,
    })),
    historySources: HISTORY_SOURCES.filter(isAskable),
    laterSources: LATER_SOURCES.filter(isAskable),
    live,
    onlyNow: sources.filter(({ onlyNow }) => onlyNow).map(({ id }) => id),
    sessions: config.BACKFILL_SESSIONS,
    cycleSessions: config.BACKFILL_CYCLE_SESSIONS,
    sourceRunsKeepDays: config.SOURCE_RUNS_KEEP_DAYS,
  }
  const scheduling = roles.scheduler
    ? runSchedule(schedule, { fill: roles.backfill }, stopping.signal)
    : Promise.resolve()

  return {
    async drain() {
      link.stop()
      stopping.abort()
      await Promise.all(subscriptions.map((subscription) => subscription.drain()))
      await Promise.all([heartbeat.stop(), quotes?.stop(), portfolio?.close(), settlement?.close(), scheduling])
      await relay.stop()
      await broker.close()
      clock.close()
      await agent.close()
      await sql.end({ timeout: 5 })
    },
  }
}
