import { hostname } from 'node:os'
import { brokerageSettings, brokerageUrl, type Config } from '../shared/config.ts'
import { directDatabaseUrl } from '../shared/connection-variables.ts'
import { explainListenError } from '../shared/listen-error.ts'
import type { Log } from '../shared/log.ts'
import { openBrokerage } from '../shared/market/brokerage.ts'
import { openProviders } from '../shared/market/open-providers.ts'
import { keepWatchingClock } from '../shared/postgres/server/clock-watch.ts'
import { openPool, siblingPool } from '../shared/postgres/server/db.ts'
import { createClockChanges, followClock } from '../shared/postgres/server/follow-clock.ts'
import { serviceClock } from '../shared/postgres/server/service-time.ts'
import { replicaSettings, startApi } from './start-api.ts'

/** Runs a replica whose database was checked; returns what stops it. */
export async function runReplica(config: Config & { DATABASE_URL: string }, log: Log): Promise<() => Promise<void>> {
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
          onChange: clockChanges.announce,
        })
  const api = await startApi({
    clockChanges,
    databaseUrl: config.DATABASE_URL,
    tokens: { admin: config.ADMIN_TOKEN, internal: config.INTERNAL_TOKEN },
    drainNoticeMs: config.DRAIN_NOTICE_S * 1_000,
    ...replicaSettings(config),
    clock,
    log,
    brokerage,
    openQuotes: (budgets) => openProviders({ config, brokerage, clock, ...budgets }),
    instanceId: `${hostname()}-${process.pid}`,
  }).catch(explainListenError(config))
  const unset = (['ADMIN_TOKEN', 'INTERNAL_TOKEN'] as const).filter((name) => config[name] === undefined)
  if (unset.length > 0) log.warn({ variables: unset }, 'tokens_not_set')
  // The clock shows real time until the first answer; a database that is down must not delay listening.
  void clock.sync().catch(() => {})
  log.info({ url: api.url }, 'listening')
  return async () => {
    const since = performance.now()
    log.info({ noticeS: config.DRAIN_NOTICE_S }, 'stopping')
    clock.close()
    clockWatch.stop()
    await follower?.stop()
    await Promise.all([api.close(), brokerage?.close(), clockPool.end({ timeout: 1 })])
    log.info({ tookMs: Math.round(performance.now() - since) }, 'stopped')
  }
}
