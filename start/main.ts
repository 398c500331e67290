import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startApi } from '../api/start-api.ts'
import { whatIsOff } from '../pipeline/reads/availability.ts'
import { brokerageSettings, brokerageUrl, type Config, readConfig, sourceSetup } from '../shared/config.ts'
import { explainListenError } from '../shared/listen-error.ts'
import { createLog, type Log } from '../shared/log.ts'
import { type Brokerage, openBrokerage } from '../shared/market/brokerage.ts'
import { openProviders } from '../shared/market/open-providers.ts'
import { followTokens } from '../shared/ops-tokens.ts'
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
import { runProcess } from '../shared/run-process.ts'
import { withoutSecretFiles, withSecretFiles } from '../shared/secret-files.ts'
import { systemClock } from '../shared/time/clock.ts'
import { banner } from './banner.ts'
import { takeDataDir } from './data-dir.ts'
import { startDatabase } from './database.ts'
import { type Opening, openingInstant } from './opening.ts'
import { followProgress } from './progress-lines.ts'
import { openSimulatedBrokerage, simulatedLogin } from './simulated-brokerage.ts'
import { startSimulatorThread } from './simulator-thread.ts'
import { startWorkerChild } from './worker-child.ts'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** The workers' ten seconds, and Postgres's. */
const STOP_WITHIN_MS = 20_000

/**
 * Everything with one command, in at most two processes of our own: this one (API, vendors' simulator
 * in a thread, embedded Postgres beside it) and one child with all workers.
 */
await runProcess(
  'start',
  async () => {
    const config = readConfig(withSecretFiles(process.env))
    await using starting = new AsyncDisposableStack()
    await startAll(config, starting)
    const started = starting.move()
    return () => started.disposeAsync()
  },
  { stopWithinMs: STOP_WITHIN_MS, renewsItsPools: true },
)

async function startAll(config: Config, opened: AsyncDisposableStack): Promise<void> {
  const folder = await takeDataDir(config.DATA_DIR)
  opened.defer(folder.release)
  const log = createLog({ level: config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL, process: 'api' })
  const tokens = await followTokens(config, folder.path)
  opened.defer(tokens.stop)

  // The API listens first: /health answers while Postgres is still being made, reads say what they cannot know.
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
    sourceRunsKeepDays: config.SOURCE_RUNS_KEEP_DAYS,
    allowDelayedTrading: config.ALLOW_DELAYED_TRADING,
    tokens: tokens.tokens,
    host: config.HOST,
    port: config.PORT,
  }).catch(explainListenError(config))
  let closing: Promise<void> | null = null
  const closeApi = () => (closing ??= api.close())
  opened.defer(closeApi)

  const databaseUrl = await takeDatabase(config, folder.path, opened)
  pool = openPool(databaseUrl, { max: 3, name: 'start' })
  opened.defer(() => pool!.end({ timeout: 2 }))
  await migrate(pool).catch(explainDatabase)
  await claimDataMode(pool, config.SOURCES)
  const live = config.SOURCES === 'live'
  const opening = await openTime(pool, live)
  await clock.sync()
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

  const level = config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL
  const env = {
    ...withoutSecretFiles(withSecretFiles(process.env)),
    DATABASE_URL: databaseUrl,
    SIMULATOR_URL: simulatorUrl ?? '',
    ...(live ? {} : simulatedLogin(folder.path)),
    LOG_LEVEL: level,
  }
  const child = startWorkerChild(env, say)
  opened.defer(() => child.stop())
  const off = whatIsOff(sourceSetup(config))
  const newTokens = tokens.isNew ? tokens.tokens : null
  say(banner({ url: api.url, dataDir: folder.path, opening, live, off, newTokens }))
  const progress = followProgress(pool, say)
  opened.defer(() => progress.stop())
  // It was there first and goes first: nobody is to ask it while what it answers from goes.
  opened.defer(closeApi)
}

/** Live it is the operator's own account, or none. */
async function openBrokerageOf(
  config: Config,
  { simulatorUrl, ...given }: { simulatorUrl: string | null; folder: string; clock: ServiceClock; log: Log },
): Promise<Brokerage | null> {
  if (simulatorUrl !== null) return await openSimulatedBrokerage({ simulatorUrl, ...given })
  const settings = brokerageSettings(config)
  const baseUrl = () => brokerageUrl(config, given.clock.now())
  return settings && openBrokerage({ ...settings, baseUrl, clock: given.clock, log: given.log })
}

/** Without its database this process has nothing to serve; whoever watches it starts it again. */
function giveUp(message: string): never {
  process.stderr.write(`start: ${message}\n`)
  process.exit(1)
}

async function takeDatabase(config: Config, folder: string, opened: AsyncDisposableStack): Promise<string> {
  if (config.DATABASE_URL) return config.DATABASE_URL
  const database = await startDatabase(folder, say, giveUp)
  opened.defer(() => database.stop())
  return database.url
}

async function openTime(pool: Pool, live: boolean): Promise<Opening> {
  const before = await readServiceTime(pool)
  const seen = before && new Date(before.lastSeen.getTime() + HEARTBEAT_LAG_MS)
  const now = systemClock.now()
  const opening = live ? { at: now, why: 'real time, as the vendors are' } : openingInstant(now, seen)
  await openServiceTime(pool, opening.at, { speed: 1, reason: `started again: ${opening.why}` })
  return opening
}

async function startVendors(config: Config, opened: AsyncDisposableStack): Promise<string> {
  const simulator = await startSimulatorThread({ seed: config.SIMULATOR_SEED, quotas: config.SIMULATOR_QUOTAS })
  opened.defer(() => simulator.stop())
  return simulator.url
}
