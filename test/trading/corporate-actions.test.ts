import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { insertAction } from '../../shared/postgres/trading/corporate-actions.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { brokenRules, post, trade } from './ledger-world.ts'
import { at, DOLLAR, openSettlementWorld, type SettlementWorld } from './settlement-world.ts'

let world: SettlementWorld
beforeEach(async () => {
  world = await openSettlementWorld(at('2026-11-20', '15:00'))
})
afterEach(async () => {
  try {
    expect(await brokenRules(world.db.sql)).toEqual([])
  } finally {
    await world.db.drop()
  }
})

const CALL = 'SPY261218C00600000'
const MONDAY = '2026-11-23'

describe('a dividend', () => {
  const announce = () =>
    insertAction(world.db.sql, {
      ...{ symbol: 'SPY', kind: 'dividend', exDate: tradingDay(MONDAY), payDate: tradingDay('2026-12-01') },
      ...{ amountE4: 1.83 * DOLLAR, source: 'test' },
    })

  test('is of who holds when its day begins, and is paid on its day, once', async () => {
    await announce()
    const long = await world.open(100_000, [['SPY', 100, 600]])
    const short = await world.open(100_000, [['SPY', -10, 600]])
    const optioned = await world.open(100_000, [[CALL, 1, 5]])
    await world.moveTo(at(MONDAY, '08:30'))
    expect(await world.look('morning', MONDAY)).toEqual([])
    await world.moveTo(at(MONDAY, '09:31'))
    // Bought on its day: without it. Sold on its day: with it.
    const late = await world.open(100_000, [['SPY', 100, 600]])
    const sale = { quantity: -100, notionalE4: 60_000 * DOLLAR, held: { quantity: 100, costE4: 60_000 * DOLLAR } }
    await post(world.db.sql, long, trade(sale))
    await world.look('bell', MONDAY)
    expect(await world.told(long)).toEqual([`dividend_accrued dividend:SPY:${MONDAY}`])
    expect(await world.holdings(long)).toEqual(['100000'])
    await world.moveTo(at('2026-12-01', '08:30'))
    await world.look('morning', '2026-12-01')
    expect(await world.look('bell', '2026-12-01')).toEqual([])
    expect(await world.holdings(long)).toEqual(['100183'])
    expect(await world.holdings(short)).toEqual(['105981.7', 'SPY -10 at -6000'])
    expect(await world.holdings(late)).toEqual(['40000', 'SPY 100 at 60000'])
    expect(await world.told(optioned)).toEqual([])
    expect((await world.told(short)).at(-1)).toBe(`dividend_paid dividend:SPY:${MONDAY}`)
  })

  test('is paid once, whoever asks twice and however late; a debt may come of it', async () => {
    await announce()
    const short = await world.open(0, [['SPY', -10, 600]])
    const buy = { instrument: 'AAPL', quantity: 1, notionalE4: 6_000 * DOLLAR, held: { quantity: 0, costE4: 0 } }
    await post(world.db.sql, short, trade(buy))
    await world.moveTo(at('2026-12-14', '09:50'))
    await world.look('open', '2026-12-14')
    const [message] = await world.look('close', '2026-12-14')
    expect(await world.deliver({ ...message!, id: 'settlement:again#1' })).toBe('done')
    expect((await world.account(short)).cashE4).toBe(-18.3 * DOLLAR)
    expect(await world.told(short)).toEqual([
      `dividend_accrued dividend:SPY:${MONDAY}`,
      'maintenance_unknown maintenance:2026-12-14',
      `dividend_paid dividend:SPY:${MONDAY}`,
      `deficit dividend:SPY:${MONDAY}`,
    ])
  })
})

describe('a split', () => {
  const announce = (newShares: number, oldShares: number, price: number | null = null) =>
    insertAction(world.db.sql, {
      ...{ symbol: 'SPY', kind: 'split', exDate: tradingDay(MONDAY), newShares, oldShares, source: 'test' },
      fractionPriceE4: price === null ? null : price * DOLLAR,
    })

  test('two for one: shares, basis, contracts and strikes, before anybody trades, once', async () => {
    await announce(2, 1)
    const id = await world.open(100_000, [
      ['SPY', 100, 600],
      [CALL, -1, 5],
    ])
    await world.moveTo(at(MONDAY, '08:30'))
    const [message] = await world.look('morning', MONDAY)
    expect(await world.holdings(id)).toEqual(['40500', 'SPY 200 at 60000', 'SPY261218C00300000 -2 at -500'])
    expect(await world.deliver({ ...message!, id: 'settlement:again#1' })).toBe('done')
    expect(await world.look('bell', MONDAY)).toEqual([])
    expect(await world.holdings(id)).toEqual(['40500', 'SPY 200 at 60000', 'SPY261218C00300000 -2 at -500'])
    expect(await world.told(id)).toEqual([`split SPY 100`, `split ${CALL} -1`])
  })

  test('one for eight: what is left over is paid, and contracts are paid out', async () => {
    await announce(1, 8, 4_800)
    const id = await world.open(100_000, [
      ['SPY', 20, 600],
      [CALL, 1, 5],
    ])
    await world.moveTo(at(MONDAY, '08:30'))
    await world.look('morning', MONDAY)
    expect(await world.holdings(id)).toEqual(['89900', 'SPY 2 at 9600'])
  })

  test('options that ended before it are not settled at a price of other shares', async () => {
    await announce(2, 1)
    const id = await world.open(100_000, [['SPY261120C00600000', 1, 5]])
    await world.moveTo(at(MONDAY, '09:50'))
    world.quoted.set('SPY', { price: 305, previousClose: 305 })
    await world.look('open', MONDAY)
    expect(await world.told(id)).toEqual(['settlement_waits SPY:2026-11-20'])
  })
})
