import { describe, expect, test } from 'vitest'
import { dividendsDueE4 } from '../../api/trading/accounts/dividends-due-view.ts'
import type { ActionTerms } from '../../shared/domain/trading/action-report.ts'
import { saveMemberBars } from '../../shared/postgres/market/members.ts'
import { accountEvents } from '../../shared/postgres/trading/account-events.ts'
import { listProposals, saveActionReports, whyClosingOnly } from '../../shared/postgres/trading/action-proposals.ts'
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

const dueDollars = async (id: number) => (await dividendsDueE4(world.db.sql, await world.account(id))) / DOLLAR

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
    expect(await Promise.all([long, short, optioned, late].map(dueDollars))).toEqual([183, -18.3, 0, 0])
    await world.moveTo(at('2026-12-01', '08:30'))
    await world.runDue('morning', '2026-12-01')
    expect(await world.runDue('bell', '2026-12-01')).toEqual([])
    expect(await world.holdings(long)).toEqual(['100183'])
    expect(await Promise.all([long, short].map(dueDollars))).toEqual([0, 0])
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
    const [other, id] = [await world.open(100_000, [['SPY', 100, 600]]), await world.open(100_000, [['SPY', 100, 600]])]
    await world.moveTo(at(MONDAY, '08:30'))
    const payload = { slot: 'settlement:lost', occasion: 'morning' as const, day: tradingDay(MONDAY) }
    await world.deliver({ id: 'schedule:lost#1', type: 'settlement.due', occurredAt: world.now, payload })
    // Both messages are written, but only the one of another holder is delivered.
    const messages = await world.written()
    expect(messages.map(({ payload }) => payload)).toMatchObject([{ accountId: other }, { accountId: id }])
    expect(await world.deliver(messages[0]!)).toBe('done')
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

describe('what vendors announce', () => {
  const report = (terms: ActionTerms, vendor = 'nasdaq') =>
    saveActionReports(world.db.sql, [{ symbol: 'ZTS', exDate: tradingDay(MONDAY), vendor, terms }], world.now)
  const SPLIT = { kind: 'split', new_shares: 4, old_shares: 1 } as const
  const dividend = (amount_e4: number) =>
    ({ kind: 'dividend', amount_e4, pay_date: tradingDay('2026-12-01'), is_special: false }) as const
  const closesAt = async (close: number) => {
    const knownAt = at('2026-11-20', '17:15')
    const bar = {
      symbol: 'ZTS',
      day: tradingDay('2026-11-20'),
      close,
      range: null,
      knownAt,
      origin: 'scheduled' as const,
    }
    await saveMemberBars(world.db.sql, [bar], 'breadth')
  }
  const states = async () =>
    (await listProposals(world.db.sql, { undecided: false })).map(({ kind, state }) => `${kind} ${state}`)
  const closingOnly = () => whyClosingOnly(world.db.sql, 'ZTS')

  test('an ordinary dividend of one vendor is paid', async () => {
    await closesAt(100)
    await report(dividend(10_000))
    const id = await world.open(100_000, [['ZTS', 100, 100]])
    await world.moveTo(at(MONDAY, '09:31'))
    await world.runDue('bell', MONDAY)
    await world.moveTo(at('2026-12-01', '08:30'))
    await world.runDue('morning', '2026-12-01')
    expect(await world.holdings(id)).toEqual(['90100', 'ZTS 100 at 10000'])
    expect([await states(), await closingOnly()]).toEqual([['dividend applied'], null])
  })

  test('a dividend that is not ordinary waits for an operator, and its symbol can only be closed', async () => {
    await closesAt(100)
    await report(dividend(60_000))
    const id = await world.open(100_000, [['ZTS', 100, 100]])
    await world.moveTo(at(MONDAY, '09:31'))
    await world.runDue('bell', MONDAY)
    expect(await world.eventsOf(id)).toEqual([])
    expect(await states()).toEqual(['dividend proposed'])
    expect(await closingOnly()).toContain('a dividend of 2026-11-23 is not decided yet')
  })

  test('a split of two vendors is applied before the open of its day', async () => {
    await report(SPLIT)
    await report(SPLIT, 'yahoo')
    const id = await world.open(100_000, [['ZTS', 100, 100]])
    await world.moveTo(at(MONDAY, '08:30'))
    await world.runDue('morning', MONDAY)
    expect(await world.holdings(id)).toEqual(['90000', 'ZTS 400 at 10000'])
  })

  test.each([
    [25.4, 'ZTS 400 at 10000', 'split applied'],
    [99, 'ZTS 100 at 10000', 'split proposed'],
  ])('a split of one vendor with an open at %d leaves %s', async (price, holding, state) => {
    await closesAt(100)
    await report(SPLIT)
    const id = await world.open(100_000, [['ZTS', 100, 100]])
    await world.moveTo(at(MONDAY, '08:30'))
    await world.runDue('morning', MONDAY)
    expect(await world.holdings(id)).toEqual(['90000', 'ZTS 100 at 10000'])
    expect(await closingOnly()).toContain('a split of 2026-11-23 is not decided yet')
    // The vendor restates the earlier closes in new shares, which is no proof against itself.
    await world.moveTo(at(MONDAY, '09:31'))
    world.quoted.set('ZTS', { price })
    await world.runDue('bell', MONDAY)
    expect(await world.holdings(id)).toEqual(['90000', holding])
    expect(await states()).toEqual([state])
    expect((await closingOnly()) === null).toBe(state === 'split applied')
  })

  test('an action that an operator has entered for the day stays, and the announcement changes nothing', async () => {
    const own = { kind: 'split', symbol: 'ZTS', exDate: tradingDay(MONDAY), newShares: 2, oldShares: 1 } as const
    await insertAction(world.db.sql, { ...own, fractionPriceE4: null, source: 'operator' })
    await report(SPLIT)
    await report(SPLIT, 'yahoo')
    const id = await world.open(100_000, [['ZTS', 100, 100]])
    await world.moveTo(at(MONDAY, '08:30'))
    await world.runDue('morning', MONDAY)
    expect(await world.holdings(id)).toEqual(['90000', 'ZTS 200 at 10000'])
  })

  test('a changed symbol is one case however often it is read', async () => {
    const terms = { kind: 'symbol_change', to: 'ZZZ' } as const
    expect(await report(terms)).toBe(1)
    const later = { symbol: 'ZTS', exDate: tradingDay('2026-11-24'), vendor: 'nasdaq', terms }
    expect(await saveActionReports(world.db.sql, [later, later], world.now)).toBe(0)
    expect(await states()).toEqual(['symbol_change open'])
    await world.runDue('close', '2026-11-20')
    expect(await states()).toEqual(['symbol_change proposed'])
    expect(await closingOnly()).toContain('symbol change')
  })
})
