import { describe, expect, test } from 'vitest'
import { cashPair } from '../../shared/domain/trading/ledger.ts'
import { E4_PER_DOLLAR } from '../../shared/domain/trading/money.ts'
import { saveAccountSnapshots } from '../../shared/postgres/trading/account-snapshots.ts'
import { deleteAction, insertAction } from '../../shared/postgres/trading/corporate-actions.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { NOW } from '../api/support/seed.ts'
import { brokenRules, post } from './ledger-world.ts'
import { buy, pack, put, sell, single, TODAY } from './option-world.ts'
import { ACCOUNTS, ask } from './replicas.ts'
import { type Agent, BUY, later, SELL, tradeWorld } from './trade-world.ts'

const DAY_MS = 86_400_000
const world = tradeWorld()

const aged = (ms: number) => ({ quotedAt: new Date(world.vendors.at.getTime() - ms) })
const patch = (agent: Agent, body: object) =>
  ask(world.one, { method: 'PATCH', url: `${ACCOUNTS}/${agent.account_id}`, body })

test('a delayed feed is traded on once that is allowed, and the trade is marked as delayed', async () => {
  const allowed = await world.replica({ deps: { allowDelayedTrading: true } })
  const agent = await world.account()
  await world.quote({ source: 'cboe', delaySeconds: 900, ...aged(900_000) })
  const { body, status } = await agent.initiate(BUY, allowed)
  expect([status, body.delayed, body.delay_seconds, body.quote_age_seconds]).toEqual([201, true, 900, 900])
  expect((await agent.confirm(body.trade_id)).code).toBe('delayed_feed')
  expect((await agent.confirm(body.trade_id, allowed)).body).toMatchObject({ status: 'executing', delayed: true })
})

test('the age of a quote is stated in tenths of a second, and a quote ahead of the clock has none', async () => {
  const agent = await world.account()
  const told = async (ms: number) => {
    await world.quote(aged(ms))
    return (await agent.initiate()).body.quote_age_seconds
  }
  expect([await told(1_240), await told(1_250), await told(-400)]).toEqual([1.2, 1.3, 0])
})

test('a stock that has left the index can be sold but not bought', async () => {
  const agent = await world.account()
  await world.quote({ symbol: 'ZTS' })
  await agent.bought({ ...BUY, symbol: 'ZTS' })
  await world.sql`update index_members set gone_at = '2026-11-20T12:00:00Z' where symbol = 'ZTS'`
  const app = await world.replica()
  expect((await agent.initiate({ ...BUY, symbol: 'ZTS' }, app)).code).toBe('not_tradable')
  expect((await agent.initiate({ ...SELL, symbol: 'ZTS' }, app)).status).toBe(201)
})

test('once a split that pays contracts out is known, contracts that outlive it can only be closed', async () => {
  const agent = await world.account()
  const [outlives, ends] = [put(650), put(650, TODAY)]
  await agent.bought(single('buy', outlives, 2))
  const split = { symbol: 'SPY', kind: 'split', source: 'test' } as const
  const even = await insertAction(world.sql, { ...split, exDate: tradingDay('2026-11-23'), newShares: 2, oldShares: 1 })
  expect((await agent.initiate(single('buy', outlives))).status).toBe(201)
  const paying = { newShares: 1, oldShares: 8, fractionPriceE4: 48_000_000 }
  const id = await insertAction(world.sql, { ...split, exDate: tradingDay('2026-11-24'), ...paying })
  try {
    expect(await agent.initiate(single('buy', outlives))).toMatchObject({
      status: 422,
      code: 'not_tradable',
      body: { details: { reason: expect.stringMatching(/1:8 on 2026-11-24/) } },
    })
    expect((await agent.initiate(pack([buy(put(660)), sell(outlives)]))).code).toBe('not_tradable')
    expect((await agent.initiate(single('sell', outlives, 2))).status).toBe(201)
    expect((await agent.initiate(single('buy', ends))).code).not.toBe('not_tradable')
    expect((await agent.initiate(BUY)).status).toBe(201)
  } finally {
    for (const each of [even, id]) await deleteAction(world.sql, each!)
  }
})

describe('the day loss', () => {
  const DAYS_BEFORE = later(-2 * DAY_MS)

  /** Ten shares bought two days before, a previous close of 598 at the vendor, and a day-loss limit of 100. */
  async function holder(): Promise<Agent> {
    await world.moveTo(DAYS_BEFORE)
    await world.quote()
    const agent = await world.account({ balance: 10_000, limits: { max_day_loss: 100 } })
    await agent.bought({ ...BUY, quantity: 10 })
    await world.moveTo(NOW)
    await world.quote()
    return agent
  }

  /** A snapshot of the close, as the stage saves it. */
  async function keep(agent: Agent, day: string, markE4: number | null): Promise<void> {
    const valueE4 = markE4 === null ? null : 10 * markE4
    const cashE4 = Math.round((await agent.cash()) * E4_PER_DOLLAR)
    const mark = { instrument: 'SPY', quantity: 10, mark_e4: markE4, value_e4: valueE4 }
    await saveAccountSnapshots(world.sql, [
      {
        accountId: agent.account_id,
        epoch: 1,
        entries: 2,
        kind: 'close',
        slot: `${day}T16:00`,
        cashE4,
        at: new Date(`${day}T21:00:00Z`),
        takenAt: new Date(`${day}T21:20:00Z`),
        spyE4: null,
        positions: 1,
        unmarked: valueE4 === null ? 1 : 0,
        positionsE4: valueE4,
        equityE4: valueE4 === null ? null : cashE4 + valueE4,
        marks: [
          { ...mark, quoted_at: null, source: null, reason: valueE4 === null ? 'it has neither bid nor ask' : null },
        ],
      },
    ])
  }

  test('is counted from the snapshot of the previous close, without adjustments since', async () => {
    const agent = await holder()
    await keep(agent, '2026-11-19', 6_110_000)
    expect((await agent.initiate()).body.details).toEqual({
      limit: 'max_day_loss',
      value: 100,
      actual: 110,
      max_quantity: 0,
    })
    const gift = {
      kind: 'adjustment',
      key: 'adjustment:test',
      postings: cashPair('house', 50 * E4_PER_DOLLAR),
    } as const
    await post(world.sql, agent.account_id, gift)
    expect((await agent.initiate()).body.details).toEqual({
      limit: 'max_day_loss',
      value: 100,
      actual: 110,
      max_quantity: 0,
    })
    expect((await agent.initiate(SELL)).status).toBe(201)
    await world.quote({ bid: 601.99, ask: 602.01 })
    expect((await agent.initiate()).status).toBe(201)
  })

  test('is counted from the vendor’s previous close when there is no snapshot, or only an older one', async () => {
    const agent = await holder()
    await keep(agent, '2026-11-18', 6_110_000)
    expect((await agent.initiate()).status).toBe(201)
    await keep(agent, '2026-11-19', null)
    expect((await agent.initiate()).status).toBe(201)
    await world.quote({ previousClose: 611 })
    const lost = { limit: 'max_day_loss', value: 100, actual: 110, max_quantity: 0 }
    expect((await agent.initiate()).body.details).toEqual(lost)
  })
})

test('holdings are priced as soon as a limit needs it, although earlier orders needed no price', async () => {
  const aapl = { symbol: 'AAPL', previousClose: 600 }
  await world.quote(aapl)
  const agent = await world.account({ balance: 10_000 })
  await agent.bought({ ...BUY, symbol: 'AAPL', quantity: 9 })
  await world.quote({ ...aapl, bid: 579.99, ask: 580.01 })
  const early = await agent.pending()
  await patch(agent, { limits: { max_day_loss: 100 } })
  const lost = { limit: 'max_day_loss', value: 100, actual: 180.09 }
  expect((await agent.confirm(early)).body.details).toMatchObject(lost)
  expect((await agent.initiate()).body.details).toEqual({ ...lost, max_quantity: 0 })
  await patch(agent, { limits: { max_day_loss: null, max_position_pct: 50 } })
  await agent.bought()
})

test('limits of size and loss are judged by the server’s own prices', async () => {
  const agent = await world.account({ balance: 10_000, limits: { max_position_pct: 50 } })
  expect((await agent.initiate({ ...BUY, quantity: 9 })).body.details).toEqual({
    limit: 'max_position_pct',
    value: 50,
    actual: 54,
    max_quantity: 8,
  })
  await agent.bought({ ...BUY, quantity: 8 })
  expect((await agent.initiate()).body.details).toEqual({
    limit: 'max_position_pct',
    value: 50,
    actual: 54.01,
    max_quantity: 0,
  })
  await patch(agent, { limits: { max_position_pct: 100, max_day_loss: 100 } })
  await world.quote({ bid: 589.99, ask: 590.01 })
  await agent.pending()
  await world.quote({ bid: 585.99, ask: 586.01 })
  expect((await agent.initiate()).body.details).toEqual({
    limit: 'max_day_loss',
    value: 100,
    actual: 112.08,
    max_quantity: 0,
  })
  expect((await agent.initiate(SELL)).status).toBe(201)
  // The deposit above is an adjustment, which the service never posts.
  expect(await brokenRules(world.sql, { except: ['entries-have-a-cause'] })).toEqual([])
})
