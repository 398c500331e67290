import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processesBelow } from '../../bench/process-memory.ts'
import { eventually } from '../../harness/eventually.ts'
import { REPOSITORY, removeTemporaryFolders, temporaryFolder } from '../../harness/product.ts'
import { ownRabbit } from '../../harness/rabbitmq.ts'
import { copyMarket, openSteppedMarket, type SteppedMarket } from '../../harness/stepped-market.ts'
import { differences, type Story, storyOf } from '../../harness/story.ts'
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

interface Told {
  story: Story
  diary: Diary
}

let folder: string
let token: string

beforeAll(async () => {
  folder = await temporaryFolder()
  const market = await openSteppedMarket(folder, MARKET)
  token = await market.pacingAccount('walker')
  await eventually(() => market.product.output().includes('back-fill: complete'), WITHIN)
  await market.to(new Date(BEGIN.getTime() + 60_000))
  await market.close()
}, PATIENCE_MS)
afterAll(removeTemporaryFolders)

/** Lets an agent live through the market, on a copy of the one history. */
async function tell(env: Record<string, string>, meanwhile?: (market: SteppedMarket) => Promise<void>): Promise<Told> {
  const market = await openSteppedMarket(await copyMarket(folder), { ...MARKET, ...env })
  try {
    await market.clock({ action: 'lock-step' })
    const walking = walk({ url: market.product.url, token, from: BEGIN, until: UNTIL })
    const [diary] = await Promise.all([walking, meanwhile?.(market)])
    const { service_time } = await market.clock({ action: 'pause' })
    expect(new Date(service_time)).toEqual(UNTIL)
    const missed =
      await market.sql`select s.key from slots as s where s.state = 'missed' and s.scheduled_for > ${BEGIN}`
    expect([...missed]).toEqual([])
    for (const finding of await audit(market.sql)) expect(finding.offenders, finding.rule).toEqual([])
    return { story: await storyOf(market.sql), diary }
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

function expectSame(one: Told, other: Told): void {
  expect(other.diary).toEqual(one.diary)
  expect(differences(one.story, other.story)).toEqual({})
}

test('an hour and a close on the Postgres broker and on RabbitMQ, its workers killed, are one story', {
  timeout: PATIENCE_MS,
}, async () => {
  const node = await ownRabbit()
  try {
    const [one, other] = await Promise.all([tell({}), tell({ AMQP_URL: node.url }, killWorkers)])
    // What is compared is no empty page.
    for (const table of ['reports', 'signal_snapshots', 'alert_evaluations', 'trade_fills', 'ledger_entries'])
      expect(one.story.get(table)!.length, table).toBeGreaterThan(2)
    expect(one.diary.filter((line) => line.includes('executed')).length).toBeGreaterThan(2)
    expectSame(one, other)
    if (!LONG) return
    const workersOfThree = (market: SteppedMarket) => killOneOfThree(market, node.url)
    for (const again of [await tell({}), await tell({ AMQP_URL: node.url }, workersOfThree)]) expectSame(one, again)
  } finally {
    await node.stop()
  }
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
