import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replicaDatabases, startApi, streamLimits } from '../api/start-api.ts'
import { whatIsOff } from '../pipeline/reads/availability.ts'
import { brokerageSettings, brokerageUrl, type Config, sourceSetup } from '../shared/config.ts'
import { directDatabaseUrl } from '../shared/connection-variables.ts'
import { takeDataDir } from '../shared/data-dir.ts'
import { explainListenError } from '../shared/listen-error.ts'
import { createLog, type Log } from '../shared/log.ts'
import { type Brokerage, openBrokerage } from '../shared/market/brokerage.ts'
import { openProviders } from '../shared/market/open-providers.ts'
import { followTokens } from '../shared/ops-tokens.ts'
import { keepWatchingClock } from '../shared/postgres/server/clock-watch.ts'
import { claimDataMode } from '../shared/postgres/server/data-mode.ts'
import { explainDatabase } from '../shared/postgres/server/database-error.ts'
import { openPool, type Pool } from '../shared/postgres/server/db.ts'
import { migrate } from '../shared/postgres/server/migrate.ts'
import {
  HEARTBEAT_LAG_MS,
  openServiceTime,
  readServiceTime,
  type ServiceClock,
  serviceClock,
} from '../shared/postgres/server/service-time.ts'
import { withoutSecretFiles } from '../shared/secret-files.ts'
import { systemClock } from '../shared/time/clock.ts'
import { banner } from './banner.ts'
import { freeMbOf, ROOM_MB_MIN, startDatabase } from './database.ts'
import { type Opening, openingInstant } from './opening.ts'
import { followProgress } from './progress-lines.ts'
import { openSimulatedBrokerage, simulatedLogin } from './simulated-brokerage.ts'
import { startSimulatorThread } from './simulator-thread.ts'
import { startWorkerChild } from './worker-child.ts'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Starts everything in the order in which it can be served; each part is closed in the reverse order. */
export async function startAll(
  { config, variables }: { config: Config; variables: NodeJS.ProcessEnv },
  opened: AsyncDisposableStack,
): Promise<void> {
  const folder = await takeDataDir(config.DATA_DIR, { hasOwnDatabase: config.DATABASE_URL === undefined })
  opened.defer(folder.release)
  const log = createLog({ level: quieter(config.LOG_LEVEL), process: 'api' })
  const tokens = await followTokens(config, folder.path)
  opened.defer(tokens.stop)

  // The API listens first, so that /health answers while Postgres is being set up; other reads state what they cannot know yet.
  const database = Promise.withResolvers<string>()
  database.promise.catch(() => {})
  const vendors = Promise.withResolvers<{ simulatorUrl: string | null; brokerage: Brokerage | null }>()
  let pool: Pool | null = null
  const clock = serviceClock(() => pool)
  opened.defer(() => clock.close())
  const api = await startApi({
    databaseUrl: database.promise,
    clock,
    log,
    dataMode: config.SOURCES,
    sourceSetup: sourceSetup(config),
    instanceId: randomUUID(),
    brokerage: vendors.promise.then(({ brokerage }) => brokerage),
    async openQuotes(budgets) {
      const { simulatorUrl, brokerage } = await vendors.promise
      const found = { ...config, SIMULATOR_URL: simulatorUrl ?? undefined }
      return openProviders({ config: found, brokerage, clock, ...budgets })
    },
    limits: { rates: config.RATE_LIMITS, streams: streamLimits(config) },
    trustProxy: config.TRUST_PROXY ?? [],
    publicUrl: config.PUBLIC_URL,
    webhooksAllowLocal: config.WEBHOOKS_ALLOW_LOCAL,
    ...(config.DATABASE_URL ? {} : { diskIsFull: async () => (await freeMbOf(folder.path)) < ROOM_MB_MIN }),
    sourceRunsKeepDays: config.SOURCE_RUNS_KEEP_DAYS,
    allowDelayedTrading: config.ALLOW_DELAYED_TRADING,
    tokens: tokens.tokens,
    ...replicaDatabases(config),
    host: config.HOST,
    port: config.PORT,
  }).catch(explainListenError(config))
  let closing: Promise<void> | null = null
  const closeApi = () => (closing ??= api.close())
  opened.defer(closeApi)

  const databaseUrl = await takeDatabase(config, folder.path, opened)
  pool = openPool(directDatabaseUrl(config) ?? databaseUrl, { max: 3, name: 'start' })
  opened.defer(() => pool!.end({ timeout: 2 }))
  const live = config.SOURCES === 'live'
  const opening = await openTime(pool, config.SOURCES)
  await clock.sync()
  opened.defer(keepWatchingClock(() => pool, log).stop)
  database.resolve(databaseUrl)

  const simulatorUrl = live ? null : (config.SIMULATOR_URL ?? (await startVendors(config, opened)))
  const logged = await openBrokerageOf(config, { simulatorUrl, folder: folder.path, clock, log })
  opened.defer(() => logged?.close())
  vendors.resolve({ simulatorUrl, brokerage: logged })
  const running = join(folder.path, 'running.json')
  await writeFile(running, JSON.stringify({ databaseUrl, simulatorUrl, api: api.url, pid: process.pid }), {
    mode: 0o600,
  })
  opened.defer(() => rm(running, { force: true }))

  const child = startWorkerChild(workerEnv(config, { databaseUrl, simulatorUrl, folder: folder.path }, variables), say)
  opened.defer(() => child.stop())
  const off = whatIsOff(sourceSetup(config))
  say(
    banner({ url: api.url, dataDir: folder.path, opening, live, off, newTokens: tokens.isNew ? tokens.tokens : null }),
  )
  const progress = followProgress(pool, say)
  opened.defer(() => progress.stop())
  // The API also closes first, so that no request arrives while the rest shuts down.
  opened.defer(closeApi)
}

/** The banner is for people, so lines of level info are left out. */
function quieter(level: Config['LOG_LEVEL']): Config['LOG_LEVEL'] {
  return level === 'info' ? 'warn' : level
}

function workerEnv(
  { LOG_LEVEL, SOURCES }: Config,
  { databaseUrl, simulatorUrl, folder }: { databaseUrl: string; simulatorUrl: string | null; folder: string },
  variables: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  return {
    ...withoutSecretFiles(variables),
    DATABASE_URL: databaseUrl,
    SIMULATOR_URL: simulatorUrl ?? '',
    ...(SOURCES === 'live' ? {} : simulatedLogin(folder)),
    LOG_LEVEL: quieter(LOG_LEVEL),
  }
}

/** The simulated brokerage, or with live sources the operator's own account, if there is one. */
async function openBrokerageOf(
  config: Config,
  { simulatorUrl, ...given }: { simulatorUrl: string | null; folder: string; clock: ServiceClock; log: Log },
): Promise<Brokerage | null> {
  if (simulatorUrl !== null) return await openSimulatedBrokerage({ simulatorUrl, ...given })
  const settings = brokerageSettings(config)
  const baseUrl = () => brokerageUrl(config, given.clock.now())
  return settings && openBrokerage({ ...settings, baseUrl, clock: given.clock, log: given.log })
}

/** This process cannot serve without its database; its supervisor restarts it. */
function giveUp(message: string): never {
  process.stderr.write(`start: ${message}\n`)
  process.exit(1)
}

async function takeDatabase(config: Config, folder: string, opened: AsyncDisposableStack): Promise<string> {
  if (config.DATABASE_URL) return config.DATABASE_URL
  const database = await startDatabase(folder, { say, giveUp })
  opened.defer(() => database.stop())
  return database.url
}

/** Brings the schema up to date and opens service time. */
async function openTime(pool: Pool, sources: Config['SOURCES']): Promise<Opening> {
  await migrate(pool).catch(explainDatabase)
  await claimDataMode(pool, sources)
  const before = await readServiceTime(pool)
  const seen = before && new Date(before.lastSeen.getTime() + HEARTBEAT_LAG_MS)
  const now = systemClock.now()
  const opening = sources === 'live' ? { at: now, why: 'real time, like the vendors' } : openingInstant(now, seen)
  await openServiceTime(pool, opening.at, { speed: 1, reason: `service start: ${opening.why}` })
  return opening
}

async function startVendors(config: Config, opened: AsyncDisposableStack): Promise<string> {
  const { SIMULATOR_SEED: seed, SIMULATOR_MEMBERS: members, SIMULATOR_QUOTAS: quotas } = config
  const simulator = await startSimulatorThread({ seed, members, quotas })
  opened.defer(() => simulator.stop())
  return simulator.url
}
