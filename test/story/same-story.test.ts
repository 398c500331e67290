import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processesBelow } from '../../bench/process-memory.ts'
import { eventually } from '../../harness/eventually.ts'
import { REPOSITORY, removeTemporaryFolders, temporaryFolder } from '../../harness/product.ts'
import { ownRabbit } from '../../harness/rabbitmq.ts'
import { copyMarket, openSteppedMarket, type SteppedMarket } from '../../harness/stepped-market.ts'
import { accountStoryOf, differences, type Story, storyOf } from '../../harness/story.ts'
import { type Diary, walk } from '../../harness/walker.ts'
import { audit } from '../../shared/postgres/audit/audit.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'

const LONG = process.env.LONG !== undefined
const PATIENCE_MS = LONG ? 7_200_000 : 900_000
const HALF_DAY = tradingDay('2026-11-27')
/** The last hour of a half-day with its close and settlement; a long run goes on for five sessions. */
const BEGIN = instantAt(HALF_DAY, '12:05')
const UNTIL = LONG ? instantAt(tradingDay('2026-12-03'), '20:05') : instantAt(HALF_DAY, '13:35')
const KILLED_AFTER = instantAt(HALF_DAY, '12:47')
const MARKET = { SIMULATOR_START: '2026-11-27T12:05', SIMULATOR_SEED: '7' }
const WITHIN = { within: PATIENCE_MS }

/** Two agents of the same rules that buy and sell at other turns. */
interface Agent {
  id: number
  token: string
  first: number
}

interface Told {
  story: Story
  /** What each agent noted, and the rows of its account. */
  diaries: Diary[]
  own: Story[]
}

interface Life {
  env?: Record<string, string>
  agents: readonly Agent[]
  meanwhile?: (market: SteppedMarket) => Promise<void>
  afterwards?: (market: SteppedMarket) => Promise<void>
}

let folder: string
let backup: string
let agents: [Agent, Agent]

beforeAll(async () => {
  folder = await temporaryFolder()
  const market = await openSteppedMarket(folder, MARKET)
  const [one, other] = [await market.openAccount('walker'), await market.openAccount('rival')]
  agents = [Object.assign(one, { first: 0 }), Object.assign(other, { first: 1 })]
  await eventually(() => market.product.output().includes('back-fill: complete'), WITHIN)
  await market.to(new Date(BEGIN.getTime() + 60_000))
  backup = join(await temporaryFolder(), 'before.backup')
  await ops(folder, 'backup', backup)
  await market.close()
}, PATIENCE_MS)
afterAll(removeTemporaryFolders)

async function ops(dataDir: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, ...MARKET, DATA_DIR: dataDir }
  return (await promisify(execFile)(process.execPath, ['ops/main.ts', ...args], { cwd: REPOSITORY, env })).stdout
}

/** Lets agents live through the market that a folder holds. */
async function live(dataDir: string, { env = {}, agents: living, meanwhile, afterwards }: Life): Promise<Told> {
  const market = await openSteppedMarket(dataDir, { ...MARKET, ...env })
  try {
    for (const { id } of living) await market.pace(id)
    await market.clock({ action: 'lock-step' })
    const { url } = market.product
    const walks = living.map(({ token, first }) => walk({ url, token, first, from: BEGIN, until: UNTIL }))
    const [diaries] = await Promise.all([Promise.all(walks), meanwhile?.(market)])
    const { service_time } = await market.clock({ action: 'pause' })
    expect(new Date(service_time)).toEqual(UNTIL)
    const missed =
      await market.sql`select s.key from slots as s where s.state = 'missed' and s.scheduled_for > ${BEGIN}`
    expect([...missed]).toEqual([])
    for (const finding of await audit(market.sql)) expect(finding.offenders, finding.rule).toEqual([])
    await afterwards?.(market)
    const own = await Promise.all(living.map(({ id }) => accountStoryOf(market.sql, id)))
    return { story: await storyOf(market.sql), diaries, own }
  } finally {
    await market.close()
  }
}

/** Both agents, side by side, on a copy of the one history. */
const liveTogether = async (life: Omit<Life, 'agents'> = {}) =>
  await live(await copyMarket(folder), { ...life, agents })

/** The first life on the Postgres broker, which others are compared with. */
let lived: Promise<Told> | undefined
const together = () => (lived ??= liveTogether())

/** Kills the process of all workers while the clock is on its way. */
async function killWorkers({ clock, product }: SteppedMarket): Promise<void> {
  const isThere = async () => new Date((await clock()).service_time) > KILLED_AFTER
  await eventually(isThere, { ...WITHIN, everyMs: 20 })
  const workers = processesBelow(product.pid).find(({ command }) => command.includes('workers/main.ts'))
  process.kill(workers!.pid, 'SIGKILL')
}

function expectSame(one: Told, other: Told): void {
  expect(other.diaries).toEqual(one.diaries)
  expect(differences(one.story, other.story)).toEqual({})
}

test('an hour and a close on the Postgres broker and on RabbitMQ, its workers killed, are one story', {
  timeout: PATIENCE_MS,
}, async () => {
  const node = await ownRabbit()
  const env = { AMQP_URL: node.url }
  try {
    const [one, other] = await Promise.all([together(), liveTogether({ env, meanwhile: killWorkers })])
    // What is compared is no empty page.
    for (const table of ['reports', 'signal_snapshots', 'alert_evaluations', 'trade_fills', 'ledger_entries'])
      expect(one.story.get(table)!.length, table).toBeGreaterThan(2)
    expect(one.diaries[0]!.filter((line) => line.includes('executed')).length).toBeGreaterThan(2)
    expectSame(one, other)
    if (!LONG) return
    expectSame(one, await liveTogether())
    expectSame(one, await liveTogether({ env, meanwhile: (market) => killOneOfThree(market, node.url) }))
  } finally {
    await node.stop()
  }
})

/** What two runs share in which other agents trade. */
const OF_THE_MARKET = [
  'alert_evaluations',
  'cycle_documents',
  'observations',
  'reports',
  'signal_snapshots',
  'signals_daily',
  'tripwires',
]

test('from one backup two agents live through the same market, each gets what it got beside the other, and ops compare shows both', {
  timeout: PATIENCE_MS,
}, async () => {
  const cards: string[] = []
  const alone = await Promise.all(
    agents.map(async (agent, index) => {
      const dataDir = await temporaryFolder()
      await ops(dataDir, 'restore', backup)
      cards[index] = join(dataDir, 'card.json')
      const save = () => ops(dataDir, 'scorecard', '--account', String(agent.id), '--output', cards[index]!)
      return await live(dataDir, { agents: [agent], afterwards: async () => void (await save()) })
    }),
  )
  const both = await together()
  for (const [index, { diaries, own }] of alone.entries()) {
    expect(own[0]!.get('trade_fills')!.length).toBeGreaterThan(2)
    expect(diaries[0]).toEqual(both.diaries[index])
    expect(differences(own[0]!, both.own[index]!)).toEqual({})
  }
  expect(alone[1]!.diaries).not.toEqual(alone[0]!.diaries)
  const found = differences(alone[0]!.story, alone[1]!.story)
  expect(Object.keys(found).filter((table) => OF_THE_MARKET.includes(table))).toEqual([])
  const compared = await ops(folder, 'compare', cards[0]!, cards[1]!)
  expect(compared).toMatch(/walker.*rival/)
  expect(compared).toMatch(/^equity as filled +\d+\.\d\d +\d+\.\d\d$/m)
})

/** Adds two processes with every stage beside the first, and kills one of the three. */
async function killOneOfThree(market: SteppedMarket, amqpUrl: string): Promise<void> {
  const running = JSON.parse(await readFile(join(market.product.dataDir, 'running.json'), 'utf8'))
  const env = {
    ...process.env,
    ...MARKET,
    AMQP_URL: amqpUrl,
    DATABASE_URL: running.databaseUrl,
    SIMULATOR_URL: running.simulatorUrl,
    API_URL: running.api,
  }
  const more = Array.from(
    { length: 2 },
    (): ChildProcess =>
      spawn(process.execPath, ['workers/main.ts', '--all'], { cwd: REPOSITORY, env, stdio: 'ignore' }),
  )
  await killWorkers(market)
  more[0]!.kill('SIGKILL')
  await eventually(async () => new Date((await market.clock()).service_time) >= UNTIL, WITHIN)
  more[1]!.kill('SIGTERM')
}
