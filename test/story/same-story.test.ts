import { afterAll, beforeAll, expect, test } from 'vitest'
import { processesBelow } from '../../bench/process-memory.ts'
import { eventually } from '../../harness/eventually.ts'
import { removeTemporaryFolders, temporaryFolder } from '../../harness/product.ts'
import { ownRabbit } from '../../harness/rabbitmq.ts'
import { copyMarket, openSteppedMarket, type SteppedMarket } from '../../harness/stepped-market.ts'
import { audit } from '../../shared/postgres/audit/audit.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { differences, type Story, storyOf } from './story.ts'
import { type Diary, walk } from './walker.ts'

const PATIENCE_MS = 900_000
const LONG = process.env.LONG !== undefined
/** The last hour of a half-day with its close and settlement; a long run goes on for five sessions. */
const BEGIN = instantAt(tradingDay('2026-11-27'), '12:05')
const UNTIL = LONG ? instantAt(tradingDay('2026-12-03'), '20:05') : instantAt(tradingDay('2026-11-27'), '13:35')
const KILLED_AFTER = instantAt(tradingDay('2026-11-27'), '12:47')
const MARKET = { SIMULATOR_START: '2026-11-27T12:05', SIMULATOR_SEED: '7' }

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
  await eventually(() => market.product.output().includes('back-fill: complete'), { within: PATIENCE_MS })
  await market.to(new Date(BEGIN.getTime() + 60_000))
  await market.close()
}, PATIENCE_MS)
afterAll(removeTemporaryFolders)

/** Lets an agent live through the market, on a copy of the one history. */
async function tell(
  env: Record<string, string>,
  meanwhile: (market: SteppedMarket) => Promise<void> = async () => {},
): Promise<Told> {
  const market = await openSteppedMarket(await copyMarket(folder), { ...MARKET, ...env })
  try {
    await market.clock({ action: 'lock-step' })
    const [diary] = await Promise.all([
      walk({ url: market.product.url, token, from: BEGIN, until: UNTIL }),
      meanwhile(market),
    ])
    const { service_time, did } = await market.clock({ action: 'pause' })
    expect({ at: new Date(service_time), missed: did?.slots_missed }).toEqual({ at: UNTIL, missed: 0 })
    for (const finding of await audit(market.sql)) expect(finding.offenders, finding.rule).toEqual([])
    return { story: await storyOf(market.sql), diary }
  } finally {
    await market.close()
  }
}

/** Kills the process of all workers while the clock is on its way. */
async function killWorkers(market: SteppedMarket): Promise<void> {
  await eventually(async () => new Date((await market.clock()).service_time) > KILLED_AFTER, {
    within: PATIENCE_MS,
    everyMs: 20,
  })
  const workers = processesBelow(market.product.pid).find(({ command }) => command.includes('workers/main.ts'))
  process.kill(workers!.pid, 'SIGKILL')
}

test('a session on the Postgres broker and on RabbitMQ, with its workers killed, is the same story', {
  timeout: 2 * PATIENCE_MS,
}, async () => {
  const node = await ownRabbit()
  try {
    const one = await tell({})
    const other = await tell({ AMQP_URL: node.url }, killWorkers)
    expect(other.diary).toEqual(one.diary)
    expect(differences(one.story, other.story)).toEqual({})
    // What is compared is no empty page.
    for (const table of ['reports', 'trades', 'alert_evaluations', 'ai_verdicts', 'minutes', 'ledger_entries'])
      expect(one.story.get(table)!.length, table).toBeGreaterThan(3)
  } finally {
    await node.stop()
  }
})
