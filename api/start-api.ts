import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, sourceSetup } from '../shared/config.ts'
import { openPool, type Pool } from '../shared/postgres/server/db.ts'
import { type ApiDeps, buildApp } from './app.ts'
import type { Tokens } from './http/auth.ts'
import { DEFAULT_LIMITS, type StreamLimits } from './http/limits.ts'

const READ_CONNECTIONS = 8
/** The server's timeout is a little shorter than the client's, so that a slow query is not taken for a dead link. */
const STATEMENT_MARGIN_MS = 500
export const CLOSE_MS_MAX = 10_000

/** The settings of a replica that come from the configuration, in `npm start` and alone. */
export const replicaSettings = (config: Config) => ({
  readerUrl: config.DATABASE_READER_URL,
  directUrl: config.DATABASE_DIRECT_URL,
  standbyUrl: config.DATABASE_READ_URL,
  standbyLagMaxS: config.DATABASE_READ_LAG_MAX_S,
  host: config.HOST,
  port: config.PORT,
  dataMode: config.SOURCES,
  sourceSetup: sourceSetup(config),
  limits: { rates: config.RATE_LIMITS, streams: streamLimits(config) },
  trustProxy: config.TRUST_PROXY ?? [],
  publicUrl: config.PUBLIC_URL,
  webhooksAllowLocal: config.WEBHOOKS_ALLOW_LOCAL,
  sourceRunsKeepDays: config.SOURCE_RUNS_KEEP_DAYS,
  allowDelayedTrading: config.ALLOW_DELAYED_TRADING,
})

const streamLimits = (config: Config): StreamLimits => ({
  ...DEFAULT_LIMITS.streams,
  connectionsMax: config.STREAM_CONNECTIONS_MAX,
  ofCallerMax: config.STREAM_CONNECTIONS_PER_CALLER,
  lifetimeMs: config.STREAM_LIFETIME_S * 1_000,
})

export interface StartOptions extends Omit<ApiDeps, 'sql' | 'tokens'> {
  /** A promise while Postgres is starting: the API listens at once and reports what it does not know yet. */
  databaseUrl: string | Promise<string>
  /** When the token is absent, its routes are closed to everyone. */
  tokens: { admin?: string | undefined; internal?: string | undefined }
  host: string
  port: number
  /**
   * A replica that is asked to stop continues as before for this long, while balancers learn that it is not ready;
   * absent means 0.
   */
  drainNoticeMs?: number
  /** The database without the pooler that `databaseUrl` leads to; absent: there is none. */
  directUrl?: string | undefined
  standbyUrl?: string | undefined
  standbyLagMaxS?: number
}

export interface RunningApi {
  url: string
  /**
   * Reports not ready at once; after the notice it ends streams, finishes requests and closes the pool, within ten
   * seconds.
   */
  close(): Promise<void>
}

const unguessable = (): string => randomBytes(32).toString('hex')

/** Reads the given object at each access, so that a rotated token counts without a restart. */
function currentTokens(given: StartOptions['tokens']): Tokens {
  const closed = { admin: unguessable(), internal: unguessable() }
  return {
    get admin() {
      return given.admin ?? closed.admin
    },
    get internal() {
      return given.internal ?? closed.internal
    },
  }
}

export async function startApi({
  databaseUrl,
  tokens,
  host,
  port,
  drainNoticeMs = 0,
  directUrl,
  standbyUrl,
  standbyLagMaxS = 5,
  ...rest
}: StartOptions): Promise<RunningApi> {
  const statementTimeoutMs = (rest.limits?.readDeadlineMs ?? DEFAULT_LIMITS.readDeadlineMs) - STATEMENT_MARGIN_MS
  const pool: Promise<Pool> = Promise.resolve(databaseUrl).then((url) =>
    openPool(url, {
      max: READ_CONNECTIONS,
      name: 'api-read',
      readOnly: true,
      pooled: directUrl !== undefined,
      statementTimeoutMs,
    }),
  )
  let opened: Pool | null = null
  pool.then(
    (ready) => {
      opened = ready
    },
    () => {},
  )
  const standby = standbyUrl
    ? openPool(standbyUrl, { max: 1, name: 'api-standby', readOnly: true, standby: true })
    : null
  const direct = directUrl
    ? openPool(directUrl, { max: 1, name: 'api-listen', readOnly: true, statementTimeoutMs })
    : null
  const app = await buildApp({
    ...rest,
    ...(direct ? { direct } : {}),
    ...(standby ? { standby: { pool: standby, lagMaxS: standbyLagMaxS } } : {}),
    sql: pool,
    tokens: currentTokens(tokens),
  })
  try {
    await app.listen({ host, port })
  } catch (error) {
    await app.close()
    throw error
  }
  const address = app.server.address() as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${name}:${address.port}`,
    async close() {
      app.readiness.drain()
      if (drainNoticeMs > 0) await sleep(drainNoticeMs)
      const limit = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS_MAX).unref())
      const closing = app
        .close()
        .then(() => Promise.all([opened, standby, direct].map((own) => own?.end({ timeout: 1 }))))
      await Promise.race([closing, limit])
    },
  }
}
