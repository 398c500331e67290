import { beforeEach, describe, expect, test } from 'vitest'
import { brokenRules } from './ledger-world.ts'
import { call, cents, listed, put, SPY_PRICE, single, touchOf } from './option-world.ts'
import { ACCOUNTS, ask } from './replicas.ts'
import { type Agent, BUY, later, SELL, TRADING, tradeWorld } from './trade-world.ts'

const world = tradeWorld()
const AAPL = { symbol: 'AAPL', side: 'sell' } as const
const spy = () => world.quote({ price: SPY_PRICE, bid: SPY_PRICE - 0.01, ask: SPY_PRICE + 0.01 })
const account = async (agent: Agent) => (await agent.ask({ url: `${TRADING}/account` })).body
const positionOf = async (agent: Agent, instrument: string) => {
  const [row] = await world.sql`
    select p.quantity, p.cost_e4, p.may_be_short from positions as p
    where p.account_id = ${agent.account_id} and p.instrument = ${instrument}`
  return row
}

beforeEach(async () => {
  await world.quote({ symbol: 'AAPL', price: 200, bid: 199.99, ask: 200.01 })
})

describe('short stock', () => {
  test('can be sold and bought back only by an account with shorting', async () => {
    const careful = await world.account()
    expect(await careful.initiate(SELL)).toMatchObject({ status: 422, code: 'insufficient_position' })
    const agent = await world.account({ shorting: true })
    const sold = await agent.bought({ ...SELL, quantity: 100 })
    expect(sold.body).toMatchObject({ price: 599.99, total: 59_999, balance: 159_999, max_loss: null })
    expect(sold.body.max_loss_reason).toBe('unlimited')
    expect(sold.body.requirement).toBe(78_000)
    expect(await account(agent)).toMatchObject({
      required: 78_000,
      buying_power: 81_999,
      equity: 99_999,
      maintenance: { required: 18_000, excess: 81_999, called: false },
    })
    expect(await positionOf(agent, 'SPY')).toMatchObject({ quantity: -100, cost_e4: -599_990_000, may_be_short: true })

    expect(await agent.initiate({ ...BUY, quantity: 101 })).toMatchObject({
      status: 422,
      code: 'order_crosses_zero',
      body: { details: { instrument: 'SPY', held: -100 } },
    })
    const half = await agent.bought({ ...BUY, quantity: 60 })
    expect(half.body).toMatchObject({ requirement: -46_800, max_loss: 0, max_loss_reason: null })
    await agent.bought({ ...BUY, quantity: 40 })
    expect(await positionOf(agent, 'SPY')).toMatchObject({ quantity: 0, cost_e4: 0 })
    expect(await agent.cash()).toBe(99_998)
    expect(await account(agent)).toMatchObject({ required: 0, buying_power: 99_998 })
    expect(await brokenRules(world.sql)).toEqual([])
  })

  test('requires 130 % of the mark of all short stock as cash', async () => {
    const agent = await world.account({ shorting: true })
    await agent.bought({ ...SELL, quantity: 166 })
    await agent.bought({ ...AAPL, quantity: 498 })
    const cash = await agent.cash()
    await world.quote({ price: 800, bid: 799.99, ask: 800.01 })
    const refused = await agent.initiate({ ...AAPL, quantity: 1 })
    expect(refused).toMatchObject({ status: 422, code: 'insufficient_buying_power' })
    const { worst_price: worst } = (await (await world.account({ shorting: true })).initiate({ ...AAPL, quantity: 1 }))
      .body
    expect(refused.body.details).toEqual({
      cash_after: cents(cash + worst),
      required_after: 302_380,
      max_quantity: 0,
    })
    // An order that only closes is never refused.
    expect((await agent.bought({ ...BUY, quantity: 1 })).body.requirement).toBe(-1_040)
  })

  test('is bound by max_position_pct even at 100 %', async () => {
    const agent = await world.account({ shorting: true })
    const refused = await agent.initiate({ ...SELL, quantity: 167 })
    expect(refused).toMatchObject({ code: 'limit_exceeded', body: { details: { limit: 'max_position_pct' } } })
  })

  test('without a price blocks opening orders but can itself be closed', async () => {
    const agent = await world.account({ shorting: true })
    await agent.bought({ ...AAPL, quantity: 10 })
    const pending = await agent.pending()
    await world.quote({ symbol: 'AAPL', bid: null, ask: null })
    expect(await agent.initiate()).toMatchObject({
      status: 409,
      code: 'equity_unknown',
      body: { details: { unmarked: ['AAPL'] } },
    })
    expect(await agent.confirm(pending)).toMatchObject({ status: 409, code: 'equity_unknown' })
    const old = { symbol: 'AAPL', price: 200, bid: 199.99, ask: 200.01, quotedAt: later(-90_001) }
    await world.quote(old)
    expect(await agent.initiate()).toMatchObject({ code: 'equity_unknown', body: { details: { unmarked: ['AAPL'] } } })
    await world.quote({ symbol: 'AAPL', price: 200, bid: 199.99, ask: 200.01 })
    expect((await agent.confirm(pending)).status).toBe(200)
  })

  test('ends the trade at the confirmation when its mark has risen beyond the cash', async () => {
    const agent = await world.account({ shorting: true })
    await agent.bought({ ...SELL, quantity: 160 })
    await agent.bought({ ...AAPL, quantity: 400 })
    const id = await agent.pending({ symbol: 'AAPL', side: 'sell', quantity: 50 })
    await world.quote({ price: 900, bid: 899.99, ask: 900.01 })
    const reply = await agent.confirm(id, world.two)
    expect(reply).toMatchObject({ status: 422, code: 'insufficient_buying_power' })
    expect(reply.body.details).toMatchObject({ trade_id: id, status: 'rejected', reason: 'insufficient_buying_power' })
    expect(await agent.confirm(id)).toMatchObject({ code: 'already_claimed' })
  })

  test('is sold exactly once by twenty concurrent orders when cash suffices for one', async () => {
    const agent = await world.account({ shorting: true })
    await agent.bought({ ...BUY, quantity: 149 })
    await world.quote({ symbol: 'AAPL', price: 200, bid: 199.99, ask: 200.01, bidSize: 3_000 })
    const ids: string[] = []
    for (let at = 0; at < 20; at++) ids.push(await agent.pending({ ...AAPL, quantity: 150 }))
    const reply = await Promise.all(ids.map((id, at) => agent.confirm(id, at % 2 ? world.one : world.two)))
    const codes = reply.map(({ status, code }) => (status === 200 ? 'filled' : code))
    expect(codes.filter((code) => code === 'filled')).toHaveLength(1)
    expect(codes.filter((code) => code === 'insufficient_buying_power')).toHaveLength(19)
    expect(await positionOf(agent, 'AAPL')).toMatchObject({ quantity: -150 })
    expect(await brokenRules(world.sql)).toEqual([])
  })
})

describe('short options', () => {
  beforeEach(spy)

  test('a call is covered by shares, which then cannot be sold', async () => {
    const agent = await world.account()
    expect(await agent.initiate(single('sell', call(730)))).toMatchObject({
      status: 422,
      code: 'uncovered_short',
      body: { details: { uncovered: [{ instrument: call(730), quantity: 1 }] } },
    })
    await agent.bought({ ...BUY, quantity: 100 })
    const { bid, ask } = await touchOf(agent, call(730))
    const sold = await agent.bought(single('sell', call(730)))
    const brought = { price: bid, total: cents(100 * bid) }
    expect(sold.body).toMatchObject({ class: 'option', side: 'sell', ...brought, requirement: 0 })
    expect(await positionOf(agent, call(730))).toMatchObject({ quantity: -1, may_be_short: true })
    expect(await agent.initiate(single('sell', call(730)))).toMatchObject({ code: 'uncovered_short' })
    expect(await agent.initiate(SELL)).toMatchObject({ status: 422, code: 'uncovered_short' })
    const back = await agent.bought(single('buy', call(730)))
    expect(back.body).toMatchObject({ total: cents(-100 * ask), max_loss: 0 })
    await agent.bought({ ...SELL, quantity: 100 })
    expect(await brokenRules(world.sql)).toEqual([])
  })

  test('a put requires its strike in cash, to the cent', async () => {
    const strike = 100 * listed(700)
    const reader = await world.account()
    const { bid } = await touchOf(reader, put(700))
    const { worst_price: worst } = (await reader.initiate(single('sell', put(700)))).body
    // The order is judged at its worst price and filled at the bid.
    const needed = cents(strike - 100 * worst)
    const exact = await world.account({ balance: needed })
    const sold = await exact.bought(single('sell', put(700)))
    const balance = cents(needed + 100 * bid)
    expect(sold.body).toMatchObject({ price: bid, balance, requirement: strike, max_loss: cents(strike - 100 * bid) })
    const left = cents(balance - strike)
    expect(await account(exact)).toMatchObject({ required: strike, buying_power: left, maintenance: null })
    expect(await exact.initiate(BUY)).toMatchObject({ code: 'insufficient_buying_power' })
    const poor = await world.account({ balance: cents(needed - 0.01) })
    const refused = await poor.initiate(single('sell', put(700)))
    expect(refused).toMatchObject({ status: 422, code: 'insufficient_buying_power' })
    expect(refused.body.details).toEqual({ cash_after: cents(strike - 0.01), required_after: strike, max_quantity: 0 })
  })

  test('a put can be bought back even if cash would not suffice to sell it again', async () => {
    const strike = 100 * listed(700)
    const agent = await world.account({ balance: strike })
    await agent.bought(single('sell', put(700)))
    expect((await agent.bought(single('buy', put(700)))).body).toMatchObject({ requirement: -strike })
  })

  test('one of two puts is filled and the other ends when each fits but not both', async () => {
    const agent = await world.account({ balance: 100_000 })
    const ids = [await agent.pending(single('sell', put(700))), await agent.pending(single('sell', put(710)))]
    const reply = await Promise.all(ids.map((id, at) => agent.confirm(id, at ? world.one : world.two)))
    expect(reply.map(({ code }) => code).sort()).toEqual(['insufficient_buying_power', undefined])
  })

  test('a short position in a former index member can be bought back', async () => {
    const agent = await world.account({ shorting: true })
    await world.quote({ symbol: 'ZTS', price: 150, bid: 149.99, ask: 150.01 })
    await agent.bought({ symbol: 'ZTS', side: 'sell', quantity: 5 })
    await world.sql`update index_members set gone_at = ${later(-1)} where symbol = 'ZTS'`
    const app = await world.replica()
    const more = { symbol: 'ZTS', side: 'sell', quantity: 1 }
    expect(await agent.initiate(more, app)).toMatchObject({ status: 422, code: 'not_tradable' })
    const back = await agent.initiate({ ...more, side: 'buy', quantity: 5 }, app)
    expect((await agent.confirm(back.body.trade_id, app)).body).toMatchObject({ status: 'executed' })
  })
})

test('an account whose shorting was switched off can close its short positions but open none', async () => {
  const agent = await world.account({ shorting: true })
  await agent.bought({ ...AAPL, quantity: 10 })
  await ask(world.one, { method: 'PATCH', url: `${ACCOUNTS}/${agent.account_id}`, body: { shorting: false } })
  expect(await agent.initiate({ ...AAPL, quantity: 1 })).toMatchObject({ code: 'insufficient_position' })
  await world.moveTo(later(1_000))
  await world.quote({ symbol: 'AAPL', price: 200, bid: 199.99, ask: 200.01 })
  expect((await agent.bought({ symbol: 'AAPL', side: 'buy', quantity: 4 })).body.status).toBe('executed')
  expect(await positionOf(agent, 'AAPL')).toMatchObject({ quantity: -6, may_be_short: true })
})
