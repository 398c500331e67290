import { expect, test } from 'vitest'
import { BUY, SELL, tradeWorld } from './trade-world.ts'

const world = tradeWorld()

/** The largest quantity that a refusal names is given, and one more is refused. */
async function expectLargest(agent: Awaited<ReturnType<typeof world.account>>, most: number, order: object = BUY) {
  expect((await agent.initiate({ ...order, quantity: most + 1 })).status).not.toBe(201)
  expect((await agent.initiate({ ...order, quantity: most })).status).toBe(201)
}

test('a refusal for size names a quantity that the account can also pay for, and its bound', async () => {
  const agent = await world.account()
  const reply = await agent.initiate({ ...BUY, quantity: 501 })
  expect(reply.code).toBe('size_exceeds_liquidity')
  expect(reply.body.details).toMatchObject({ max_quantity: 166, limited_by: 'insufficient_funds' })
  await expectLargest(agent, 166)
})

test('the bound that is named is the one that allows no more', async () => {
  const agent = await world.account({ balance: 200_000, limits: { max_order_notional: 12_100 } })
  const { details } = (await agent.initiate({ ...BUY, quantity: 501 })).body
  const bound = { max_quantity: 20, limited_by: 'limit_exceeded', bounding_limit: 'max_order_notional' }
  expect(details).toMatchObject(bound)
  const short = (await agent.initiate({ ...BUY, quantity: 400 })).body
  expect([short.code, short.details]).toMatchObject(['insufficient_funds', bound])
  expect(short.fix).toContain(
    'details.limited_by (limit_exceeded) is the code of the rule that sets this maximum. ' +
      'details.bounding_limit (max_order_notional) is the limit of the account that sets it.',
  )
  await expectLargest(agent, 20)
})

test('a refusal for one limit names another limit that allows less', async () => {
  const agent = await world.account({ limits: { max_order_notional: 12_100, max_position_pct: 2 } })
  const { code, details, fix } = (await agent.initiate({ ...BUY, quantity: 30 })).body
  expect([code, details]).toMatchObject([
    'limit_exceeded',
    { limit: 'max_order_notional', max_quantity: 3, limited_by: 'limit_exceeded', bounding_limit: 'max_position_pct' },
  ])
  expect(fix).toContain('details.bounding_limit (max_position_pct) is the limit of the account that sets it.')
  await expectLargest(agent, 3)
  const within = (await agent.initiate({ ...BUY, quantity: 10 })).body
  expect(within.details).toMatchObject({ limit: 'max_position_pct', max_quantity: 3 })
  expect(within.details).not.toHaveProperty('bounding_limit')
  expect(within.fix).not.toContain('bounding_limit')
})

test('a refusal for size alone names no other bound', async () => {
  const agent = await world.account({ balance: 10_000_000 })
  const { details } = (await agent.initiate({ ...BUY, quantity: 501 })).body
  expect(details).toMatchObject({ max_quantity: 500 })
  expect(details).not.toHaveProperty('limited_by')
  await expectLargest(agent, 500)
})

test('a refused confirmation names the largest order that a new quote of the same market would pass', async () => {
  const agent = await world.account()
  const id = await agent.pending({ ...BUY, quantity: 100 })
  await agent.bought({ ...BUY, quantity: 100 })
  const reply = await agent.confirm(id)
  expect(reply.code).toBe('insufficient_funds')
  expect(reply.body.details).toMatchObject({ trade_id: id, status: 'rejected', max_quantity: 66 })
  await expectLargest(agent, 66)
})

test('a refused confirmation of a sale names what is still held', async () => {
  const agent = await world.account()
  await agent.bought({ ...BUY, quantity: 30 })
  const id = await agent.pending({ ...SELL, quantity: 20 })
  await agent.bought({ ...SELL, quantity: 15 })
  const reply = await agent.confirm(id)
  expect(reply.code).toBe('insufficient_position')
  expect(reply.body.details).toMatchObject({ held: 15, max_quantity: 15 })
  await expectLargest(agent, 15, SELL)
})
