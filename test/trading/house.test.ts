import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { trackedPick } from '../../harness/fixtures/tracked.ts'
import { enter } from '../../pipeline/screener/advance.ts'
import { SCREENER_RULES } from '../../pipeline/screener/rules.ts'
import type { Tracked } from '../../pipeline/screener/tracked.ts'
import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Message } from '../../shared/broker/run-stage.ts'
import { ScreenerHouse } from '../../shared/domain/contract/screener/house.ts'
import { silentLog } from '../../shared/log.ts'
import { addRecords, saveProgress } from '../../shared/postgres/screener/records.ts'
import { planRun } from '../../shared/postgres/screener/runs.ts'
import { type ApiRequest, type PublicApi, publicApi } from '../../shared/public-api.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { houseStage } from '../../workers/house/house-stage.ts'
import { houseTokens } from '../../workers/house/house-tokens.ts'
import { recordRow } from '../../workers/screener/record-rows.ts'
import { tradeWorld } from './trade-world.ts'

const world = tradeWorld()
const DAY = tradingDay('2026-11-20')
const PRICES = { AAPL: 201, ZTS: 149, 'BRK.B': 480, QQQ: 610, IWM: 240, XLE: 91, SPY: 600 }
const RUN = '2026-11-19-pm'
let api: PublicApi

beforeAll(async () => {
  const replica = await world.replica()
  api = publicApi(await replica.listen({ port: 0, host: '127.0.0.1' }))
  const basics = { day: tradingDay('2026-11-19'), slot: 'pm', origin: 'scheduled', batches: 0 } as const
  const at = instantAt(basics.day, '17:30')
  await world.sql.begin((tx) =>
    planRun(tx, { ...basics, id: RUN, dueAt: at, startedAt: at, rulesVersion: SCREENER_RULES }),
  )
})
afterAll(() => api.close())

let slot = 0
const tracked = (ticker: string, side: 'long' | 'short', chip: 'NO-BET' | 'PROBATION'): Tracked => {
  const archetype = side === 'long' ? 'oversold_quality' : 'failed_breakout'
  return trackedPick({
    id: `2026-11-19-pm-${ticker}-${archetype}`,
    runAt: '2026-11-19T17:30:00-05:00',
    day: tradingDay('2026-11-19'),
    ticker,
    side,
    archetype,
    episode: `2026-11-19-${ticker}`,
    band: 'elevated',
    contract: { slot: ++slot, chip },
  })
}

const lockPick = async (pick: Tracked) => {
  await world.sql.begin((tx) => addRecords(tx, [recordRow(pick, RUN, instantAt(pick.day, '17:31'))]))
  return pick
}

/** The graded side of a pick: entered at a price of the day, and ended at the day's close. */
async function grade(pick: Tracked, price: number, exit: number | null): Promise<void> {
  const entered = enter(pick, { day: DAY, at: 'quote', price, spy: 600, atr: 2 })
  const ended = exit === null ? null : ({ day: DAY, reason: 'price', price: exit, spy: 600 } as const)
  const now: Tracked = { ...entered, contract: { ...entered.contract!, exit: ended } }
  await world.sql.begin((tx) => saveProgress(tx, [recordRow(now, RUN, new Date())]))
}

type Handled = 'house.due' | 'house.order'
const stageOf = (at: Date, asked: PublicApi) =>
  houseStage({ sql: world.sql, api: asked, tokens, clock: fixedClock(at), log: silentLog })
let tokens: ReturnType<typeof houseTokens>
beforeEach(() => {
  tokens = houseTokens(world.sql)
})

/** Delivers a message and all that follow from it; returns them. */
async function deliver(first: NewMessage, at: Date, asked: PublicApi = api): Promise<NewMessage[]> {
  const stage = stageOf(at, asked)
  const message = first as unknown as Message<Handled>
  const prepared = await stage.prepare!(message)
  const sent = await world.sql.begin((tx) => stage.handle(tx, message, prepared))
  return [...sent]
}

const dueAt = (day: TradingDay, time: string): NewMessage => ({
  id: `schedule:house:${day}T${time}#1`,
  type: 'house.due',
  occurredAt: instantAt(day, time),
  cycleId: null,
  payload: { slot: 'x', day },
})

/** Moves to an instant at which every name has a good quote. */
async function moveTo(day: TradingDay, time: string): Promise<Date> {
  const at = instantAt(day, time)
  await world.moveTo(at)
  for (const [symbol, price] of Object.entries(PRICES)) {
    await world.quote({ symbol, price, bid: price - 0.02, ask: price + 0.02 })
  }
  return at
}

async function act(day: TradingDay, time: string): Promise<NewMessage[]> {
  const at = await moveTo(day, time)
  const orders = await deliver(dueAt(day, time), at)
  for (const order of orders) await deliver(order, at)
  return orders
}

const ordersOf = (ticker: string) => world.sql`
  select o.account, o.leg, o.attempt, o.state, o.reason, o.quantity from house_orders as o
  where o.contract like ${`%-${ticker}-%`} order by o.planned_at, o.account, o.leg, o.attempt`
const executed = async (): Promise<number> => {
  const rows = await world.sql`select 1 from trades as t where t.status = 'executed'`
  return rows.length
}
const served = async () => {
  const [row] = await world.sql<{ body: string }[]>`
    select m.body from read_models as m where m.key = 'screener/house'`
  return ScreenerHouse.parse(JSON.parse(row!.body))
}

test('picks are taken at equal size and by chip, left after their exits, and every difference adds up', async () => {
  const long = await lockPick(tracked('AAPL', 'long', 'NO-BET'))
  const short = await lockPick(tracked('ZTS', 'short', 'PROBATION'))
  await act(DAY, '10:32')
  expect(await ordersOf('AAPL')).toMatchObject([
    { account: 'chip', leg: 'entry', state: 'skipped' },
    { account: 'equal', leg: 'entry', state: 'filled', attempt: 1 },
  ])
  const [half, whole] = await ordersOf('ZTS')
  expect(half).toMatchObject({ account: 'chip', state: 'filled' })
  expect(Math.abs(whole!.quantity - 2 * half!.quantity)).toBeLessThanOrEqual(1)
  expect(await act(DAY, '10:36')).toEqual([])

  await grade(long, 200, 196)
  await grade(short, 150, 148)
  const monday = tradingDay('2026-11-23')
  await act(monday, '09:31')
  await act(monday, '09:33')
  const { accounts } = await served()
  const [equal, chip] = accounts
  expect(equal!.record).toMatchObject({ ended: 2, open: 0, missed: 0, skipped: 0 })
  expect(chip!.record).toMatchObject({ ended: 1, skipped: 1 })
  for (const { traded_return: traded, graded_return: graded, difference } of equal!.picks) {
    expect(difference!.total).toBeCloseTo(traded! - graded!, 6)
    expect(difference!.spread + difference!.impact + difference!.timing).toBeCloseTo(difference!.total, 6)
    expect(difference!.spread).toBeLessThan(0)
  }
  const total = equal!.record.difference!
  expect(total.spread + total.impact + total.timing + total.misses).toBeCloseTo(total.total, 6)
  const positions = await world.sql`select 1 from positions as p where p.quantity <> 0`
  expect(positions.length).toBe(0)
})

/** An API that dies once right after it has answered such a request. */
function dyingAfter(isVictim: (request: ApiRequest) => boolean): PublicApi {
  let isAlive = true
  return {
    async ask(request) {
      const answer = await api.ask(request)
      if (isAlive && isVictim(request)) {
        isAlive = false
        throw new Error('killed')
      }
      return answer
    },
    close: async () => {},
  }
}

test.each([
  { name: 'the quote', isVictim: ({ path }: ApiRequest) => path.endsWith('/trades'), ticker: 'BRK.B' },
  { name: 'the confirmation', isVictim: ({ path }: ApiRequest) => path.endsWith('/confirm'), ticker: 'QQQ' },
])('a worker that dies after $name places nothing twice', async ({ isVictim, ticker }) => {
  await lockPick(tracked(ticker, 'long', 'NO-BET'))
  const at = await moveTo(DAY, '10:33')
  const before = await executed()
  const [order] = await deliver(dueAt(DAY, '10:33'), at)
  const dying = dyingAfter(isVictim)
  await expect(deliver(order!, at, dying)).rejects.toThrow('killed')
  // The message is delivered again, to two workers at a time.
  await Promise.all([deliver(order!, at), deliver(order!, at)])
  await deliver(order!, at)
  expect(await executed()).toBe(before + 1)
  expect((await ordersOf(ticker)).filter(({ state }) => state === 'filled')).toMatchObject([{ attempt: 1 }])
})

test('an attempt without an end is given up, and its message confirms nothing afterwards', async () => {
  const pick = await lockPick(tracked('IWM', 'long', 'NO-BET'))
  const at = await moveTo(DAY, '10:36')
  const [lost] = await deliver(dueAt(DAY, '10:36'), at)
  const before = await executed()
  await act(DAY, '11:00')
  expect(await executed()).toBe(before + 1)
  await deliver(lost!, instantAt(DAY, '11:01'))
  expect(await executed()).toBe(before + 1)
  expect((await ordersOf('IWM')).filter(({ account }) => account === 'equal')).toMatchObject([
    { attempt: 1, state: 'ended', reason: 'too_late' },
    { attempt: 2, state: 'filled' },
  ])
  expect(pick.id).toContain('IWM')
})

test('a pick whose entry has passed is missed, with the reason of the last attempt', async () => {
  const pick = await lockPick(tracked('XLE', 'long', 'NO-BET'))
  await grade(pick, 90, null)
  await act(tradingDay('2026-11-23'), '09:31')
  const own = (await ordersOf('XLE')).find(({ account }) => account === 'equal')
  expect(own).toMatchObject({ state: 'missed', reason: 'no order could be sent while the entry was open' })
})
