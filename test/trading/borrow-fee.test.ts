import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountLog } from '../../shared/postgres/events/events.ts'
import { brokenRules, post, trade } from './ledger-world.ts'
import { at, DOLLAR, openSettlementWorld, type SettlementWorld } from './settlement-world.ts'

let world: SettlementWorld
beforeEach(async () => {
  world = await openSettlementWorld(at('2026-11-20', '15:00'))
  world.borrowRateBps = 300
})
afterEach(async () => {
  try {
    expect(await brokenRules(world.db.sql)).toEqual([])
  } finally {
    await world.db.drop()
  }
})

test('stock that is short at Friday’s close pays three nights of borrow fee, once', async () => {
  const id = await world.open(100_000, [
    ['SPY', -100, 600],
    ['AAPL', -10, 200],
    ['QQQ', 1, 10],
  ])
  const long = await world.open(100_000, [['SPY', 100, 600]])
  world.quoted.set('SPY', { price: 600 })
  await world.moveTo(at('2026-11-20', '16:20'))
  await world.runDue('close', '2026-11-20')
  const buy = { instrument: 'SPY', quantity: 100, notionalE4: 60_000 * DOLLAR }
  await post(world.db.sql, id, trade({ ...buy, held: { quantity: -100, costE4: -60_000 * DOLLAR } }))
  await world.moveTo(at('2026-11-20', '18:00'))
  const [message] = await world.runDue('evening', '2026-11-20')
  expect((await world.account(id)).cashE4).toBe((101_990 - 15) * DOLLAR)
  expect(await world.eventsOf(id)).toEqual([
    'maintenance_unknown maintenance:2026-11-20',
    'borrow_fee borrow_fee:2026-11-20',
  ])
  const told = await world.db.sql`
    select e.title from events as e where e.log = ${accountLog(id)} and e.kind in ('call', 'settlement') order by e.key`
  expect(told.map(({ title }) => title)).toEqual([
    'The maintenance requirement could not be checked, because AAPL, QQQ have no fresh mark.',
    'Borrowing short stock cost 15.00 dollars for 3 nights.',
  ])
  expect(await world.deliver({ ...message!, id: 'settlement:again#1' })).toBe('done')
  expect((await world.account(id)).cashE4).toBe((101_990 - 15) * DOLLAR)
  expect((await world.account(long)).cashE4).toBe(40_000 * DOLLAR)
})

test('a borrow rate of 0 sends no message', async () => {
  world.borrowRateBps = 0
  await world.open(100_000, [['SPY', -100, 600]])
  await world.moveTo(at('2026-11-20', '18:00'))
  expect(await world.runDue('evening', '2026-11-20')).toEqual([])
})

test.each([
  ['a regular session', '2026-11-20', '16:00', '16:20'],
  ['a half-day', '2026-11-27', '13:00', '13:20'],
])('stock that a call covers after the close of %s was short at it, which the audit knows', async (...session) => {
  const [, day, close, settled] = session
  await world.moveTo(at(day, '12:00'))
  const id = await world.open(100_000, [
    ['SPY', -100, 600],
    [`SPY${day.slice(2).replaceAll('-', '')}C00590000`, 1, 11],
  ])
  world.quoted.set('SPY', { price: 600, quotedAt: at(day, close) })
  await world.moveTo(at(day, settled))
  await world.runDue('close', day)
  expect(await world.holdings(id)).toEqual(['99900'])
  await world.moveTo(at(day, '18:00'))
  await world.runDue('evening', day)
  // 60,000 dollars at 3 % for the three nights until Monday.
  expect((await world.account(id)).cashE4).toBe((99_900 - 15) * DOLLAR)
})
