import { expect } from 'vitest'
import { call, pack, put, sell, single } from './option-world.ts'
import { type Agent, BUY, type Reply, SELL, type tradeWorld } from './trade-world.ts'

type World = ReturnType<typeof tradeWorld>

/** Provokes the refusals of short positions when an order is initiated. */
export const collateralInitiating = (world: World) => ({
  async uncovered_short(agent: Agent): Promise<Reply> {
    expect((await agent.initiate(pack([sell(call(730)), sell(call(740))]))).code).toBe('uncovered_short')
    return await agent.initiate(single('sell', call(730)))
  },
  insufficient_buying_power: (agent: Agent): Promise<Reply> => agent.initiate(single('sell', put(710), 2)),
  async too_many_contracts(agent: Agent): Promise<Reply> {
    await world.sql`
      insert into positions (account_id, epoch, instrument, quantity, cost_e4)
      select ${agent.account_id}, 1, 'SPY261218C00' || (100000 + s.n), 1, 0 from generate_series(1, 500) as s (n)`
    const reply = await agent.initiate(single('buy', call(730)))
    expect(reply.body.details).toEqual({ most: 500 })
    await world.sql`delete from positions where account_id = ${agent.account_id}`
    return reply
  },
})

/** The same at the confirmation, where both end the trade. */
export const COLLATERAL_CONFIRMING = {
  uncovered_short: {
    ends: 'rejected',
    async meet(agent: Agent): Promise<[string, Reply]> {
      await agent.bought({ ...BUY, quantity: 100 })
      const id = await agent.pending(single('sell', call(730)))
      await agent.bought({ ...SELL, quantity: 1 })
      return [id, await agent.confirm(id)]
    },
  },
  insufficient_buying_power: {
    ends: 'rejected',
    async meet(agent: Agent): Promise<[string, Reply]> {
      const id = await agent.pending(single('sell', put(700)))
      await agent.bought({ ...BUY, quantity: 100 })
      return [id, await agent.confirm(id)]
    },
  },
}
