import { expect, test } from 'vitest'
import { accountEvents } from '../../shared/postgres/trading/account-events.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { beginEpochOf, brokenRules, post, trade } from './ledger-world.ts'
import { at, DOLLAR, inEachTest, type SettlementWorld } from './settlement-world.ts'

let world: SettlementWorld
inEachTest(at('2026-11-19', '15:00'), (opened) => {
  world = opened
})

const priced = (price: number) => world.quoted.set('SPY', { price, bid: price - 0.1, ask: price + 0.1 })

/** Stock sold short at 600 with 20,000 dollars: called from a mark of 615.39 on. */
async function short(cash = 20_000): Promise<number> {
  priced(600)
  return await world.open(cash, [['SPY', -100, 600]])
}

async function closesAt(price: number, day = '2026-11-19'): Promise<void> {
  await world.moveTo(at(day, '16:20'))
  priced(price)
  await world.runDue('close', day)
}

async function opensAt(price: number, day = '2026-11-20') {
  await world.moveTo(at(day, '09:50'))
  priced(price)
  return await world.runDue('open', day)
}

async function lastEvent(id: number) {
  return (await accountEvents(world.db.sql, id, { limit: 1, offset: 0 })).events[0]!
}

test('an account is called once at the close, and at the next open as many shares as needed are bought back', async () => {
  const id = await short()
  const calm = await short(40_000)
  await closesAt(620)
  expect(await world.eventsOf(id)).toEqual(['maintenance_call maintenance:2026-11-19'])
  expect((await lastEvent(id)).data).toEqual({
    subject: 'maintenance:2026-11-19',
    equity: 18_000,
    required: 18_600,
    missing: 600,
    next_open: '2026-11-20T09:30:00-05:00',
  })
  await world.deliver({
    id: 'settlement:again#1',
    type: 'maintenance.due',
    occurredAt: world.now,
    payload: { slot: 'settlement:again', day: tradingDay('2026-11-19'), accountId: id, epoch: 1 },
  })
  expect(await world.eventsOf(id)).toHaveLength(1)

  const messages = await opensAt(630)
  // Equity is 17,000 of 18,900: each share bought back lowers the requirement by 189 and equity by ten cents.
  expect(await world.holdings(id)).toEqual([`${80_000 - 11 * 630.1}`, 'SPY -89 at -53400'])
  expect((await world.eventsOf(id)).slice(1)).toEqual(['liquidated SPY 11', 'maintenance_met maintenance:2026-11-20'])
  for (const message of messages) await world.deliver({ ...message, id: message.id.replace('#', '-again#') })
  await closesAt(630, '2026-11-20')
  expect(await world.eventsOf(id)).toHaveLength(3)
  expect(await world.eventsOf(calm)).toEqual([])
})

test('an account that meets the call itself gets an event and is not liquidated', async () => {
  const id = await short()
  await closesAt(620)
  await world.moveTo(at('2026-11-20', '09:40'))
  const buy = { quantity: 10, notionalE4: 6_201 * DOLLAR }
  const held = { quantity: -100, costE4: -60_000 * DOLLAR }
  await post(world.db.sql, id, trade({ ...buy, held }))
  await opensAt(620)
  expect((await world.eventsOf(id)).at(-1)).toBe('maintenance_met maintenance:2026-11-20')
  // The call is met, so the next one gives its own notice.
  await closesAt(650, '2026-11-20')
  await opensAt(600, '2026-11-23')
  await opensAt(650, '2026-11-24')
  expect((await world.eventsOf(id)).slice(2)).toEqual([
    'maintenance_call maintenance:2026-11-20',
    'maintenance_met maintenance:2026-11-23',
    'maintenance_call maintenance:2026-11-24',
  ])
  expect((await world.holdings(id))[1]).toMatch('SPY -90')
})

test('a first call at an open gives notice until the next open', async () => {
  const id = await short()
  const [message] = await opensAt(640)
  await world.deliver({ ...message!, id: 'settlement:again#1' })
  await closesAt(640, '2026-11-20')
  expect(await world.eventsOf(id)).toEqual(['maintenance_call maintenance:2026-11-20'])
  await opensAt(640, '2026-11-23')
  expect((await world.eventsOf(id))[1]).toMatch('liquidated SPY')
})

test('without a mark no account is called or bought back, and an event reports that once a session', async () => {
  const id = await short()
  await world.moveTo(at('2026-11-19', '16:20'))
  world.quoted.delete('SPY')
  await world.runDue('close', '2026-11-19')
  expect(await world.eventsOf(id)).toEqual(['maintenance_unknown maintenance:2026-11-19'])
  expect((await lastEvent(id)).data.unmarked).toEqual(['SPY'])
  await opensAt(640)
  await world.moveTo(at('2026-11-23', '09:50'))
  await world.runDue('open', '2026-11-23')
  world.quoted.set('SPY', { price: 640, quotedAt: at('2026-11-20', '16:00') })
  await world.runDue('close', '2026-11-23')
  expect((await world.eventsOf(id)).slice(1)).toEqual([
    'maintenance_call maintenance:2026-11-20',
    'liquidated SPY 17',
    'maintenance_met maintenance:2026-11-23',
    'maintenance_unknown maintenance:2026-11-23',
  ])
})

test('a call outlives a session without marks or offers, and is recorded again', async () => {
  const id = await short()
  await closesAt(640)
  await world.moveTo(at('2026-11-20', '09:50'))
  world.quoted.set('SPY', { price: 640, bid: 639.9, ask: 639.9 })
  await world.runDue('open', '2026-11-20')
  expect(await world.holdings(id)).toEqual(['80000', 'SPY -100 at -60000'])
  expect((await world.eventsOf(id)).slice(1)).toEqual(['maintenance_call maintenance:2026-11-20'])
  await world.moveTo(at('2026-11-20', '16:20'))
  world.quoted.delete('SPY')
  await world.runDue('close', '2026-11-20')
  await opensAt(640, '2026-11-23')
  expect((await world.eventsOf(id)).slice(2)).toEqual([
    'maintenance_unknown maintenance:2026-11-20',
    'liquidated SPY 17',
    'maintenance_met maintenance:2026-11-23',
  ])
})

test('nothing is bought back after the close or twice at one open', async () => {
  priced(600)
  const others = (ask: number) => world.quoted.set('AAPL', { price: 200, bid: 199.9, ask })
  others(200.1)
  const id = await world.open(20_000, [
    ['SPY', -100, 600],
    ['AAPL', -50, 200],
  ])
  await closesAt(640)
  expect(await world.eventsOf(id)).toEqual(['maintenance_call maintenance:2026-11-19'])
  world.quoted.clear()
  await world.moveTo(at('2026-11-20', '09:50'))
  await world.runDue('open', '2026-11-20')
  others(200.1)
  await closesAt(640, '2026-11-20')
  const waiting = ['maintenance_unknown maintenance:2026-11-20', 'maintenance_call maintenance:2026-11-20']
  expect((await world.eventsOf(id)).slice(1)).toEqual(waiting)

  // One stock has no offer and the other is not enough, until a minute later.
  await world.moveTo(at('2026-11-23', '09:50'))
  world.quoted.set('SPY', { price: 700, bid: 700, ask: 700 })
  others(200.1)
  const [message] = await world.runDue('open', '2026-11-23')
  expect((await world.eventsOf(id)).slice(3)).toEqual(['liquidated AAPL 50'])
  await world.moveTo(at('2026-11-23', '09:51'))
  priced(700)
  expect(await world.deliver({ ...message!, id: 'settlement:again#1' })).toBe('done')
  expect((await world.eventsOf(id)).slice(4)).toEqual(['maintenance_call maintenance:2026-11-23'])
  expect((await world.holdings(id))[1]).toMatch('SPY -100')
})

test('a buy-back beyond cash is paid by selling positions, and leaves a debt only when none is left', async () => {
  priced(600)
  world.quoted.set('AAPL', { price: 200, bid: 199.9, ask: 200.1 })
  const rich = await world.open(20_000, [
    ['SPY', -100, 600],
    ['AAPL', 390, 200],
  ])
  const poor = await short(2_000)
  await closesAt(620)
  world.quoted.set('AAPL', { price: 200, quotedAt: at('2026-11-20', '09:49'), bid: 199.9, ask: 200.1 })
  await opensAt(650)
  expect((await world.eventsOf(rich)).slice(1)).toEqual([
    'liquidated SPY 24',
    'liquidated AAPL -69',
    'maintenance_met maintenance:2026-11-20',
  ])
  expect((await world.account(rich)).cashE4).toBeGreaterThanOrEqual(0)
  expect(await world.holdings(poor)).toEqual(['-3010'])
  expect((await world.eventsOf(poor)).slice(1)).toEqual([
    'liquidated SPY 100',
    'deficit owed:30100000',
    'maintenance_met maintenance:2026-11-20',
  ])
})

test('stock that an expiry sold short is called at that close, and bought back at the next open', async () => {
  const put = 'SPY261119P00610000'
  priced(600)
  world.quoted.set(put, { price: 10 })
  const id = await world.open(10_000, [[put, 3, 10]])
  await world.db.sql`update accounts set shorting = true where id = ${id}`
  await world.moveTo(at('2026-11-19', '16:20'))
  world.quoted.set('SPY', { price: 600, bid: 599.9, ask: 600.1, quotedAt: at('2026-11-19', '16:00') })
  await world.runDue('close', '2026-11-19')
  expect(await world.holdings(id)).toEqual(['190000', 'SPY -300 at -180000'])
  for (const message of await world.written()) await world.deliver(message)
  expect(await world.eventsOf(id)).toEqual([`option_exercised ${put} 3`, 'maintenance_call maintenance:2026-11-19'])
  await opensAt(600)
  expect((await world.eventsOf(id)).slice(2)).toEqual(['liquidated SPY 245', 'maintenance_met maintenance:2026-11-20'])
})

test('a message of yesterday or of an ended epoch does nothing', async () => {
  const id = await short()
  const ended = await short()
  await beginEpochOf(world.db.sql, ended, 1_000 * DOLLAR)
  await world.moveTo(at('2026-11-20', '09:50'))
  priced(640)
  for (const [accountId, day] of [
    [id, '2026-11-19'],
    [ended, '2026-11-20'],
  ] as const) {
    await world.deliver({
      id: `settlement:late-${accountId}#1`,
      type: 'maintenance.due',
      occurredAt: world.now,
      payload: { slot: 'settlement:late', day: tradingDay(day), accountId, epoch: 1 },
    })
    expect((await world.eventsOf(accountId)).filter((each) => each.startsWith('maintenance'))).toEqual([])
  }
})

test('the audit finds a forced purchase without a call, after a met call, or without a short position', async () => {
  const id = await short()
  await closesAt(640)
  await opensAt(640)
  const { sql } = world.db
  const broken = async (change: string): Promise<string[]> => {
    let rules: string[] = []
    await sql
      .begin(async (tx) => {
        await tx.unsafe(`set local session_replication_role = replica; ${change}`)
        rules = await brokenRules(tx as unknown as typeof sql)
        throw new Error('undone')
      })
      .catch((error: Error) => expect(error.message).toBe('undone'))
    return rules
  }
  expect((await world.eventsOf(id))[1]).toBe('liquidated SPY 17')
  const found = ['liquidations-have-a-cause']
  expect(await broken(`delete from account_events where kind = 'maintenance_call'`)).toEqual(found)
  expect(
    await broken(`insert into account_events (account_id, epoch, kind, actor, data, at)
      select account_id, epoch, 'maintenance_met', actor, '{}', at from account_events where kind = 'maintenance_call'`),
  ).toEqual(found)
  expect(
    await broken(`update ledger_postings set quantity = -quantity where entry_id =
      (select id from ledger_entries where kind = 'trade')`),
  ).toContain(found[0])
  expect(await broken('select 1')).toEqual([])
})
