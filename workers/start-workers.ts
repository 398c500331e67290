import { hostname } from 'node:os'
import type { Subscription } from '../shared/broker/port.ts'
import { startRelay } from '../shared/broker/relay.ts'
import { runStage } from '../shared/broker/run-stage.ts'
import { createTally } from '../shared/broker/stage-tally.ts'
import type { Config } from '../shared/config.ts'
import { returnMemoryWhenIdle } from '../shared/idle-memory.ts'
import type { Log } from '../shared/log.ts'
import { keepWatchingClock } from '../shared/postgres/server/clock-watch.ts'
import { watchDataLoss } from '../shared/postgres/server/data-loss-watch.ts'
import { followClock } from '../shared/postgres/server/follow-clock.ts'
import { startHeartbeat } from './heartbeat.ts'
import { watchLink } from './link-watch.ts'
import type { Connections } from './open-connections.ts'
import { type Roles, stagesOf } from './roles.ts'
import { type OpenedStage, STAGES } from './stages.ts'

const processName = (): string => `worker ${hostname()}-${process.pid}`

export interface Workers {
  /** Takes no new work, finishes the current work, closes its connections. */
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
  // Loads code only for the roles of the process, because loading takes most of a start.
  const ingest =
    roles.sources.length > 0 ? (await import('./ingest/open-ingest.ts')).openIngest(config, { sql, clock, log }) : null

  const names = stagesOf(roles)
  const opened: OpenedStage[] = []
  const subscriptions: Subscription[] = []
  for (const { name, concurrency, open } of STAGES) {
    if (!names.includes(name)) continue
    const stage = await open({ config, sql, clock, log, ingest })
    opened.push(stage)
    subscriptions.push(
      await runStage({ sql, broker, relay, log, tally, reach: clock.reach, losses }, stage.handler, { concurrency }),
    )
  }
  const quotes = roles.quotes
    ? (await import('./quotes/start-quotes.ts')).startQuotes(config, { sql, lead: direct, clock, log })
    : null
  const [sequencing, scheduling] = roles.scheduler
    ? await Promise.all([import('./sequencer.ts'), import('./run-schedule.ts')])
    : []
  const sequencer = sequencing?.startSequencer({ sql, relay, clock, log })
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
  const memory = returnMemoryWhenIdle()
  const stopping = new AbortController()
  const onClockChange = (listener: () => void): void => void changes.push(listener)
  const isBusy = () => relay.isPublishing() || tally.isBusy()
  const seams = { broker, sql, direct, relay, log, clock, clockWatch, onClockChange, isBusy }
  const schedule = scheduling?.runSchedule(
    { ...seams, ...scheduling.scheduleSettings(config) },
    { fill: roles.backfill },
    stopping.signal,
  )

  return {
    async drain() {
      link.stop()
      memory.stop()
      clockWatch.stop()
      losses.stop()
      stopping.abort()
      await Promise.all(subscriptions.map((subscription) => subscription.drain()))
      await Promise.all([heartbeat.stop(), quotes?.stop(), ...opened.map((stage) => stage.close?.()), schedule])
      await sequencer?.stop()
      await follower?.stop()
      await relay.stop()
      await broker.close()
      clock.close()
      await ingest?.agent.close()
      if (direct !== sql) await direct.end({ timeout: 1 })
      await sql.end({ timeout: 5 })
    },
  }
}
