import { expect, test } from 'vitest'
import { sessionOn } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { later, TRADES, tradeWorld } from './trade-world.ts'

const world = tradeWorld()
const CLOSE = sessionOn(tradingDay('2026-11-20'))!.close

test('an order is refused when the market closes while it waits for its account', async () => {
  const agent = await world.account()
  await world.moveTo(later(-1, CLOSE))
  await world.quote()
  expect((await agent.initiate()).status).toBe(201)
  // The replica still has the last second of the session, and the account is locked after the bell.
  await world.sql`update service_time set service_origin = ${CLOSE}, last_seen = ${CLOSE}`
  expect(await agent.initiate()).toMatchObject({ status: 409, code: 'market_closed' })
  expect((await agent.ask({ url: `${TRADES}/pending` })).body.trades).toHaveLength(1)
})
