import { describe, expect, test } from 'vitest'
import { post, trade } from './ledger-world.ts'
import { at, DOLLAR, inEachTest, type SettlementWorld } from './settlement-world.ts'

const CALL = 'SPY261120C00600000'
const CLOSE = at('2026-11-20', '16:00')

let world: SettlementWorld
inEachTest(at('2026-11-20', '16:20'), (opened) => {
  world = opened
})

const closesAt = (price: number) => world.quoted.set('SPY', { price, quotedAt: CLOSE })

describe('a debt', () => {
  const owing = async (): Promise<number> => {
    closesAt(610)
    const id = await world.open(1_000, [[CALL, 1, 5]])
    await world.runDue('close', '2026-11-20')
    expect((await world.account(id)).deficit).toBe(true)
    expect(await world.eventsOf(id)).toEqual([`option_exercised ${CALL} 1`, 'deficit settlement:SPY:2026-11-20'])
    return id
  }

  test('is paid at the next open by selling as many shares at the bid as needed', async () => {
    const id = await owing()
    expect(await world.holdings(id)).toEqual(['-59500', 'SPY 100 at 60500'])
    await world.moveTo(at('2026-11-23', '09:50'))
    world.quoted.set('SPY', { price: 620, bid: 619.9, ask: 620.1 })
    const [message] = await world.runDue('open', '2026-11-23')
    expect(message?.type).toBe('liquidation.due')
    expect(await world.holdings(id)).toEqual(['10.4', 'SPY 4 at 2420'])
    expect((await world.account(id)).deficit).toBe(false)
    expect((await world.eventsOf(id)).at(-1)).toBe('liquidated SPY -96')
    expect(await world.deliver({ ...message!, id: 'settlement:again#1' })).toBe('done')
    expect(await world.holdings(id)).toEqual(['10.4', 'SPY 4 at 2420'])
  })

  test('stays when no position is left to sell, and is recorded once', async () => {
    const id = await owing()
    await world.moveTo(at('2026-11-23', '09:50'))
    world.quoted.set('SPY', { price: 400 })
    await world.runDue('open', '2026-11-23')
    expect(await world.holdings(id)).toEqual(['-19501'])
    await world.moveTo(at('2026-11-24', '09:50'))
    await world.runDue('open', '2026-11-24')
    expect((await world.eventsOf(id)).slice(2)).toEqual(['liquidated SPY -100', 'deficit owed:195010000'])
  })

  test('is paid once per open: a position without a bid waits for the next open, even if the message is repeated', async () => {
    world.quoted.set('AAPL', { price: 200 })
    closesAt(610)
    const id = await world.open(2_500, [
      [CALL, 1, 5],
      ['AAPL', 5, 200],
    ])
    await world.runDue('close', '2026-11-20')
    await world.moveTo(at('2026-11-23', '09:50'))
    world.quoted.set('SPY', { price: 400 })
    world.quoted.delete('AAPL')
    const [message] = await world.runDue('open', '2026-11-23')
    const afterwards = await world.holdings(id)
    expect(afterwards[1]).toBe('AAPL 5 at 1000')
    world.quoted.set('AAPL', { price: 200 })
    expect(await world.deliver({ ...message!, id: 'settlement:again#1' })).toBe('done')
    expect(await world.holdings(id)).toEqual(afterwards)
    await world.moveTo(at('2026-11-24', '09:50'))
    await world.runDue('open', '2026-11-24')
    expect(await world.holdings(id)).toHaveLength(1)
  })

  test.each<[number, ...string[]]>([[0.01, 'liquidated SPY -100', 'liquidated SPY261218C00700000 1'], [0]])(
    'is paid where a written option has no bid, by buying it back at its ask of %d',
    async (ask, ...events) => {
      closesAt(610)
      const id = await world.open(1_000, [
        [CALL, 1, 5],
        ['SPY261218C00700000', -1, 2],
      ])
      await world.runDue('close', '2026-11-20')
      const owed = (await world.account(id)).cashE4
      await world.moveTo(at('2026-11-23', '09:50'))
      world.quoted.set('SPY', { price: 620, bid: 619.9, ask: 620.1 })
      world.quoted.set('SPY261218C00700000', { price: 0.005, bid: 0, ask })
      await world.runDue('open', '2026-11-23')
      const told = (await world.eventsOf(id)).filter((event) => !event.startsWith('deficit'))
      expect(told).toEqual([`option_exercised ${CALL} 1`, ...events])
      const paidE4 = ask === 0 ? 0 : (100 * 619.9 - 100 * ask) * DOLLAR
      expect((await world.account(id)).cashE4).toBe(owed + Math.round(paidE4))
    },
  )

  test('is not paid at yesterday’s price or while the market is closed', async () => {
    const id = await owing()
    await world.moveTo(at('2026-11-23', '09:50'))
    const [message] = await world.runDue('open', '2026-11-23')
    expect(await world.holdings(id)).toEqual(['-59500', 'SPY 100 at 60500'])
    await world.moveTo(at('2026-11-23', '17:00'))
    world.quoted.set('SPY', { price: 620 })
    expect(await world.deliver({ ...message!, id: 'settlement:late#1' })).toBe('done')
    expect(await world.holdings(id)).toEqual(['-59500', 'SPY 100 at 60500'])
  })

  test('allows no trade of an agent that would increase it', async () => {
    const id = await owing()
    const buy = trade({ instrument: 'AAPL', quantity: 1, notionalE4: DOLLAR, held: { quantity: 0, costE4: 0 } })
    await expect(post(world.db.sql, id, buy)).rejects.toThrow('ledger_entries_agent_covers')
  })
})
