import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replicaSettings, startApi } from '../api/start-api.ts'
import { whatIsOff } from '../pipeline/reads/availability.ts'
import { brokerageSettings, brokerageUrl, type Config, sourceSetup } from '../shared/config.ts'
import { directDatabaseUrl } from '../shared/connection-variables.ts'
import { takeDataDir } from '../shared/data-dir.ts'
import { explainListenError } from '../shared/listen-error.ts'
import { createLog, type Log } from '../shared/log.ts'
import { type Brokerage, openBrokerage } from '../shared/market/brokerage.ts'
import { openProviders } from '../shared/market/open-providers.ts'
import { followTokens } from '../shared/ops-tokens.ts'
import { forgetReaders } from '../shared/postgres/server/clock-readers.ts'
import { readClockRow } from '../shared/postgres/server/clock-row.ts'
import { keepWatchingClock } from '../shared/postgres/server/clock-watch.ts'
import { claimDataMode } from '../shared/postgres/server/data-mode.ts'
import { explainDatabase } from '../shared/postgres/server/database-error.ts'
import { openPool, type Pool } from '../shared/postgres/server/db.ts'
import { type ClockChanges, createClockChanges, followClock } from '../shared/postgres/server/follow-clock.ts'
import { migrate } from '../shared/postgres/server/migrate.ts'
import {
  HEARTBEAT_LAG_MS,
  openServiceTime,
  readServiceTime,
  type ServiceClock,
  serviceClock,
} from '../shared/postgres/server/service-time.ts'
import {
  claimSimulatedWorld,
  readSimulatedWorld,
  type SimulatedWorld,
} from '../shared/postgres/server/simulated-world.ts'
import { withoutSecretFiles } from '../shared/secret-files.ts'
import { systemClock } from '../shared/time/clock.ts'
import { banner } from './banner.ts'
import { type Database, freeMbOf, ROOM_MB_MIN, startDatabase } from './database.ts'
import { levelOfStart } from './log-level.ts'
import { type Opening, type OwnTime, openingInstant } from './opening.ts'
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
  const log = createLog({ level: levelOfStart(config, variables), process: 'api' })
  const tokens = await followTokens(config, folder.path)
  opened.defer(tokens.stop)

  // The API listens first, so that /health answers while Postgres is being set up; other reads state what they cannot know yet.
  const database = Promise.withResolvers<string>()
  database.promise.catch(() => {})
  const vendors = Promise.withResolvers<{ simulatorUrl: string | null; brokerage: Brokerage | null }>()
  let pool: Pool | null = null
  const clock = serviceClock(() => pool)
  opened.defer(() => clock.close())
  const clockChanges = createClockChanges()
  const api = await startApi({
    databaseUrl: database.promise,
    clock,
    clockChanges,
    log,
    instanceId: randomUUID(),
    brokerage: vendors.promise.then(({ brokerage }) => brokerage),
    async openQuotes(budgets) {
      const { simulatorUrl, brokerage } = await vendors.promise
      const found = { ...config, SIMULATOR_URL: simulatorUrl ?? undefined }
      return openProviders({ config: found, brokerage, clock, ...budgets })
    },
    ...(config.DATABASE_URL ? {} : { diskIsFull: async () => (await freeMbOf(folder.path)) < ROOM_MB_MIN }),
    tokens: tokens.tokens,
    ...replicaSettings(config),
  }).catch(explainListenError(config))
  let closing: Promise<void> | null = null
  const closeApi = () => (closing ??= api.close())
  opened.defer(closeApi)

  const { url: databaseUrl, localUrl } = await takeDatabase(config, folder.path, opened)
  pool = openPool(directDatabaseUrl(config) ?? localUrl, { max: 3, name: 'start' })
  opened.defer(() => pool!.end({ timeout: 2 }))
  const live = config.SOURCES === 'live'
  const { opening, world } = await openTime(pool, config)
  await clock.sync()
  // Live data follows real time, and it cannot be moved.
  if (!live) follow({ sql: pool, clock, clockChanges, log }, opened)
  opened.defer(keepWatchingClock(() => pool, log).stop)
  database.resolve(localUrl)

  const simulatorUrl = live ? null : (config.SIMULATOR_URL ?? (await startVendors(config, world, opened)))
  const logged = await openBrokerageOf(config, { simulatorUrl, folder: folder.path, clock, log })
  opened.defer(() => logged?.close())
  vendors.resolve({ simulatorUrl, brokerage: logged })
  await tellOps(folder.path, { databaseUrl, simulatorUrl, api: api.url }, opened)

  const facts = { databaseUrl: localUrl, simulatorUrl, apiUrl: api.url, folder: folder.path }
  const child = startWorkerChild(workerEnv(config, facts, variables), say)
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

/** Leaves the addresses for `ops`, which reads them on the same machine. */
async function tellOps(
  folder: string,
  addresses: { databaseUrl: string; simulatorUrl: string | null; api: string },
  opened: AsyncDisposableStack,
): Promise<void> {
  const file = join(folder, 'running.json')
  await writeFile(file, JSON.stringify({ ...addresses, pid: process.pid }), { mode: 0o600 })
  opened.defer(() => rm(file, { force: true }))
}

function follow(
  { clockChanges, ...deps }: { sql: Pool; clock: ServiceClock; clockChanges: ClockChanges; log: Log },
  opened: AsyncDisposableStack,
): void {
  const follower = followClock({ ...deps, name: 'api', onChange: clockChanges.announce })
  opened.defer(() => follower.stop())
}

function workerEnv(
  config: Config,
  {
    databaseUrl,
    simulatorUrl,
    apiUrl,
    folder,
  }: { databaseUrl: string; simulatorUrl: string | null; apiUrl: string; folder: string },
  variables: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  return {
    ...withoutSecretFiles(variables),
    DATABASE_URL: databaseUrl,
    SIMULATOR_URL: simulatorUrl ?? '',
    API_URL: apiUrl,
    ...(config.SOURCES === 'live' ? {} : simulatedLogin(folder)),
    LOG_LEVEL: levelOfStart(config, variables),
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

async function takeDatabase(
  config: Config,
  folder: string,
  opened: AsyncDisposableStack,
): Promise<Omit<Database, 'stop'>> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, localUrl: config.DATABASE_URL }
  const database = await startDatabase(folder, { say, giveUp })
  opened.defer(() => database.stop())
  return database
}

/** Brings the schema up to date and opens service time. */
async function openTime(pool: Pool, config: Config): Promise<{ opening: Opening; world: SimulatedWorld | null }> {
  const { SOURCES: sources, SIMULATOR_SPEED: speed, DATABASE_READER_URL: readerUrl } = config
  const onLocked = () => say('the schema waits for a table that another session uses')
  const { readerProblem } = await migrate(pool, { readerUrl, onLocked }).catch(explainDatabase)
  if (readerProblem) say(`the verdict cannot be served: ${readerProblem}`)
  await claimDataMode(pool, sources)
  await forgetReaders(pool)
  const before = await readServiceTime(pool)
  const row = await readClockRow(pool)
  const seen = before && new Date(before.lastSeen.getTime() + HEARTBEAT_LAG_MS)
  const now = systemClock.now()
  const live = sources === 'live'
  const opening = live
    ? { at: now, why: 'real time, like the vendors' }
    : openingInstant(now, seen, await ownTime(pool, config))
  const world = live ? null : await claimSimulatedWorld(pool, config, opening.at)
  // The commander left the clock in this state, with a target that it still has to reach.
  if (row?.isCommanded) return { opening: { at: row.now, why: 'the clock stands where it was left' }, world }
  const isFast = !live && speed !== 1
  const reason = `service start: ${opening.why}`
  await openServiceTime(pool, opening.at, { speed: isFast ? speed : 1, reason, isGoverned: isFast, isReal: live })
  return { opening, world }
}

/** A folder that was begun at a start of its own keeps its own time, also when a later start does not name it again. */
async function ownTime(pool: Pool, { SIMULATOR_START: start, SIMULATOR_SCENARIO: scenario }: Config): Promise<OwnTime> {
  const held = await readSimulatedWorld(pool)
  const isScenario = scenario !== 'none' || (held !== null && held.scenario !== 'none')
  return { start: start ?? (held?.isOwnStart ? held.start : undefined), isScenario }
}

async function startVendors(
  config: Config,
  world: SimulatedWorld | null,
  opened: AsyncDisposableStack,
): Promise<string> {
  const { SIMULATOR_SEED: seed, SIMULATOR_MEMBERS: members, SIMULATOR_QUOTAS: quotas } = config
  const simulator = await startSimulatorThread({
    seed,
    members,
    quotas,
    scenario: world?.scenario ?? 'none',
    start: world?.start ?? null,
  })
  opened.defer(() => simulator.stop())
  return simulator.url
}
