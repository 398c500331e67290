import { afterEach, expect, test } from 'vitest'
import type { ApiProcess } from '../../harness/api-process.ts'
import { cycleReady } from '../../harness/broker/messages.ts'
import { eventually } from '../../harness/eventually.ts'
import { sequenceAll } from '../../harness/log-events.ts'
import { opsOutput } from '../../harness/run-ops.ts'
import { handleDelivery } from '../../shared/broker/handle-delivery.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import { silentLog } from '../../shared/log.ts'
import { appendEvents, eventBounds, readEvents } from '../../shared/postgres/events/events.ts'
import { watchDataLoss } from '../../shared/postgres/server/data-loss-watch.ts'
import type { DataLoss } from '../../shared/postgres/server/data-losses.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { signalsStage } from '../../workers/compute-signals.ts'
import { NOW } from '../api/support/seed.ts'
import { openStream } from '../stream/open-stream.ts'
import { event } from '../stream/stream-world.ts'
import { brokenRules } from '../trading/ledger-world.ts'
import { TRADES } from '../trading/trade-world.ts'
import { type FailoverWorld, failoverWorld } from './failover-world.ts'

/** How often each kind of failover is tried. */
const ROUNDS = process.env.LONG ? 10 : process.env.CLUSTER ? 3 : 1
const AGENTS = 4
const TRADES_BEFORE = 40
const TRADES_AFTER = 10
/** A connection shows a query until its next one, which on a busy machine comes before a seldom look. */
const QUERY_SEEN = { everyMs: 20 }

let world: FailoverWorld
afterEach(() => world?.close())

const LOST =
  /^the database lost its newest writes in a failover.*; trading is closed until an operator runs ops failover/

const ops = (...args: string[]): Promise<string> => opsOutput(args, { DATABASE_URL: world.pair.url })

const logOne = async (): Promise<void> => {
  await world.sql.begin((tx) => appendEvents(tx, [event({ kind: 'alert' })]))
  await sequenceAll(world.sql)
}
const newestEvent = async () =>
  (await readEvents(world.sql, { after: null, before: null, kinds: [], limit: 1 }))[0]?.id ?? 0

const readSequence = async (sql: Pool) =>
  (await sql<{ number: number }[]>`select s.number from service_sequence as s`)[0]

/** Represents every way to lose writes: an asynchronous standby that lagged replaces the primary. */
async function failOver(): Promise<void> {
  await world.pair.killPrimary()
  await world.pair.promote()
}

/** The trades of which the database does not know that they are executed. */
async function missing(confirmed: readonly string[]): Promise<string[]> {
  const rows = await eventually(
    () => world.sql<{ id: string }[]>`
      select t.id from trades as t join ledger_entries as e on e.trade_id = t.id where t.status = 'executed'`,
  )
  const there = new Set(rows.map(({ id }) => id))
  return confirmed.filter((id) => !there.has(id))
}

test('a failover that loses confirmed trades closes trading on every replica until an operator accepts it', async () => {
  world = await failoverWorld()
  const { pair, sql, call, trade } = world
  const [one, other] = world.replicas as [ApiProcess, ApiProcess]
  const { token } = await world.account()
  await world.raise()
  expect(await trade(one, token)).not.toBeNull()
  await logOne()
  const kept = await newestEvent()
  await eventually(async () => expect((await pair.atStandby((standby) => eventBounds(standby)))?.latest).toBe(kept))

  await pair.cutStream()
  const lost = [await trade(one, token), await trade(one, token)]
  expect(lost).not.toContain(null)
  await logOne()
  const seen = await newestEvent()
  expect(seen).toBe(kept + 1)
  await failOver()

  for (const replica of [one, other]) {
    await eventually(async () => expect(await world.issues(replica)).toContainEqual(expect.stringMatching(LOST)))
    const refused = await call(replica, TRADES, {
      method: 'POST',
      token,
      body: { symbol: 'SPY', side: 'buy', quantity: 1 },
    })
    expect([refused.status, refused.body.code]).toEqual([503, 'failover_not_accepted'])
  }

  // The log continues above every id that a client may have, and a stream from a lost id reports that.
  await logOne()
  const next = await newestEvent()
  expect(next).toBeGreaterThan(seen + 1_000)
  await eventually(async () => {
    const stream = await openStream(`${one.url}/api/v1/agents/stream?after=${seen}`)
    const snapshot = await eventually(() => stream.frames[0] ?? false)
    stream.close()
    expect(snapshot.data).toMatchObject({ reset: true, reason: expect.stringMatching(/was lost/) })
  })
  const gone = await call(one, `/api/v1/events?after=${seen}`)
  expect([gone.status, gone.body.code]).toEqual([410, 'event_gone'])

  const delivery = { body: toEnvelope(cycleReady('lost')), deliveryId: '1', redelivered: false }
  const deps = { sql, relay: { handOver: () => {} }, log: silentLog }
  expect(await handleDelivery(deps, signalsStage() as never, delivery, {})).toMatchObject({
    outcome: 'dead',
    reason: expect.stringMatching(/^the cycle to compute does not exist; the database lost its newest writes/),
  })

  // Nothing settles either, until an operator has accepted the loss.
  const losses = watchDataLoss(sql, { name: 'worker', raises: false, log: silentLog })
  const settle = async () => {
    const payload = { slot: '2026-11-20/bell', day: tradingDay('2026-11-20'), occasion: 'bell' } as const
    const due = { id: 'schedule:2026-11-20/bell#1', type: 'settlement.due', occurredAt: NOW, payload } as const
    const stage = {
      stage: 'settlement',
      handles: ['settlement.due'],
      movesMoney: true,
      handle: async () => [],
    } as const
    const body = { body: toEnvelope(due), deliveryId: '1', redelivered: false }
    return await handleDelivery(Object.assign({ losses }, deps), stage as never, body, {})
  }
  expect(await settle()).toMatchObject({ outcome: 'retry' })

  expect(await ops('failover', 'show')).toMatch(/Trading is closed/)
  const accepted = JSON.parse(await ops('failover', 'accept', '--json')) as DataLoss
  const trades = accepted.lostWrites.map((write) => (write.kind === 'answer' ? write.key : write.id))
  expect(new Set(trades)).toEqual(new Set(lost))
  await eventually(async () => expect(await trade(other, token)).not.toBeNull())
  expect(await trade(one, token)).not.toBeNull()
  await eventually(async () => expect(await settle()).toMatchObject({ outcome: 'done' }))
  losses.stop()
  await eventually(async () => expect(await world.issues(one)).not.toContainEqual(expect.stringMatching(LOST)))
  expect(await brokenRules(sql)).toEqual([])
}, 180_000)

test('a sequence that went back closes trading also where this replica confirmed nothing', async () => {
  world = await failoverWorld()
  const [one] = world.replicas as [ApiProcess]
  await world.raise()
  await eventually(async () => expect((await world.pair.atStandby(readSequence))?.number).toBe(1))
  await world.pair.cutStream()
  await world.raise()
  await world.raise()
  // A replica has seen the new number once a look that began after the increase has been answered. The status, which a
  // replica reads as it starts, reads the sequence too, but no loss.
  await eventually(async () => {
    const looks = await world.sql`
      select 1 from pg_stat_activity as a, service_sequence as s
      where a.application_name = 'api-read' and a.query like '%lossId%'
        and a.query_start > s.raised_at and a.state = 'idle'`
    return looks.length > 1
  }, QUERY_SEEN)
  expect((await world.pair.atStandby(readSequence))?.number).toBe(1)
  await failOver()
  await eventually(async () => expect(await world.issues(one), one.said()).toContainEqual(expect.stringMatching(LOST)))
}, 120_000)

test('work of a stage that is lost within a second of the last number is noticed, without a confirmed trade', async () => {
  world = await failoverWorld()
  const { sql, pair, replicas } = world
  await world.raise()
  const losses = watchDataLoss(sql, { name: 'worker', raises: false, log: silentLog })
  await losses.look()
  await eventually(async () => expect((await pair.atStandby(readSequence))?.number).toBe(1))
  await pair.cutStream()
  const stage = { stage: 'signals', handles: ['cycle.ready'], handle: async () => [] } as const
  const delivery = { body: toEnvelope(cycleReady('a')), deliveryId: '1', redelivered: false }
  const deps = { sql, relay: { handOver: () => {} }, log: silentLog, losses }
  expect(await handleDelivery(deps, stage as never, delivery, {})).toMatchObject({ outcome: 'done' })
  await failOver()
  await eventually(async () => expect(await world.issues(replicas[0]!)).toContainEqual(expect.stringMatching(LOST)))
  losses.stop()
  expect(await ops('failover', 'show')).toMatch(/lost: what stage signals did for message /)
}, 120_000)

interface Round {
  confirmed: string[]
  missing: string[]
  gapMs: number
  isRed: boolean
}

/** Agents trade without a pause while the primary is killed and the standby promoted. */
async function killUnderTrades({ synchronous = false, isCut = false }): Promise<Round> {
  world = await failoverWorld({ synchronous })
  const tokens = await Promise.all(Array.from({ length: AGENTS }, async () => (await world.account()).token))
  await world.raise()
  const confirmed: string[] = []
  let lastBefore = 0
  let firstAfter = 0
  let isMoved = false
  let isOver = false
  const agents = tokens.map(async (token, at) => {
    while (!isOver) {
      const id = await world.trade(world.replicas[at % 2]!, token)
      if (!id) {
        await new Promise((done) => setTimeout(done, 20))
        continue
      }
      confirmed.push(id)
      if (isMoved) firstAfter ||= performance.now()
      else lastBefore = performance.now()
    }
  })
  await eventually(() => confirmed.length >= TRADES_BEFORE)
  if (isCut) {
    await world.pair.cutStream()
    const atCut = confirmed.length
    await eventually(() => confirmed.length >= atCut + TRADES_AFTER)
  }
  await world.pair.killPrimary()
  isMoved = true
  const before = confirmed.length
  await world.pair.promote()
  const isRed = await eventually(async () => {
    if ((await world.issues(world.replicas[0]!)).some((issue) => LOST.test(issue))) return 'red'
    return confirmed.length >= before + TRADES_AFTER && 'open'
  })
  isOver = true
  await Promise.all(agents)
  const gone = await missing(confirmed)
  expect(await brokenRules(world.sql)).toEqual([])
  return { confirmed, missing: gone, gapMs: firstAfter - lastBefore, isRed: isRed === 'red' }
}

test.each(Array.from({ length: ROUNDS }, (_, round) => [round]))(
  'with a synchronous standby no confirmed trade is lost when the primary is killed (round %i)',
  async () => {
    const round = await killUnderTrades({ synchronous: true })
    expect(round.missing).toEqual([])
    expect(round.isRed).toBe(false)
    process.stdout.write(
      `synchronous failover: ${round.confirmed.length} confirmed, none lost, ${Math.round(round.gapMs)} ms without a trade\n`,
    )
  },
  180_000,
)

test.each(Array.from({ length: ROUNDS }, (_, round) => [round]))(
  'with an asynchronous standby a loss is noticed, and nothing where there is none (round %i)',
  async (number) => {
    const isCut = number % 2 === 0
    const round = await killUnderTrades({ isCut })
    if (isCut) expect(round.missing.length).toBeGreaterThanOrEqual(TRADES_AFTER)
    expect(round.isRed).toBe(round.missing.length > 0)
    process.stdout.write(
      `asynchronous failover: ${round.confirmed.length} confirmed, ${round.missing.length} lost, ${round.isRed ? 'noticed' : 'nothing to notice'}\n`,
    )
  },
  180_000,
)
