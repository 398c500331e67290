import { expect, test } from 'vitest'
import { BUY, SELL, tradeWorld } from './trade-world.ts'
import { UNQUOTED } from './vendors.ts'

const world = tradeWorld()

test('a listed ticker that no vendor quotes is refused as no_market with the reason', async () => {
  const agent = await world.account()
  const reply = await agent.initiate({ ...BUY, symbol: UNQUOTED })
  expect(reply).toMatchObject({ status: 409, code: 'no_market' })
  expect(reply.body.details).toEqual({
    instrument: UNQUOTED,
    quality: 'no_market',
    reason: 'no provider has a quote of it',
  })
  expect(reply.headers['retry-after']).toBe('5')
  expect((await agent.initiate({ ...BUY, symbol: 'NOPE' })).code).toBe('unknown_symbol')
})

test('a refused limit shows its bound and the figure that the order or the account would reach', async () => {
  const refusedBy = async (limits: object, quantity = 1) => {
    const agent = await world.account({ limits })
    await agent.pending()
    return (await agent.initiate({ ...BUY, quantity })).body.details
  }
  expect(await refusedBy({ max_order_notional: 700 }, 2)).toEqual({
    limit: 'max_order_notional',
    value: 700,
    // Two shares at their worst price, 600.31.
    actual: 1_200.62,
    max_quantity: 1,
  })
  expect(await refusedBy({ max_position_pct: 1 }, 2)).toEqual({
    limit: 'max_position_pct',
    value: 1,
    actual: 1.2,
    max_quantity: 1,
  })
  expect(await refusedBy({ orders_per_minute: 1 })).toEqual({ limit: 'orders_per_minute', value: 1, actual: 1 })
  expect(await refusedBy({ max_pending_trades: 1 })).toEqual({
    limit: 'max_pending_trades',
    value: 1,
    actual: 1,
    max_quantity: 0,
  })

  const loser = await world.account({ limits: { max_day_loss: 1 } })
  await loser.bought({ ...BUY, quantity: 100 })
  await loser.bought({ ...SELL, quantity: 100 })
  expect((await loser.initiate()).body.details).toEqual({
    limit: 'max_day_loss',
    value: 1,
    actual: 2,
    max_quantity: 0,
  })
})

test('a contract that has expired is named, also as one leg of a package', async () => {
  const agent = await world.account()
  const [live, expired] = ['SPY261218C00600000', 'SPY261119C00600000']
  const details = async (body: object) => {
    const reply = await agent.initiate({ quantity: 1, ...body })
    expect(reply).toMatchObject({ status: 422, code: 'unknown_contract' })
    return reply.body.details
  }
  expect(await details({ contract: expired, side: 'buy' })).toEqual({ instrument: expired })
  const legs = [live, expired].map((contract) => ({ contract, side: 'buy' }))
  expect(await details({ legs })).toEqual({ instrument: expired })
})
