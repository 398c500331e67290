import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processesBelow } from '../../bench/process-memory.ts'
import { eventually } from '../../harness/eventually.ts'
import { copyOf, LOADED, LOADED_WITHIN_MS, loadedFolder } from '../../harness/loaded-folder.ts'
import { REPOSITORY, removeTemporaryFolders, temporaryFolder } from '../../harness/product.ts'
import { ownRabbit } from '../../harness/rabbitmq.ts'
import { opsOutput } from '../../harness/run-ops.ts'
import { openSteppedMarket, type SteppedMarket } from '../../harness/stepped-market.ts'
import { differences, type Stories, type Story, storiesOf } from '../../harness/story.ts'
import { type Diary, walk } from '../../harness/walker.ts'
import { audit } from '../../shared/postgres/audit/audit.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { simulatedLogin } from '../../start/simulated-brokerage.ts'

const LONG = process.env.LONG !== undefined
const PATIENCE_MS = LONG ? 7_200_000 : 900_000
const HALF_DAY = tradingDay('2026-11-27')
/** The last hour of a half-day with its close and settlement; a long run continues for five sessions. */
const BEGIN = instantAt(HALF_DAY, '12:05')
const UNTIL = LONG ? instantAt(tradingDay('2026-12-03'), '20:05') : instantAt(HALF_DAY, '13:35')
const KILLED_AFTER = instantAt(HALF_DAY, '12:47')
const WITHIN = { within: PATIENCE_MS }

/** Two agents of the same rules that buy and sell at other turns. */
interface Agent {
  id: number
  token: string
  first: number
}

interface Told extends Stories {
  /** The notes of each agent. */
  diaries: Diary[]
  /** The file of `ops scorecard` of each agent. */
  cards: string[]
}

interface Life {
  agents: readonly Agent[]
  env?: Record<string, string>
  meanwhile?: (market: SteppedMarket) => Promise<void>
}

/** A folder in which both accounts are open. */
let begun: string
let agents: [Agent, Agent]

beforeAll(async () => {
  begun = await loadedFolder()
  const market = await openSteppedMarket(begun, LOADED)
  const [one, other] = [await market.openAccount('walker'), await market.openAccount('rival')]
  agents = [Object.assign(one, { first: 0 }), Object.assign(other, { first: 1 })]
  await market.to(new Date(BEGIN.getTime() + 60_000))
  await market.close()
}, LOADED_WITHIN_MS)
afterAll(removeTemporaryFolders)

const ops = (dataDir: string, ...args: string[]): Promise<string> => opsOutput(args, { ...LOADED, DATA_DIR: dataDir })

/** Lets agents live through the market of a copy of the folder. */
async function live({ agents: living, env = {}, meanwhile }: Life): Promise<Told> {
  const dataDir = await copyOf(begun)
  const market = await openSteppedMarket(dataDir, { ...LOADED, ...env })
  const { sql, product } = market
  try {
    for (const { id } of living) await market.pace(id)
    await market.clock({ action: 'lock-step' })
    const walks = living.map(({ token, first }) => walk({ url: product.url, token, first, from: BEGIN, until: UNTIL }))
    const [diaries] = await Promise.all([Promise.all(walks), meanwhile?.(market)])
    const { service_time } = await market.clock({ action: 'pause' })
    expect(new Date(service_time)).toEqual(UNTIL)
    const missed = await sql`select s.key from slots as s where s.state = 'missed' and s.scheduled_for > ${BEGIN}`
    expect([...missed]).toEqual([])
    for (const finding of await audit(sql)) expect(finding.offenders, finding.rule).toEqual([])
    const stories = await storiesOf(
      sql,
      agents.map(({ id }) => id),
    )
    const cards: string[] = []
    for (const { id } of living) {
      const card = join(dataDir, `${id}.json`)
      await ops(dataDir, 'scorecard', '--account', String(id), '--output', card)
      cards.push(card)
    }
    return { ...stories, diaries, cards }
  } finally {
    await market.close()
  }
}

/** Kills the process of all workers while the clock is on its way. */
async function killWorkers({ clock, product }: SteppedMarket): Promise<void> {
  const isThere = async () => new Date((await clock()).service_time) > KILLED_AFTER
  await eventually(isThere, { ...WITHIN, everyMs: 20 })
  const workers = processesBelow(product.pid).find(({ command }) => command.includes('workers/main.ts'))
  process.kill(workers!.pid, 'SIGKILL')
}

/** Checks that no empty page is compared. */
function expectFull({ world, own, diaries }: Told): void {
  for (const table of ['reports', 'signal_snapshots', 'alert_evaluations', 'trade_fills'])
    expect(world.get(table)!.length, table).toBeGreaterThan(0)
  for (const account of own)
    for (const table of ['trades', 'trade_fills', 'ledger_entries', 'ledger_postings'])
      expect(account.get(table)!.length, table).toBeGreaterThan(1)
  for (const diary of diaries) expect(diary.filter((line) => line.includes('executed')).length).toBeGreaterThan(1)
}

const expectSame = (one: Story, other: Story) => expect(differences(one, other)).toEqual({})

test('an hour and a close give one story on either broker, with workers killed, and each agent gets the same as alone', {
  timeout: PATIENCE_MS,
}, async () => {
  const node = await ownRabbit()
  const [walker, rival] = agents
  const env = { AMQP_URL: node.url }
  try {
    const [both, first] = await Promise.all([live({ agents }), live({ agents: [walker], env, meanwhile: killWorkers })])
    const second = await live({ agents: [rival] })
    expectFull(both)
    for (const alone of [first, second]) expectSame(both.world, alone.world)
    expect([...first.diaries, ...second.diaries]).toEqual(both.diaries)
    expectSame(both.own[0]!, first.own[0]!)
    expectSame(both.own[1]!, second.own[1]!)
    // Two versions of an agent that lived through the same market, one after the other.
    const compared = await ops(await temporaryFolder(), 'compare', first.cards[0]!, second.cards[0]!)
    expect(compared).toMatch(/walker.*rival/)
    expect(compared).toMatch(/^equity as filled +\d+\.\d\d +\d+\.\d\d$/m)
    expect(compared).not.toContain('did not meet the same market')
    if (LONG) await liveAgain(both, node.url)
  } finally {
    await node.stop()
  }
})

async function liveAgain(both: Told, amqpUrl: string): Promise<void> {
  const meanwhile = (market: SteppedMarket) => killOneOfThree(market, amqpUrl)
  for (const life of [{ agents }, { agents, env: { AMQP_URL: amqpUrl }, meanwhile }]) {
    const again = await live(life)
    expect(again.diaries).toEqual(both.diaries)
    expectSame(both.world, again.world)
    for (const [index, own] of both.own.entries()) expectSame(own, again.own[index]!)
  }
}

/** Adds two processes with every stage to the first one, and kills one of the three. */
async function killOneOfThree(market: SteppedMarket, amqpUrl: string): Promise<void> {
  const running = JSON.parse(await readFile(join(market.product.dataDir, 'running.json'), 'utf8'))
  const env = {
    ...process.env,
    ...LOADED,
    AMQP_URL: amqpUrl,
    DATABASE_URL: running.databaseUrl,
    SIMULATOR_URL: running.simulatorUrl,
    API_URL: running.api,
    // Whichever process leads the quotes, they come from the same vendor.
    ...simulatedLogin(market.product.dataDir),
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
