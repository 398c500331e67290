import { describe, expect, test } from 'vitest'
import { accountEvents } from '../../shared/postgres/trading/account-events.ts'
import { deleteAction, insertAction, readAction } from '../../shared/postgres/trading/corporate-actions.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { post, trade } from './ledger-world.ts'
import { at, DOLLAR, inEachTest, type SettlementWorld } from './settlement-world.ts'

let world: SettlementWorld
inEachTest(at('2026-11-20', '15:00'), (opened) => {
  world = opened
})

const CALL = 'SPY261218C00600000'
const MONDAY = '2026-11-23'

describe('a dividend', () => {
  const announce = () =>
    insertAction(world.db.sql, {
      symbol: 'SPY',
      kind: 'dividend',
      exDate: tradingDay(MONDAY),
      payDate: tradingDay('2026-12-01'),
      amountE4: 1.83 * DOLLAR,
      source: 'test',
    })

  test('goes to holders at the open of the ex-date and is paid once, on the pay date', async () => {
    await announce()
    const long = await world.open(100_000, [['SPY', 100, 600]])
    const short = await world.open(100_000, [['SPY', -10, 600]])
    const optioned = await world.open(100_000, [[CALL, 1, 5]])
    await world.moveTo(at(MONDAY, '08:30'))
    expect(await world.runDue('morning', MONDAY)).toEqual([])
    await world.moveTo(at(MONDAY, '09:31'))
    // Shares bought on the ex-date get nothing; shares sold on it still get the dividend.
    const late = await world.open(100_000, [['SPY', 100, 600]])
    const sale = { quantity: -100, notionalE4: 60_000 * DOLLAR, held: { quantity: 100, costE4: 60_000 * DOLLAR } }
    await post(world.db.sql, long, trade(sale))
    await world.runDue('bell', MONDAY)
    expect(await world.eventsOf(long)).toEqual([`dividend_accrued dividend:SPY:${MONDAY}`])
    expect(await world.holdings(long)).toEqual(['100000'])
    await world.moveTo(at('2026-12-01', '08:30'))
    await world.runDue('morning', '2026-12-01')
    expect(await world.runDue('bell', '2026-12-01')).toEqual([])
    expect(await world.holdings(long)).toEqual(['100183'])
    expect(await world.holdings(short)).toEqual(['105981.7', 'SPY -10 at -6000'])
    expect(await world.holdings(late)).toEqual(['40000', 'SPY 100 at 60000'])
    expect(await world.eventsOf(optioned)).toEqual([])
    expect((await world.eventsOf(short)).at(-1)).toBe(`dividend_paid dividend:SPY:${MONDAY}`)
  })

  test('is paid once, however often and late the message comes, and a short account may end in debt', async () => {
    await announce()
    const short = await world.open(0, [['SPY', -10, 600]])
    const buy = { instrument: 'AAPL', quantity: 1, notionalE4: 6_000 * DOLLAR, held: { quantity: 0, costE4: 0 } }
    await post(world.db.sql, short, trade(buy))
    await world.moveTo(at('2026-12-14', '09:50'))
    await world.runDue('open', '2026-12-14')
    const [message] = await world.runDue('close', '2026-12-14')
    expect(await world.deliver({ ...message!, id: 'settlement:again#1' })).toBe('done')
    expect((await world.account(short)).cashE4).toBe(-18.3 * DOLLAR)
    expect(await world.eventsOf(short)).toEqual([
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
      symbol: 'SPY',
      kind: 'split',
      exDate: tradingDay(MONDAY),
      newShares,
      oldShares,
      source: 'test',
      fractionPriceE4: price === null ? null : price * DOLLAR,
    })

  test('two for one changes shares, cost, contracts and strikes once, before any trade', async () => {
    await announce(2, 1)
    const id = await world.open(100_000, [
      ['SPY', 100, 600],
      [CALL, -1, 5],
    ])
    await world.moveTo(at(MONDAY, '08:30'))
    const [message] = await world.runDue('morning', MONDAY)
    expect(await world.holdings(id)).toEqual(['40500', 'SPY 200 at 60000', 'SPY261218C00300000 -2 at -500'])
    expect(await world.deliver({ ...message!, id: 'settlement:again#1' })).toBe('done')
    expect(await world.runDue('bell', MONDAY)).toEqual([])
    expect(await world.holdings(id)).toEqual(['40500', 'SPY 200 at 60000', 'SPY261218C00300000 -2 at -500'])
    expect(await world.eventsOf(id)).toEqual([`split SPY 100`, `split ${CALL} -1`])
  })

  test('one for eight pays fractional shares in cash and pays contracts out', async () => {
    await announce(1, 8, 4_800)
    const id = await world.open(100_000, [
      ['SPY', 20, 600],
      [CALL, 1, 5],
    ])
    await world.moveTo(at(MONDAY, '08:30'))
    await world.runDue('morning', MONDAY)
    expect(await world.holdings(id)).toEqual(['89900', 'SPY 2 at 9600'])
  })

  test('leaves options that expired before it unsettled while the price is of other shares', async () => {
    await announce(2, 1)
    const id = await world.open(100_000, [['SPY261120C00600000', 1, 5]])
    await world.moveTo(at(MONDAY, '09:50'))
    world.quoted.set('SPY', { price: 305, previousClose: 305 })
    await world.runDue('open', MONDAY)
    expect(await world.eventsOf(id)).toEqual(['settlement_waits SPY:2026-11-20'])
  })

  test('applied late, leaves the account short of shares that were already sold as new shares', async () => {
    const id = await world.open(100_000, [
      ['SPY', 100, 60],
      ['SPY261218C00060000', -1, 5],
    ])
    const half = await world.open(100_000, [['SPY', 100, 60]])
    await world.moveTo(at(MONDAY, '09:40'))
    const sell = (account: number, quantity: number) =>
      post(
        world.db.sql,
        account,
        trade({
          quantity: -quantity,
          notionalE4: quantity * 600 * DOLLAR,
          held: { quantity: 100, costE4: 6_000 * DOLLAR },
        }),
      )
    const back = { instrument: 'SPY261218C00060000', quantity: 1, notionalE4: 10 * DOLLAR }
    await post(world.db.sql, id, trade({ ...back, held: { quantity: -1, costE4: -500 * DOLLAR } }))
    await sell(id, 100)
    await sell(half, 50)
    await announce(1, 10, 600)
    await world.runDue('open', MONDAY)
    expect(await world.holdings(id)).toEqual(['154490', 'SPY -90 at 0'])
    expect(await world.holdings(half)).toEqual(['124000', 'SPY -40 at 0'])
    const { events } = await accountEvents(world.db.sql, id, { limit: 2, offset: 0 })
    expect(events.map(({ data }) => data)).toEqual([
      expect.objectContaining({ instrument: 'SPY261218C00060000', quantity: 0, gone: -1, became: null, cash: 0 }),
      expect.objectContaining({
        quantity: 100,
        became_quantity: 10,
        now_held: -90,
        reason: expect.stringMatching(/short/),
      }),
    ])
    const later = await world.runDue('close', MONDAY)
    expect(later.filter(({ type }) => type === 'corporate-action.due')).toEqual([])
  })

  test('applied late, records once the options that are gone', async () => {
    const id = await world.open(100_000, [[CALL, 2, 5]])
    await world.moveTo(at(MONDAY, '09:40'))
    const sale = { instrument: CALL, quantity: -2, notionalE4: 1_200 * DOLLAR }
    await post(world.db.sql, id, trade({ ...sale, held: { quantity: 2, costE4: 1_000 * DOLLAR } }))
    await announce(2, 1)
    const [message] = await world.runDue('open', MONDAY)
    expect(await world.deliver({ ...message!, id: 'settlement:again#1' })).toBe('done')
    expect(await world.runDue('close', MONDAY)).toEqual([])
    expect(await world.holdings(id)).toEqual(['100200'])
    expect(await world.eventsOf(id)).toEqual([`split ${CALL} 0`])
  })

  test('is closed by the run that finds every message handled, not by the run that sends them', async () => {
    const action = (await announce(2, 1))!
    const id = await world.open(100_000, [['SPY', 100, 600]])
    await world.moveTo(at(MONDAY, '08:30'))
    const payload = { slot: 'settlement:lost', occasion: 'morning' as const, day: tradingDay(MONDAY) }
    await world.deliver({ id: 'schedule:lost#1', type: 'settlement.due', occurredAt: world.now, payload })
    // The message is written but never delivered.
    expect(await world.written()).toHaveLength(1)
    expect(await readAction(world.db.sql, action)).toMatchObject({ closedAt: null })
    expect(await deleteAction(world.db.sql, action)).toBe(false)
    await world.moveTo(at(MONDAY, '09:30'))
    expect(await world.runDue('bell', MONDAY)).toHaveLength(1)
    expect(await world.holdings(id)).toEqual(['40000', 'SPY 200 at 60000'])
    expect(await readAction(world.db.sql, action)).toMatchObject({ closedAt: null })
    expect(await world.runDue('close', MONDAY)).toEqual([])
    expect(await readAction(world.db.sql, action)).toMatchObject({ closedAt: world.now })
  })
})
