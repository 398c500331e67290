import type { FastifyInstance } from 'fastify'
import { inject } from 'vitest'
import { type ApiDeps, buildApp } from '../../../api/app.ts'
import { DEFAULT_LIMITS } from '../../../api/http/limits.ts'
import type { Route } from '../../../api/http/route.ts'
import { closeBeforeDrop } from '../../../harness/database.ts'
import { NO_RATE_LIMITS } from '../../../harness/no-rate-limits.ts'
import { ADMIN, INTERNAL } from '../../../harness/tokens.ts'
import { silentLog } from '../../../shared/log.ts'
import { openPool, type Pool } from '../../../shared/postgres/server/db.ts'
import { fixedClock } from '../../../shared/time/clock.ts'
import { NOW, RECEIPT } from './seed.ts'

export { ADMIN, INTERNAL }

export type TestDeps = Partial<Omit<ApiDeps, 'sql'>> & { routes?: readonly Route[] }

/**
 * Long deadlines, so that a disk that stalls for two seconds does not count as an outage in a test of something else.
 */
export const PATIENT = { readDeadlineMs: 15_000, tradingDeadlineMs: 15_000 }

const { admission: USUAL } = DEFAULT_LIMITS
/** An app of a test answers one caller, and each connection that it opens costs ten milliseconds. */
const FEW_CONNECTIONS = {
  ...USUAL,
  public: { ...USUAL.public, max: 2 },
  identity: { ...USUAL.identity, max: 1 },
  agents: { ...USUAL.agents, max: 2 },
  streams: { ...USUAL.streams, max: 1 },
}

/** A test with a proxy is about outages, so its replica has the deadlines of production. */
const isDirect = (sql: unknown): boolean =>
  typeof sql === 'string' && new URL(sql).port === new URL(inject('pgUrl')).port

const databaseOf = (pool: Pool): string => String(pool.options.database)

/** The app over a read-only pool, as a replica runs it; closed with its database. */
export async function testApi(
  sql: string | Pool | Promise<Pool>,
  { routes, ...deps }: TestDeps = {},
): Promise<FastifyInstance> {
  const own = typeof sql === 'string' ? openPool(sql, { max: 3, name: 'test-api', readOnly: true }) : null
  const app = await buildApp(
    {
      sql: own ?? (sql as Pool | Promise<Pool>),
      clock: fixedClock(NOW),
      log: silentLog,
      dataMode: 'simulated',
      instanceId: 'test',
      tokens: { admin: ADMIN, internal: INTERNAL },
      ...deps,
      limits: {
        rates: NO_RATE_LIMITS,
        drainMs: 200,
        admission: FEW_CONNECTIONS,
        ...(isDirect(sql) ? PATIENT : {}),
        ...deps.limits,
      },
    },
    routes,
  )
  const close = async (): Promise<void> => {
    await app.close()
    await own?.end({ timeout: 0 })
  }
  if (own) closeBeforeDrop(databaseOf(own), close)
  else void Promise.resolve(sql).then((pool) => closeBeforeDrop(databaseOf(pool as Pool), close))
  return app
}

/** Routes that are never served stale, because an old answer would be wrong. */
export const NEVER_OLD: readonly string[] = [
  // Pages of nothing but the header, whose facts are never old.
  '/trading',
  '/ops',
  '/api/v1/status',
  '/api/v1/agents/pulse',
  '/api/v1/coherence',
  '/api/v1/ai2/verdict',
  // Its bytes are those of its name, or none.
  `/api/v1/receipts/${RECEIPT.ref}`,
  '/api/v1/trading/quote/SPY',
  '/api/v1/trading/quotes?symbols=SPY,AAPL',
  '/api/v1/trading/options/chain/SPY',
]

/** Routes that need no database, so they have no reason to give while it is down. */
export const WITHOUT_DATABASE: readonly string[] = [
  '/health',
  '/openapi.json',
  '/llms.txt',
  '/agents.md',
  '/refusals.md',
  '/api/v1/trading/market/status',
  '/api/v1/trading/market/calendar',
  '/api/v1/trading/limits',
]

/** Routes that a warm replica answers from a list it has read within the last minute. */
export const FROM_MEMORY: readonly string[] = ['/api/v1/tickers/search?q=spy']

/** Queries that a route requires. */
const QUERIES: Record<string, string> = {
  '/api/v1/agents/position-read': 'symbol=SPY',
  '/api/v1/signals/sparklines': 'metrics=vix',
  '/api/v1/trading/quotes': 'symbols=SPY,AAPL',
  '/api/v1/tickers/search': 'q=spy',
}

/** A URL with one more query parameter. */
export const withQuery = (url: string, query: string): string => `${url}${url.includes('?') ? '&' : '?'}${query}`

/** Streams never end, so test/stream covers them; a replica that is not ready answers 503. */
const APART: readonly string[] = ['/api/v1/agents/stream', '/api/v1/agents/socket', '/ready']

/** Every public GET as fastify registered it, with parameters filled in, so that a new route is covered by default. */
export function publicGets(app: FastifyInstance): string[] {
  const examples: Record<string, string> = {
    ':filename': 'report-20261120-103000.md',
    ':week_id': '2026-W47',
    ':symbol': 'SPY',
    ':date': '2026-11-20',
    ':time': '103000',
    ':key': 'vix',
    ':ref': RECEIPT.ref,
    ':ticker': 'AAPL',
  }
  const paths = app.inventory.items
    .filter((item) => item.method === 'GET' && item.class === 'public' && !item.page && !item.path.startsWith('/test/'))
    .filter(({ path }) => !APART.includes(path))
    .map((item) =>
      item.path.replace(/:\w+/g, (name) => {
        const example = examples[name]
        if (example === undefined) throw new Error(`give an example for ${name}`)
        return example
      }),
    )
    .map((path) => (path in QUERIES ? withQuery(path, QUERIES[path]!) : path))
  if (paths.length < 10) throw new Error('the list of routes is not complete')
  return paths
}
