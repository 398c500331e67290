import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { vendorsOff } from '../pipeline/sources/vendors-off.ts'
import type { Subscription } from '../shared/broker/port.ts'
import { startRelay } from '../shared/broker/relay.ts'
import { runStage } from '../shared/broker/run-stage.ts'
import { createTally } from '../shared/broker/stage-tally.ts'
import { type Config, sourceSetup, userAgent, vendorBaseUrl } from '../shared/config.ts'
import type { Log } from '../shared/log.ts'
import { takeToken } from '../shared/postgres/market/vendor-budgets.ts'
import { keepWatchingClock } from '../shared/postgres/server/clock-watch.ts'
import { watchDataLoss } from '../shared/postgres/server/data-loss-watch.ts'
import type { Pool } from '../shared/postgres/server/db.ts'
import { followClock } from '../shared/postgres/server/follow-clock.ts'
import type { Clock } from '../shared/time/clock.ts'
import { startHeartbeat } from './heartbeat.ts'
import { createFetchAgent } from './ingest/fetch-feed.ts'
import type { IngestDeps } from './ingest/ingest.ts'
import { watchLink } from './link-watch.ts'
import type { Connections } from './open-connections.ts'
import { startQuotes } from './quotes/start-quotes.ts'
import { type Roles, stagesOf } from './roles.ts'
import { runSchedule, scheduleSettings } from './run-schedule.ts'
import { startSequencer } from './sequencer.ts'
import { type OpenedStage, STAGES } from './stages.ts'

const processName = (): string => `worker ${hostname()}-${process.pid}`

export interface Workers {
  /** Takes no new work, finishes what is in hand, closes its connections. */
  drain(): Promise<void>
}

export async function startWorkers(
  config: Config,
  roles: Roles,
  { connections, log }: { connections: Connections; log: Log },
): Promise<Workers> {
  const { sql, direct, clock, broker } = connections
  const relay = startRelay({ sql, broker, log })
  const tally = createTally()
  const losses = watchDataLoss(sql, { name: processName(), raises: roles.scheduler, log })
  const ingest = ingestDeps(config, { sql, clock, log })

  const names = stagesOf(roles)
  const opened: OpenedStage[] = []
  const subscriptions: Subscription[] = []
  for (const { name, concurrency, open } of STAGES) {
    if (!names.includes(name)) continue
    const stage = open({ config, sql, clock, log, ingest })
    opened.push(stage)
    subscriptions.push(
      await runStage({ sql, broker, relay, log, tally, reach: clock.reach, losses }, stage.handler, { concurrency }),
    )
  }
  const quotes = roles.quotes ? startQuotes(config, { sql, lead: direct, clock, log }) : null
  const sequencer = roles.scheduler ? startSequencer({ sql, relay, clock, log }) : null
  const changes: (() => void)[] = []
  const announce = (): void => {
    for (const listener of changes) listener()
  }
  const follower =
    config.SOURCES === 'live'
      ? null
      : followClock({
          sql: direct,
          clock,
          log,
          name: processName(),
          onChange: announce,
          onWish: announce,
          renew: () => quotes?.renew() ?? Promise.resolve(),
        })
  const heartbeat = startHeartbeat({ sql, log, tally })
  log.info({ ...roles, broker: broker.kind }, 'workers_started')

  const clockWatch = keepWatchingClock(() => sql, log)
  const link = watchLink(sql, log, () => process.exit(1))
  const stopping = new AbortController()
  const onClockChange = (listener: () => void): void => void changes.push(listener)
  const seams = { broker, sql, direct, relay, log, clock, clockWatch, onClockChange, isBusy: tally.isBusy }
  const schedule = { ...seams, ...scheduleSettings(config) }
  const scheduling = roles.scheduler
    ? runSchedule(schedule, { fill: roles.backfill }, stopping.signal)
    : Promise.resolve()

  return {
    async drain() {
      link.stop()
      clockWatch.stop()
      losses.stop()
      stopping.abort()
      await Promise.all(subscriptions.map((subscription) => subscription.drain()))
      await Promise.all([heartbeat.stop(), quotes?.stop(), ...opened.map((stage) => stage.close?.()), scheduling])
      await sequencer?.stop()
      await follower?.stop()
      await relay.stop()
      await broker.close()
      clock.close()
      await ingest.agent.close()
      if (direct !== sql) await direct.end({ timeout: 1 })
      await sql.end({ timeout: 5 })
    },
  }
}

function ingestDeps(config: Config, { sql, clock, log }: { sql: Pool; clock: Clock; log: Log }): IngestDeps {
  // The simulator's quotas are a setting, off by default, so that a stepped or back-filled day need not wait.
  const isMetered = config.SOURCES === 'live' || config.SIMULATOR_QUOTAS
  return {
    sql,
    agent: createFetchAgent(),
    clock,
    log,
    fredApiKey: config.FRED_API_KEY ?? null,
    printsToken: config.FLOW_PRINTS_TOKEN ?? null,
    off: vendorsOff(sourceSetup(config)),
    userAgent: userAgent(config),
    baseUrl: (vendor, at) => vendorBaseUrl(config, vendor, at),
    takeToken: (vendor) => (isMetered ? takeToken(sql, vendor) : Promise.resolve(0)),
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  }
}
