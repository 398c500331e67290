import { afterAll, beforeAll, expect, test } from 'vitest'
import { undone } from '../../harness/database.ts'
import { HOLDINGS_AUDIT } from '../../shared/postgres/audit/audit-holdings.ts'
import { POSTINGS_AUDIT } from '../../shared/postgres/audit/audit-postings.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { insertAction } from '../../shared/postgres/trading/corporate-actions.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { brokenRules, postIn, trade } from './ledger-world.ts'
import { at, DOLLAR, openSettlementWorld, type SettlementWorld } from './settlement-world.ts'

const MONDAY = '2026-11-23'
const ENDING = 'IWM261120C00200000'
const NOTHING = { quantity: 0, costE4: 0 }
const WRITTEN = 'AAPL261218C00100000'

let world: SettlementWorld
/** Makes the service post a borrow fee, a debt and its liquidation, splits both ways and a dividend. */
beforeAll(async () => {
  world = await openSettlementWorld(at('2026-11-20', '15:00'))
  world.borrowRateBps = 325
  const split = { kind: 'split', exDate: tradingDay(MONDAY), source: 'test' } as const
  const { sql } = world.db
  await insertAction(sql, { ...split, symbol: 'AAPL', newShares: 2, oldShares: 1 })
  await insertAction(sql, { ...split, symbol: 'QQQ', newShares: 1, oldShares: 8, fractionPriceE4: 4_800 * DOLLAR })
  const dividend = { kind: 'dividend', payDate: tradingDay(MONDAY), amountE4: 100, source: 'test' } as const
  await insertAction(sql, { ...dividend, symbol: 'AAPL', exDate: tradingDay(MONDAY) })
  await world.open(100_000, [['SPY', -100, 600]])
  await world.open(100_000, [
    ['AAPL', 100, 200],
    [WRITTEN, -1, 101],
    ['AAPL261218C00250001', 1, 5],
    ['QQQ', 20, 600],
    ['QQQ261218C00400000', 1, 205],
  ])
  await world.open(1_000, [[ENDING, 1, 5]])
  world.quoted.set('SPY', { price: 600 })
  world.quoted.set('IWM', { price: 210, quotedAt: at('2026-11-20', '16:00') })
  await world.moveTo(at('2026-11-20', '16:20'))
  await world.runDue('close', '2026-11-20')
  await world.moveTo(at('2026-11-20', '18:00'))
  await world.runDue('evening', '2026-11-20')
  for (const [occasion, time] of [
    ['morning', '08:30'],
    ['bell', '09:31'],
    ['open', '09:50'],
  ] as const) {
    await world.moveTo(at(MONDAY, time))
    world.quoted.set('IWM', { price: 210 })
    await world.runDue(occasion, MONDAY)
  }
})
afterAll(() => world.db.drop())

/** A payment without a cause. Cash and lines agree, so no constraint stops it. */
const gift = (kind: 'adjustment' | 'fee' | 'borrow_fee') => (tx: Tx) =>
  postIn(tx, 1, {
    kind,
    key: `${kind}:2026-11-20x`,
    postings: [
      { book: 'account', amountE4: 10_000 * DOLLAR },
      { book: 'house', amountE4: -10_000 * DOLLAR },
    ],
  })

/** A trade by an engine that checks nothing. */
const traded = (accountId: number, instrument: string, quantity: number) => (tx: Tx) =>
  postIn(tx, accountId, trade({ instrument, quantity, notionalE4: 0, held: NOTHING, mayBeShort: quantity < 0 }))

const changeEvent = (kind: string, data: string) => (sql: Tx) =>
  sql`update account_events set data = data || ${data}::text::jsonb where kind = ${kind}`
const toldOf = (instrument: string, data: string) => (sql: Tx) =>
  sql`update account_events set data = data || ${data}::text::jsonb where data->>'instrument' = ${instrument}`

const PLANTED: Record<string, Record<string, (sql: Tx) => PromiseLike<unknown>>> = {
  'entries-have-a-cause': { adjustment: gift('adjustment'), fee: gift('fee') },
  'borrow-fees-are-told': {
    'paid out': gift('borrow_fee'),
    'another rate': changeEvent('borrow_fee', '{"rate_pct": 3}'),
    'another worth': changeEvent('borrow_fee', '{"short_value": 61000}'),
    'without telling': (sql) => sql`delete from account_events where kind = 'borrow_fee'`,
  },
  'liquidations-are-told': {
    'another price': changeEvent('liquidated', '{"price": 200}'),
    'another quantity': changeEvent('liquidated', '{"quantity": -1}'),
  },
  'holders-of-record-have-their-part': {
    'a dividend without a holder': (sql) => sql`
      insert into corporate_actions (symbol, kind, ex_date, amount_e4, pay_date, source, closed_at)
      values ('SPY', 'dividend', '2026-11-23', 1, '2026-11-23', 'test', service_now())`,
    'a split without a holder': (sql) => sql`
      insert into corporate_actions (symbol, kind, ex_date, new_shares, old_shares, source, closed_at)
      values ('SPY', 'split', '2026-11-23', 2, 1, 'test', service_now())`,
  },
  'split-events-follow-the-ratio': {
    'cash of shares': (sql) => sql`
      update corporate_actions set fraction_price_e4 = fraction_price_e4 + 8 where symbol = 'QQQ'`,
    'another strike': toldOf(WRITTEN, '{"became": "AAPL261218C00050002"}'),
  },
  'split-entries-are-their-events': {
    'cash and shares': toldOf('QQQ', '{"quantity": 21, "cash": 3000}'),
    contracts: toldOf(WRITTEN, '{"quantity": -2, "became_quantity": -4}'),
  },
  'short-stock-was-allowed': { 'of an account never allowed': traded(2, 'IWM', -5) },
  'short-calls-are-covered': {
    naked: traded(2, 'SPY261218C00600000', -5),
    'written for longer than what covers them': async (sql) => {
      await traded(2, 'SPY261218C00600000', 5)(sql)
      await traded(2, 'SPY270115C00600000', -5)(sql)
    },
  },
  'expired-options-have-a-price': { 'held for ever': traded(2, 'SPY261113C00600000', 1) },
}
const CASES = Object.entries(PLANTED).flatMap(([name, plants]) =>
  Object.entries(plants).map(([what, plant]) => ({ name, what, plant })),
)
/** The strike is also part of the posted instrument's name. */
const ALSO: Record<string, readonly string[]> = { 'another strike': ['split-entries-are-their-events'] }

test('the audit finds nothing in the service’s own postings, and every check has planted errors', async () => {
  expect(await brokenRules(world.db.sql)).toEqual([])
  const [kinds] = await world.db.sql`select array_agg(distinct e.kind order by e.kind) as all from ledger_entries as e`
  expect(kinds?.all).toEqual(['borrow_fee', 'dividend', 'liquidation', 'opening', 'settlement', 'split', 'trade'])
  expect(Object.keys(PLANTED)).toEqual([...POSTINGS_AUDIT, ...HOLDINGS_AUDIT].map(({ name }) => name))
})

test.each(CASES)('$name: $what', async ({ name, what, plant }) => {
  await undone(world.db.sql, async (tx) => {
    await tx`alter table account_events disable trigger user`
    await plant(tx)
    expect(await brokenRules(tx)).toEqual([name, ...(ALSO[what] ?? [])])
  })
})
