import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Message } from '../../shared/broker/run-stage.ts'
import { type HousePick, ScreenerHouse } from '../../shared/domain/contract/screener/house.ts'
import type { IndexMember } from '../../shared/domain/market/index-member.ts'
import { BENCHMARK } from '../../shared/domain/market/liquid-funds.ts'
import { silentLog } from '../../shared/log.ts'
import { saveMembers } from '../../shared/postgres/market/members.ts'
import { lockedRecords } from '../../shared/postgres/screener/records.ts'
import { type PublicApi, publicApi } from '../../shared/public-api.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { houseStage } from '../../workers/house/house-stage.ts'
import { houseTokens } from '../../workers/house/house-tokens.ts'
import type { RecordedPick, RecordedProgress } from '../../workers/screener/record-rows.ts'
import {
  type Bars,
  lastSessions,
  opensOn,
  type SessionStep,
  seedSessions,
  sessionSteps,
} from '../workers/support/screener-sessions.ts'
import { drive } from '../workers/support/screener-world.ts'
import { tradeWorld } from './trade-world.ts'

const world = tradeWorld()
/** A quarter of a year in a long run. */
const LONG = process.env.LONG !== undefined
const DAYS = lastSessions(LONG ? 63 : 5)
const PATIENCE_MS = LONG ? 3_600_000 : 180_000
/** The house acts after each step of the screener that may give a pick its price, and reports in the evening. */
const HOUSE_AFTER: Readonly<Record<string, string>> = { '09:31': '09:33', '10:32': '10:36', '17:30': '17:45' }
const HALF_SPREAD = 0.02
const OPENING = 100_000

let api: PublicApi
let bars: Bars
let tokens: ReturnType<typeof houseTokens>
beforeAll(async () => {
  bars = await seedSessions(world.sql, DAYS)
  // The trading world has members of its own since another day than those of the screener's.
  await world.sql`truncate index_members`
  const members = [...bars.keys()].filter((symbol) => symbol !== BENCHMARK)
  await saveMembers(
    world.sql,
    members.map((symbol): IndexMember => ({ symbol, sector: 'Energy', since: null })),
    { at: instantAt(DAYS[0]!, '09:00'), source: 'test' },
  )
  // A replica that had read the members before would refuse the picks as unknown until it reads them again.
  const replica = await world.replica()
  api = publicApi(await replica.listen({ port: 0, host: '127.0.0.1' }))
  tokens = houseTokens(world.sql)
})
afterAll(() => api.close())

const cents = (dollars: number): number => Math.round(100 * dollars)

async function quoteAll(prices: ReadonlyMap<string, number>): Promise<void> {
  const records = await lockedRecords<RecordedPick, RecordedProgress>(world.sql)
  for (const symbol of new Set(records.map(({ ticker }) => ticker))) {
    const price = prices.get(symbol)!
    await world.quote({ symbol, price, bid: price - HALF_SPREAD, ask: price + HALF_SPREAD })
  }
}

async function houseActs(day: TradingDay, time: string): Promise<void> {
  const clock = fixedClock(instantAt(day, time))
  const stage = houseStage({ sql: world.sql, api, tokens, clock, log: silentLog })
  const inHand: NewMessage[] = [
    {
      id: `schedule:house:${day}T${time}#1`,
      type: 'house.due',
      occurredAt: clock.now(),
      cycleId: null,
      payload: { slot: 'x', day },
    },
  ]
  for (let next = inHand.shift(); next; next = inHand.shift()) {
    const message = next as unknown as Message<'house.due' | 'house.order'>
    const prepared = await stage.prepare!(message)
    inHand.push(...(await world.sql.begin((tx) => stage.handle(tx, message, prepared))))
  }
}

async function step(day: TradingDay, { time, message }: SessionStep): Promise<void> {
  const prices = opensOn(bars, day)
  await drive([message], { sql: world.sql, now: instantAt(day, time), prices })
  const then = HOUSE_AFTER[time]
  if (!then) return
  await world.moveTo(instantAt(day, then))
  await quoteAll(prices)
  await houseActs(day, then)
}

/** The cash result of a pick so far: proceeds of its sales less the cost of its buys. */
function cashOf({ side, quantity, entry, exit }: HousePick): number {
  const sign = side === 'long' ? 1 : -1
  return cents(sign * (quantity ?? 0) * ((exit?.price ?? 0) - (entry?.price ?? 0)))
}

test('the picks of a house account add up to its cash, its positions and its differences', {
  timeout: PATIENCE_MS,
}, async () => {
  for (const day of DAYS) for (const each of sessionSteps(day)) await step(day, each)
  const [row] = await world.sql<{ body: string }[]>`
    select m.body from read_models as m where m.key = 'screener/house'`
  const { accounts } = ScreenerHouse.parse(JSON.parse(row!.body))
  const equal = accounts.find(({ name }) => name === 'equal')!
  const orders = await world.sql`
    select o.contract, o.leg, o.state, o.reason from house_orders as o where o.account = 'equal' limit 100`
  expect(equal.record.ended, JSON.stringify(orders)).toBeGreaterThan(0)
  expect(equal.record.open).toBeGreaterThan(0)
  for (const { account_id: id, picks } of accounts) {
    const [account] = await world.sql<{ cash: number }[]>`
      select a.cash_e4::float8 / 10000 as cash from accounts as a where a.id = ${id}`
    const traded = picks.reduce((sum, pick) => sum + cashOf(pick), 0)
    expect(cents(account!.cash)).toBe(cents(OPENING) + traded)
    const positions = await world.sql<{ symbol: string; quantity: number }[]>`
      select p.instrument as symbol, p.quantity::integer as quantity from positions as p
      where p.account_id = ${id} and p.quantity <> 0 order by p.instrument`
    const held = picks.filter(({ state }) => state === 'open' || state === 'leaving')
    expect([...positions].map(({ symbol, quantity }) => `${symbol} ${quantity}`)).toEqual(
      held.map(({ ticker, side, quantity }) => `${ticker} ${side === 'long' ? quantity! : -quantity!}`).toSorted(),
    )
    for (const pick of picks) {
      for (const leg of [pick.entry, pick.exit]) {
        if (leg) expect(cents(Math.abs(leg.touch - leg.middle))).toBe(cents(HALF_SPREAD))
      }
      if (!pick.difference) continue
      const { total, spread, impact, timing } = pick.difference
      expect(total).toBeCloseTo(pick.traded_return! - pick.graded_return!, 6)
      expect(spread + impact + timing).toBeCloseTo(total, 6)
    }
  }
})
