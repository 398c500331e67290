import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { SourceSetup } from '../shared/domain/market/source-setup.ts'
import type { Log } from '../shared/log.ts'
import type { Brokerage } from '../shared/market/brokerage.ts'
import { RESERVED_FOR_WORKERS } from '../shared/market/open-providers.ts'
import { SOURCE_RUNS_KEEP_DAYS } from '../shared/postgres/market/source-runs.ts'
import type { Pool } from '../shared/postgres/server/db.ts'
import { type ClockChanges, createClockChanges } from '../shared/postgres/server/follow-clock.ts'
import { readerPool } from '../shared/postgres/server/reader-login.ts'
import type { DocumentTopic } from '../shared/postgres/signals/read-models.ts'
import type { Clock } from '../shared/time/clock.ts'
import { eitherClock } from '../shared/time/either-clock.ts'
import { createSender } from '../shared/webhooks/send-webhook.ts'
import { activeAlerts } from './alerts/alerts-view.ts'
import { coalesceReads } from './cache/coalesce-reads.ts'
import { DocumentCache } from './cache/document-cache.ts'
import { measureReads, measureStandby } from './cache/measure-reads.ts'
import { primeDocuments } from './cache/prime-documents.ts'
import type { AdmissionLimits } from './database/admission.ts'
import { followAnnouncements } from './database/announcements.ts'
import { watchLosses } from './database/loss-watch.ts'
import { OutageLog } from './database/outage-log.ts'
import { createReader, type Reader } from './database/reader.ts'
import { restrictedReader } from './database/restricted-reader.ts'
import { knownNow } from './database/service-time.ts'
import { readFromStandby, type Standby } from './database/standby-reader.ts'
import { watchStorage } from './database/storage-watch.ts'
import { createWriter } from './database/writer.ts'
import { createGate, type Tokens } from './http/auth.ts'
import type { ApiContext } from './http/context.ts'
import { Entrance } from './http/entrance.ts'
import { type ApiLimits, DEFAULT_LIMITS } from './http/limits.ts'
import { createRegistry, measureRequests } from './http/metrics.ts'
import { registerRoutes } from './http/register-routes.ts'
import type { Route } from './http/route.ts'
import { createServer } from './http/server.ts'
import { createTokenLookup } from './http/token-lookup.ts'
import { registerDocs } from './openapi/docs-page.ts'
import { openApiRoute } from './openapi/openapi-route.ts'
import { openApiDocumentInTurns } from './openapi-document.ts'
import { registerAssets } from './pages/assets.ts'
import { ROUTES } from './routes.ts'
import { watchBrokerage } from './status/brokerage-watch.ts'
import { countProbes } from './status/count-probes.ts'
import { measureBrokerage, measureRefusedOrders } from './status/market-metrics.ts'
import { createReadiness, type Readiness } from './status/readiness.ts'
import { measureStages } from './status/stage-metrics.ts'
import { createStreams } from './stream/create-streams.ts'
import { measureStreams } from './stream/measure-streams.ts'
import { upgradeSockets } from './stream/upgrade-sockets.ts'
import { createMarketData, type OpenQuotes } from './trading/market/market-data.ts'
import { createUniverse } from './trading/market/universe.ts'
import { keepFilling } from './trading/orders/fill-executing.ts'
import { createTradeMemory } from './trading/orders/trade-memory.ts'
import { createTradingDatabase } from './trading/trading-database.ts'
import { measureWebhooks } from './webhooks/measure-webhooks.ts'

/** The worker writes a quote at most once a second, and a crowd reads far more often. */
const QUOTES_SHARED_MS = 100

const TOKEN_CHARS_MIN = 16

export interface ApiDeps {
  /** The read-only pool; a promise while Postgres is still starting. */
  sql: Pool | Promise<Pool>
  /** The operator's own read-only login; absent: the one that the migration step created. */
  readerUrl?: string | undefined
  /** The database itself where `sql` goes through a pooler, which cannot listen; absent: `sql` can. */
  direct?: Pool
  /** A standby that serves public documents; absent: the primary does. */
  standby?: { pool: Pool; lagMaxS: number }
  clock: Clock
  /** Announces changes of the clock to requests that wait for them; absent when nothing moves it. */
  clockChanges?: ClockChanges
  log: Log
  dataMode: 'live' | 'simulated'
  instanceId: string
  /** Decides which sources are fetched; absent: all of them. */
  sourceSetup?: SourceSetup
  /** The client of this replica, closed by its owner; absent: no brokerage is configured. */
  brokerage?: Brokerage | null | Promise<Brokerage | null>
  /** Measures the disk of a database on this machine; absent: only refused writes show that it is full. */
  diskIsFull?: () => Promise<boolean>
  /** Opens the providers of live quotes, within the given budgets; absent: there are none. */
  openQuotes?: OpenQuotes
  sourceRunsKeepDays?: number
  /** Absent: orders may not trade on a feed with a declared delay. */
  allowDelayedTrading?: boolean
  tokens: Tokens
  /** The registry in which other parts of the process register their gauges; absent: a new one. */
  metrics?: Registry
  limits?: Partial<ApiLimits>
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustProxy?: readonly string[]
  /** True if webhooks may go to local addresses; absent means no. */
  webhooksAllowLocal?: boolean
  /** The address under which clients reach the service; absent: only loopback names are its own. */
  publicUrl?: string | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    readiness: Readiness
  }
}

/** Gives the routes of each kind the same dependencies, but connections of their own. */
type ContextOf = (route: Pick<Route, 'class' | 'tag'>) => ApiContext

/** Each kind of reads has connections of its own, so that a crowd of one kind fills only its own. */
function createReaders({ sql, direct, log, readerUrl }: ApiDeps, { readDeadlineMs: deadlineMs, admission }: ApiLimits) {
  const outages = new OutageLog(log)
  const readerOf = (limits: AdmissionLimits, by = sql): Reader =>
    createReader({ sql: by, deadlineMs, admission: limits, outages, log, isOtherLogin: by !== sql })
  const { max } = admission.verdicts
  // A pooler knows only the logins that its own file names.
  const restricted = Promise.resolve(direct ?? sql).then((ready) => readerPool(ready, { url: readerUrl, max }))
  return {
    public: readerOf(admission.public),
    identity: readerOf(admission.identity),
    agents: readerOf(admission.agents),
    streams: readerOf(admission.streams),
    verdicts: restrictedReader(readerOf(admission.verdicts, restricted)),
  }
}

/** Kinds of public answers that a standby never serves: events, trading, and what agents act on. */
const OF_PRIMARY: readonly Route['tag'][] = ['events', 'trading', 'trading-admin', 'agents']

function openStandby({ standby, log }: ApiDeps, primary: Reader, limits: ApiLimits): Standby | null {
  if (!standby) return null
  const own = log.child({ server: 'standby' })
  const { readDeadlineMs: deadlineMs, admission } = limits
  const reader = createReader({ sql: standby.pool, deadlineMs, admission: admission.public, log: own })
  return readFromStandby({ primary, standby: reader, lagMaxS: standby.lagMaxS })
}

const marketOf = (
  { log, clock, openQuotes }: ApiDeps,
  { reader, writer, limits }: Pick<ApiContext, 'reader' | 'writer' | 'limits'>,
) =>
  createMarketData({
    reader,
    writer,
    log,
    open: openQuotes ?? null,
    spared: RESERVED_FOR_WORKERS,
    sharedMs: Math.min(QUOTES_SHARED_MS, limits.documentAgeMs),
    nowMs: eitherClock(clock),
  })

const brokerageOf = (
  { brokerage = null, dataMode, log }: ApiDeps,
  { limits, writer }: Pick<ApiContext, 'limits' | 'writer'>,
) => watchBrokerage({ brokerage, limits, onProbe: countProbes(dataMode, writer, log) })

function createContext(deps: ApiDeps): { context: ApiContext; contextOf: ContextOf; close: () => Promise<void> } {
  const { clock, log, dataMode, instanceId } = deps
  const limits = { ...DEFAULT_LIMITS, ...deps.limits }
  const readers = createReaders(deps, limits)
  const reader = readers.agents
  const writer = createWriter({ reader, deadlineMs: limits.readDeadlineMs, log })
  const storage = watchStorage(deps.diskIsFull)
  const trades = { deadlineMs: limits.tradingDeadlineMs, admission: limits.admission.trades }
  const losses = watchLosses({ reader, writer, instanceId, log })
  const trading = createTradingDatabase({ reader, ...trades, storage, losses, log })
  const cache = new DocumentCache({ ageMs: limits.documentAgeMs, bytesMax: limits.documentBytes })
  const listeners: ((topic: DocumentTopic | 'all') => void)[] = [(topic) => cache.invalidate(topic)]
  const standby = openStandby(deps, readers.public, limits)
  const announce = (topic: DocumentTopic | 'all'): void => {
    standby?.noteChange()
    for (const listener of listeners) listener(topic)
  }

  const announcements = followAnnouncements(reader, deps, announce)
  const alertsBy = (by: Reader) => coalesceReads(() => by.read(activeAlerts), { sharedMs: limits.documentAgeMs })
  const alerts = { agents: alertsBy(readers.agents), public: alertsBy(readers.public) }
  const streams = createStreams(readers.streams, { activeAlerts: () => alerts.public('all'), limits, log })
  // A document that was confirmed before the clock moved may be older than later writes.
  deps.clockChanges?.subscribe((isMove) => (isMove ? announce('all') : undefined))
  listeners.push((topic) => (topic === 'events' || topic === 'all' ? streams.streams.look() : undefined))
  const allowLocal = deps.webhooksAllowLocal ?? false
  const webhooks = { allowLocal, sender: createSender({ allowLocal }) }
  const market = marketOf(deps, { reader, writer, limits })
  const context: ApiContext = {
    readiness: createReadiness(readers.identity),
    standby: () => standby?.state() ?? null,
    reader,
    verdictReader: readers.verdicts,
    writer,
    trading,
    agentTokens: createTokenLookup({ reader: readers.identity, trading, log }),
    tradeMemory: createTradeMemory(),
    ...streams,
    webhooks,
    cache,
    served: new Map(),
    clock,
    clockChanges: deps.clockChanges ?? createClockChanges(),
    log,
    dataMode,
    sourceSetup: deps.sourceSetup ?? { live: false, accepted: [], hasDropDir: false },
    storage,
    losses,
    brokerage: brokerageOf(deps, { limits, writer }),
    market,
    activeAlerts: () => alerts.agents('all'),
    universe: createUniverse(reader),
    allowDelayedTrading: deps.allowDelayedTrading ?? false,
    sourceRunsKeepDays: deps.sourceRunsKeepDays ?? SOURCE_RUNS_KEEP_DAYS,
    instanceId,
    publicUrl: deps.publicUrl ?? null,
    metrics: deps.metrics ?? createRegistry(),
    limits,
    onDocuments: (added) => void listeners.push(added),
  }
  const forPublic: ApiContext = {
    ...context,
    reader: readers.public,
    market: market.readBy(readers.public),
    activeAlerts: () => alerts.public('all'),
  }
  const fromStandby: ApiContext = standby ? { ...forPublic, reader: standby.reader } : forPublic
  const close = async (): Promise<void> => {
    const mine = [standby, announcements, market, trading, writer, webhooks.sender, ...Object.values(readers)]
    await Promise.all(mine.map((each) => each?.close()))
  }
  const contextOf: ContextOf = ({ class: of, tag }) => {
    if (of !== 'public') return context
    return OF_PRIMARY.includes(tag) ? forPublic : fromStandby
  }
  return { context, contextOf, close }
}

/** Builds the server; it does not listen yet. */
export async function buildApp(deps: ApiDeps, routes: readonly Route[] = ROUTES): Promise<FastifyInstance> {
  for (const token of Object.values(deps.tokens))
    assert(token.length >= TOKEN_CHARS_MIN, `a token needs at least ${TOKEN_CHARS_MIN} characters`)
  const { context, contextOf, close } = createContext(deps)
  const entrance = new Entrance(context.limits.rates)
  const app = createServer({ ...context, entrance, trustProxy: deps.trustProxy ?? [] })
  measureRequests(app, context.metrics)
  measureReads(context.metrics, context.cache, context.reader)
  measureStandby(context.metrics, context.standby)
  measureStages(context.metrics, context.reader)
  measureBrokerage(context.metrics, context.brokerage, () => knownNow(context)?.getTime() ?? null)
  measureRefusedOrders(app, context.metrics)
  measureStreams(context.metrics, context.streams, context.reader)
  measureWebhooks(context.metrics, context.reader)

  const document = () => openApiDocumentInTurns(routes)
  const served = [...routes, openApiRoute(document)]
  let priming: ReturnType<typeof primeDocuments> | null = null
  const loads = registerRoutes(app, {
    context,
    contextOf,
    routes: served,
    entrance,
    gate: createGate(deps.tokens, context.agentTokens),
  })
  await registerDocs(app, { log: deps.log, entrance, document })
  registerAssets(app, deps.log)
  let stopFilling: (() => Promise<void>) | null = null
  app.addHook('onListen', async () => {
    stopFilling = keepFilling(context)
    context.losses.start()
  })
  const sockets = upgradeSockets(app, contextOf({ class: 'public', tag: 'events' }))
  app.decorate('readiness', context.readiness)
  app.server.prependListener('request', (_request, response) => {
    // Its client opens the next connection, which a balancer gives to another replica.
    if (context.readiness.isDraining()) response.shouldKeepAlive = false
  })
  app.addHook('preClose', async () => {
    context.clockChanges.close()
    context.readiness.drain()
    context.streams.close()
    sockets.close()
    setTimeout(() => app.server.closeAllConnections(), context.limits.drainMs).unref()
  })
  app.addHook('onClose', async () => {
    priming?.close()
    context.losses.stop()
    await stopFilling?.()
    await close()
  })
  await app.ready()
  priming = primeDocuments(context, loads)
  return app
}
