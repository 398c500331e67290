import { hostname } from 'node:os'
import { brokerageSettings, brokerageUrl, type Config, readConfig, sourceSetup } from '../shared/config.ts'
import { usesPooler } from '../shared/connection-variables.ts'
import { AppError, errorKind, errorMessage } from '../shared/errors.ts'
import { explainListenError } from '../shared/listen-error.ts'
import { createLog, type Log } from '../shared/log.ts'
import { openBrokerage } from '../shared/market/brokerage.ts'
import { openProviders } from '../shared/market/open-providers.ts'
import { checkDatabase } from '../shared/postgres/server/check-database.ts'
import { keepWatchingClock } from '../shared/postgres/server/clock-watch.ts'
import { openPool, siblingPool } from '../shared/postgres/server/db.ts'
import { serviceClock } from '../shared/postgres/server/service-time.ts'
import { runProcess } from '../shared/run-process.ts'
import { withSecretFiles } from '../shared/secret-files.ts'
import { CLOSE_MS_MAX, replicaDatabases, startApi, streamLimits } from './start-api.ts'

/** A database that is away is no reason not to start: a replica then answers with reasons, and reads once it is back. */
async function checkReplica(config: Config, log: Log): Promise<void> {
  try {
    await checkDatabase(config, log)
  } catch (error) {
    if (errorKind(error) !== 'unavailable') throw error
    log.warn({ error: errorMessage(error) }, 'database_away')
  }
}

/** Beyond the notice and the end of requests: brokerage and pools. */
const REST_MS = 5_000
let noticeMs = 0

/** One replica: it reads `DATABASE_URL` and the tokens from the environment and keeps nothing on disk. */
await runProcess(
  'api',
  async () => {
    const config = readConfig(withSecretFiles(process.env))
    if (!config.DATABASE_URL) {
      throw new AppError('invalid', 'DATABASE_URL: a replica needs a Postgres server (npm start brings its own)')
    }
    noticeMs = config.DRAIN_NOTICE_S * 1_000
    const log = createLog({ level: config.LOG_LEVEL, process: 'api' })
    await checkReplica(config, log)
    const clockPool = siblingPool(
      openPool(config.DATABASE_URL, { max: 1, name: 'api-clock', pooled: usesPooler(config) }),
    )
    const clock = serviceClock(() => clockPool)
    const clockWatch = keepWatchingClock(() => clockPool, log)
    const settings = brokerageSettings(config)
    const brokerage =
      settings && openBrokerage({ ...settings, baseUrl: () => brokerageUrl(config, clock.now()), clock, log })
    const api = await startApi({
      databaseUrl: config.DATABASE_URL,
      tokens: { admin: config.ADMIN_TOKEN, internal: config.INTERNAL_TOKEN },
      host: config.HOST,
      port: config.PORT,
      drainNoticeMs: noticeMs,
      ...replicaDatabases(config),
      clock,
      log,
      dataMode: config.SOURCES,
      sourceSetup: sourceSetup(config),
      brokerage,
      openQuotes: (budgets) => openProviders({ config, brokerage, clock, ...budgets }),
      limits: {
        rates: config.RATE_LIMITS,
        streams: streamLimits(config),
      },
      trustProxy: config.TRUST_PROXY ?? [],
      publicUrl: config.PUBLIC_URL,
      webhooksAllowLocal: config.WEBHOOKS_ALLOW_LOCAL,
      sourceRunsKeepDays: config.SOURCE_RUNS_KEEP_DAYS,
      allowDelayedTrading: config.ALLOW_DELAYED_TRADING,
      instanceId: `${hostname()}-${process.pid}`,
    }).catch(explainListenError(config))
    // The clock shows real time until the first answer; a database that is down must not delay listening.
    void clock.sync().catch(() => {})
    log.info({ url: api.url }, 'listening')
    return async () => {
      clock.close()
      clockWatch.stop()
      await Promise.all([api.close(), brokerage?.close(), clockPool.end({ timeout: 1 })])
    }
  },
  { renewsItsPools: true, stopWithinMs: () => noticeMs + CLOSE_MS_MAX + REST_MS },
)
