import { expect, test } from 'vitest'
import { brokenRules } from './ledger-world.ts'
import { ACCOUNTS, ask } from './replicas.ts'
import { type Agent, BUY, SELL, tradeWorld } from './trade-world.ts'

const world = tradeWorld()

const aged = (ms: number) => ({ quotedAt: new Date(world.vendors.at.getTime() - ms) })
const patch = (agent: Agent, body: object) =>
  ask(world.one, { method: 'PATCH', url: `${ACCOUNTS}/${agent.account_id}`, body })

test('the feed that is late on purpose trades once that is allowed, and says so', async () => {
  const allowed = await world.replica({ deps: { allowDelayedTrading: true } })
  const agent = await world.account()
  await world.quote({ source: 'cboe', delaySeconds: 900, ...aged(900_000) })
  const { body, status } = await agent.initiate(BUY, allowed)
  expect([status, body.delayed, body.delay_seconds, body.quote_age_seconds]).toEqual([201, true, 900, 900])
  expect((await agent.confirm(body.trade_id)).code).toBe('delayed_feed')
  expect((await agent.confirm(body.trade_id, allowed)).body).toMatchObject({ status: 'executed', delayed: true })
})

test('what has left the index can be sold and not bought', async () => {
  const agent = await world.account()
  await world.quote({ symbol: 'ZTS' })
  await agent.bought({ ...BUY, symbol: 'ZTS' })
  await world.sql`update index_members set gone_at = '2026-11-20T12:00:00Z' where symbol = 'ZTS'`
  const app = await world.replica()
  expect((await agent.initiate({ ...BUY, symbol: 'ZTS' }, app)).code).toBe('not_tradable')
  expect((await agent.initiate({ ...SELL, symbol: 'ZTS' }, app)).status).toBe(201)
})

test('limits of size and loss follow the server’s own prices', async () => {
  const agent = await world.account({ balance: 10_000, limits: { max_position_pct: 50 } })
  expect((await agent.initiate({ ...BUY, quantity: 9 })).body.details).toEqual({ limit: 'max_position_pct' })
  await agent.bought({ ...BUY, quantity: 8 })
  expect((await agent.initiate()).body.details).toEqual({ limit: 'max_position_pct' })
  await patch(agent, { limits: { max_position_pct: 100, max_day_loss: 100 } })
  await world.quote({ bid: 589.99, ask: 590.01 })
  await agent.pending()
  await world.quote({ bid: 585.99, ask: 586.01 })
  expect((await agent.initiate()).body.details).toEqual({ limit: 'max_day_loss' })
  expect((await agent.initiate(SELL)).status).toBe(201)
  expect(await brokenRules(world.sql)).toEqual([])
})
