import { expect, test } from 'vitest'
import { brokenRules } from './ledger-world.ts'
import { type Agent, BUY, later, SELL, TRADES, tradeWorld } from './trade-world.ts'

const world = tradeWorld()

/** A walk of the middle in cents, one step a minute, as likely up as down. */
const STEPS = [12, -9, 7, -15, 20, -6, 3, -12, 8, -8, 15, -7, 6, -3, 9, -20]

async function walk(trade: (agent: Agent, cents: number, step: number) => Promise<void>): Promise<number> {
  await world.moveTo(later(0))
  await world.quote()
  const agent = await world.account({ balance: 1_000_000 })
  await agent.bought({ ...BUY, quantity: 100 })
  let cents = 60_000
  for (const [at, step] of STEPS.entries()) {
    await show(cents, at * 60_000 + 5_000)
    await trade(agent, cents, step)
    cents += step
  }
  const { quantity } = (await agent.ask({ url: '/api/v1/trading/positions/SPY' })).body
  return (await agent.cash()) - 1_000_000 + quantity * 600
}

async function show(cents: number, ms: number): Promise<void> {
  await world.moveTo(later(ms))
  await world.quote({ price: cents / 100, bid: (cents - 1) / 100, ask: (cents + 1) / 100 })
}

const order = (at: number) => (at % 2 ? SELL : BUY)

test('an agent that waits a minute and drops what went against it fills at the market of its confirmation, not at its quote', async () => {
  let at = 0
  let better = 0
  await walk(async (agent, cents, step) => {
    const side = order(at).side
    const id = await agent.pending({ ...order(at), quantity: 10 })
    await show(cents + step, at * 60_000 + 55_000)
    const isBetter = side === 'buy' ? step > 0 : step < 0
    if (!isBetter) await agent.cancel(id)
    else {
      // The quote would now be a gain of the step on each share, but the fill is the touch that everyone gets.
      const { body, status } = await agent.confirm(id, world.two)
      const touch = (cents + step + (side === 'buy' ? 1 : -1)) / 100
      expect([status, body.fill_price ?? body.details.live_price]).toEqual([status, touch])
      expect(body.code ?? body.status).toMatch(/executed|price_moved/)
      better += 1
    }
    at += 1
  })
  expect(better).toBeGreaterThan(4)
  expect(await brokenRules(world.sql)).toEqual([])
})

test('a better live price is the account’s however much better, for a buy and for a sale', async () => {
  const agent = await world.account()
  await agent.bought({ ...BUY, quantity: 10 })
  const [buy, sell] = [await agent.pending(BUY), await agent.pending(SELL)]
  await world.quote({ bid: 499.99, ask: 500.01 })
  expect((await agent.confirm(buy)).body).toMatchObject({
    quoted_price: 600.01,
    fill_price: 500.01,
    drift_bps: -1666.64,
  })
  expect(await agent.confirm(sell)).toMatchObject({ status: 409, code: 'price_moved' })
  const again = await agent.pending(SELL)
  await world.quote({ bid: 699.99, ask: 700.01 })
  expect((await agent.confirm(again)).body).toMatchObject({ quoted_price: 499.99, fill_price: 699.99, price: 699.99 })
})

test('the worst price itself still fills, and a tick beyond it ends the trade', async () => {
  const agent = await world.account()
  const [at, beyond] = [await agent.pending(), await agent.pending()]
  await world.quote({ bid: 600.29, ask: 600.31 })
  expect((await agent.confirm(at)).body).toMatchObject({ worst_price: 600.31, fill_price: 600.31 })
  await world.quote({ bid: 600.29, ask: 600.3101 })
  expect((await agent.confirm(beyond)).body.details).toMatchObject({ worst_price: 600.31, live_price: 600.3101 })
})

test('a live quote of more than five seconds fills nothing, and the trade waits for a newer one', async () => {
  const agent = await world.account()
  const id = await agent.pending()
  await world.moveTo(later(5_001))
  await world.sql`update latest_quotes set fetched_at = ${later(5_001)}`
  const old = await agent.confirm(id, world.two, 'slow')
  expect(old).toMatchObject({
    status: 409,
    code: 'stale_quote',
    body: { retryable: true, details: { age_seconds: 5 } },
  })
  expect((await agent.ask({ url: `${TRADES}/${id}` })).body.status).toBe('pending')
  await world.quote()
  expect((await agent.confirm(id, world.two, 'slow')).status).toBe(200)
})

test('an order is judged at its worst price, and the refusal names the largest one that passes', async () => {
  const agent = await world.account({ balance: 6_000 })
  const reply = await agent.initiate({ ...BUY, quantity: 10 })
  expect(reply).toMatchObject({ status: 422, code: 'insufficient_funds' })
  expect(reply.body.details).toEqual({ cash_after: -3.1, max_quantity: 9 })
  await agent.bought({ ...BUY, quantity: 9 })
  const sale = await agent.initiate({ ...SELL, quantity: 12 })
  expect(sale.body).toMatchObject({ code: 'insufficient_position', details: { held: 9, max_quantity: 9 } })
  await agent.bought({ ...SELL, quantity: 9 })
})
