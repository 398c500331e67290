import assert from 'node:assert/strict'
import fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { RESERVED_FOR_INGEST } from '../shared/market/open-providers.ts'
import { SOURCE_RUNS_KEEP_DAYS } from '../shared/postgres/market/source-runs.ts'
import { type Listener, listen } from '../shared/postgres/server/listen.ts'
import { DOCUMENT_TOPICS, DOCUMENTS_CHANNEL, type DocumentTopic } from '../shared/postgres/signals/read-models.ts'
import { activeAlerts } from './alerts/alerts-view.ts'
import { DocumentCache } from './cache/document-cache.ts'
import { primeDocuments } from './cache/prime-documents.ts'
import { sharedReads } from './cache/shared-reads.ts'
import type { ApiContext, ApiDeps } from './context.ts'
import { createReader } from './database/reader.ts'
import { createWriter } from './database/writer.ts'
import { keepFlowVendorUnnamed } from './http/anonymity.ts'
import { createGate } from './http/auth.ts'
import { answerUnrouted, onClientError, sendError } from './http/error-replies.ts'
import { keepInventory } from './http/inventory.ts'
import { parseJsonBodies } from './http/json-body.ts'
import { CONNECTIONS_CHECK_MS, DEFAULT_LIMITS, KEEP_ALIVE_MS, PATH_PARAMETER_CHARS_MAX } from './http/limits.ts'
import { createRegistry, measureReads, measureRequests } from './http/metrics.ts'
import { registerRoutes } from './http/register-routes.ts'
import { requestId } from './http/request-id.ts'
import type { Route } from './http/route.ts'
import { createTokenLookup } from './http/token-lookup.ts'
import { registerDocs } from './openapi/docs-page.ts'
import { openApiDocument } from './openapi/openapi.ts'
import { openApiRoute } from './openapi/openapi-route.ts'
import { ROUTES } from './routes.ts'
import { watchBrokerage } from './status/brokerage-watch.ts'
import { measureStages } from './status/stage-metrics.ts'
import { createMarketData } from './trading/market/market-data.ts'
import { createUniverse } from './trading/market/universe.ts'
import { createTradeMemory } from './trading/orders/trade-memory.ts'
import { createTradingDatabase } from './trading/trading-database.ts'

/** The worker writes a quote at most each second, and a crowd asks far more often. */
const QUOTES_SHARED_MS = 100

export type { ApiDeps } from './context.ts'

const TOKEN_CHARS_MIN = 16

function createContext(deps: ApiDeps): { context: ApiContext; close: () => Promise<void> } {
  const { clock, log, dataMode, instanceId } = deps
  const limits = { ...DEFAULT_LIMITS, ...deps.limits }
  const reader = createReader({ sql: deps.sql, deadlineMs: limits.readDeadlineMs, log })
  const writer = createWriter({ reader, deadlineMs: limits.readDeadlineMs, log })
  const trading = createTradingDatabase({ reader, deadlineMs: limits.tradingDeadlineMs, log })
  const cache = new DocumentCache({ ageMs: limits.documentAgeMs, bytesMax: limits.documentBytes })
  const listeners: ((topic: DocumentTopic | 'all') => void)[] = [(topic) => cache.invalidate(topic)]
  const tell = (topic: DocumentTopic | 'all'): void => {
    for (const listener of listeners) listener(topic)
  }

  let listener: Listener | null = null
  reader.onUp((pool) => {
    // Also after an outage: a half-open LISTEN connection looks healthy for as long as nobody writes on it.
    if (listener) return listener.reconnect()
    listener = listen(pool, DOCUMENTS_CHANNEL, {
      onPayload: (payload) => tell(DOCUMENT_TOPICS.find((topic) => topic === payload) ?? 'all'),
      onListening: () => tell('all'),
      log,
    })
  })

  const alerts = sharedReads(() => reader.read(activeAlerts), { keptMs: limits.documentAgeMs })
  const market = createMarketData({
    reader,
    writer,
    log,
    open: deps.openQuotes ?? null,
    spared: RESERVED_FOR_INGEST,
    sharedMs: Math.min(QUOTES_SHARED_MS, limits.documentAgeMs),
  })
  const context: ApiContext = {
    reader,
    writer,
    trading,
    agentTokens: createTokenLookup({ reader, trading, log }),
    tradeMemory: createTradeMemory(),
    cache,
    clock,
    log,
    dataMode,
    sourceSetup: deps.sourceSetup ?? { live: false, accepted: [], hasDropDir: false },
    brokerage: watchBrokerage({ brokerage: deps.brokerage ?? null, limits }),
    market,
    activeAlerts: () => alerts('all'),
    universe: createUniverse(reader),
    allowDelayedTrading: deps.allowDelayedTrading ?? false,
    sourceRunsKeepDays: deps.sourceRunsKeepDays ?? SOURCE_RUNS_KEEP_DAYS,
    instanceId,
    metrics: deps.metrics ?? createRegistry(),
    limits,
    onDocuments: (heard) => void listeners.push(heard),
  }
  const close = async (): Promise<void> => {
    await Promise.all([listener?.close(), market.close(), trading.close(), writer.close(), reader.close()])
  }
  return { context, close }
}

/** Builds the server and never listens. */
export async function buildApp(deps: ApiDeps, routes: readonly Route[] = ROUTES): Promise<FastifyInstance> {
  for (const token of Object.values(deps.tokens))
    assert(token.length >= TOKEN_CHARS_MIN, 'a token is too short to be one')
  const { context, close } = createContext(deps)
  const app = fastify({
    logger: false,
    requestIdHeader: false,
    genReqId: requestId,
    bodyLimit: context.limits.bodyBytes,
    requestTimeout: context.limits.requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // frame() answers instead, in our shape.
    http: {
      requireHostHeader: false,
      headersTimeout: context.limits.headersTimeoutMs,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
    },
    routerOptions: { maxParamLength: PATH_PARAMETER_CHARS_MAX },
    forceCloseConnections: true,
    clientErrorHandler: onClientError as never,
    frameworkErrors: (error, request, reply) => void sendError(deps.log, error, request, reply),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler((error, request, reply) => sendError(deps.log, error, request, reply))
  app.decorateRequest('caller', null)
  keepFlowVendorUnnamed(app)
  app.decorate('inventory', keepInventory(app))
  measureRequests(app, context.metrics)
  measureReads(context.metrics, context.cache, context.reader)
  measureStages(context.metrics, context.reader)
  answerUnrouted(app, deps.log)
  parseJsonBodies(app)

  const documented = [...routes, openApiRoute(() => document)]
  const document = openApiDocument(documented)
  let priming: ReturnType<typeof primeDocuments> | null = null
  const primes = registerRoutes(app, context, documented, createGate(deps.tokens, context.agentTokens))
  await registerDocs(app, deps.log, document)
  app.addHook('onClose', () => {
    priming?.close()
    return close()
  })
  await app.ready()
  priming = primeDocuments(context, primes)
  return app
}
