import { hostname } from 'node:os'
import { brokerageSettings, brokerageUrl, type Config, readConfig } from '../shared/config.ts'
import { directDatabaseUrl } from '../shared/connection-variables.ts'
import { AppError, errorKind, errorMessage } from '../shared/errors.ts'
import { explainListenError } from '../shared/listen-error.ts'
import { createLog, type Log } from '../shared/log.ts'
import { openBrokerage } from '../shared/market/brokerage.ts'
import { openProviders } from '../shared/market/open-providers.ts'
import { checkDatabase } from '../shared/postgres/server/check-database.ts'
import { keepWatchingClock } from '../shared/postgres/server/clock-watch.ts'
import { openPool, siblingPool } from '../shared/postgres/server/db.ts'
import { createClockChanges, followClock } from '../shared/postgres/server/follow-clock.ts'
import { serviceClock } from '../shared/postgres/server/service-time.ts'
import { refuseOtherWorld } from '../shared/postgres/server/simulated-world.ts'
import { runProcess } from '../shared/run-process.ts'
import { withSecretFiles } from '../shared/secret-files.ts'
import { CLOSE_MS_MAX, replicaSettings, startApi } from './start-api.ts'

/** A database that is away is no reason not to start: a replica then answers with reasons, and reads once it is back. */
async function checkReplica(config: Config, log: Log): Promise<void> {
  try {
    await checkDatabase(config, log)
    const sql = openPool(directDatabaseUrl(config)!, { max: 1, name: 'api-world' })
    // A schema that is not there yet, or a table it may not read, is no reason not to start.
    const refusal = await refuseOtherWorld(sql, config).catch((error: unknown) => error)
    await sql.end({ timeout: 1 })
    if (refusal !== undefined && errorKind(refusal) === 'conflict') throw refusal
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
    // Changes of the clock are notifications, which a pooler does not pass on.
    const clockPool = siblingPool(openPool(directDatabaseUrl(config)!, { max: 1, name: 'api-clock' }))
    const clock = serviceClock(() => clockPool)
    const clockWatch = keepWatchingClock(() => clockPool, log)
    const settings = brokerageSettings(config)
    const brokerage =
      settings && openBrokerage({ ...settings, baseUrl: () => brokerageUrl(config, clock.now()), clock, log })
    const clockChanges = createClockChanges()
    const follower =
      config.SOURCES === 'live'
        ? null
        : followClock({
            sql: clockPool,
            clock,
            log,
            name: `api ${hostname()}-${process.pid}`,
            onChange: () => clockChanges.announce(),
          })
    const api = await startApi({
      clockChanges,
      databaseUrl: config.DATABASE_URL,
      tokens: { admin: config.ADMIN_TOKEN, internal: config.INTERNAL_TOKEN },
      drainNoticeMs: noticeMs,
      ...replicaSettings(config),
      clock,
      log,
      brokerage,
      openQuotes: (budgets) => openProviders({ config, brokerage, clock, ...budgets }),
      instanceId: `${hostname()}-${process.pid}`,
    }).catch(explainListenError(config))
    // The clock shows real time until the first answer; a database that is down must not delay listening.
    void clock.sync().catch(() => {})
    log.info({ url: api.url }, 'listening')
    return async () => {
      clock.close()
      clockWatch.stop()
      await follower?.stop()
      await Promise.all([api.close(), brokerage?.close(), clockPool.end({ timeout: 1 })])
    }
  },
  { renewsItsPools: true, stopWithinMs: () => noticeMs + CLOSE_MS_MAX + REST_MS },
)
