import { expect, test } from 'vitest'
import { trackedPick } from '../../../harness/fixtures/tracked.ts'
import type { HouseFill, HouseOrder } from '../../../shared/domain/contract/screener/house-ids.ts'
import { instantAt } from '../../../shared/time/eastern.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import type { Tracked } from '../tracked.ts'
import { type PlanInput, planOrders } from './plan-orders.ts'

const DAY = tradingDay('2026-03-04')
const BEFORE = tradingDay('2026-03-03')
const FILL: HouseFill = { side: 'buy', quantity: 100, price: 100, bid: 99.9, ask: 100, at: '2026-03-03T09:31:00-05:00' }

const pick = (
  ticker: string,
  changes: Partial<Omit<Tracked, 'contract'>> = {},
  contract: Partial<NonNullable<Tracked['contract']>> = {},
): Tracked =>
  trackedPick({
    id: `${BEFORE}-pm-${ticker}`,
    day: BEFORE,
    ticker,
    contract: { chip: 'PROBATION', ...contract },
    ...changes,
  })
const order = (contract: Tracked, changes: Partial<HouseOrder>): HouseOrder => ({
  account: 'equal',
  contract: contract.id,
  leg: 'entry',
  attempt: 1,
  day: BEFORE,
  plannedAt: new Date(0),
  quantity: 100,
  state: 'filled',
  tradeId: 'x',
  reason: null,
  fill: changes.state === undefined || changes.state === 'filled' ? FILL : null,
  ...changes,
})
const quoted = (time: string, day = DAY) => new Map([['AAA', { price: 99, quotedAt: instantAt(day, time) }]])
const plan = (changes: Partial<PlanInput>) =>
  planOrders({
    account: 'equal',
    since: BEFORE,
    day: DAY,
    now: new Date(1),
    isOpen: true,
    contracts: [],
    orders: [],
    prices: quoted('09:31'),
    held: new Map(),
    ...changes,
  }).map(({ leg, state, quantity, attempt }) => ({ leg, state, quantity, attempt }))

const AAA = pick('AAA')
const ENTERED = { day: DAY, at: 'quote', price: 100, spy: 1, atr: 1, invalidation: 98 } as const
const EXIT = { day: BEFORE, reason: 'price', price: 97, spy: 1 } as const

test.each<{ name: string; input: Partial<PlanInput>; orders: object[] }>([
  {
    name: 'whole shares of one size',
    input: { contracts: [AAA] },
    orders: [{ leg: 'entry', state: 'placing', quantity: 101, attempt: 1 }],
  },
  {
    name: 'half of it for PROBATION',
    input: { account: 'chip', contracts: [AAA] },
    orders: [{ leg: 'entry', state: 'placing', quantity: 50, attempt: 1 }],
  },
  { name: 'nothing while the market is closed', input: { contracts: [AAA], isOpen: false }, orders: [] },
  { name: 'nothing without a quote', input: { contracts: [AAA], prices: new Map() }, orders: [] },
  { name: 'nothing at a close of yesterday', input: { contracts: [AAA], prices: quoted('16:00', BEFORE) }, orders: [] },
  {
    name: 'nothing at a quote from before a morning run',
    input: {
      contracts: [{ ...AAA, day: DAY, runSlot: 'am', runAt: `${DAY}T10:30:00-05:00` }],
      prices: quoted('10:17'),
    },
    orders: [],
  },
  {
    name: 'no exit at a close of yesterday',
    input: {
      contracts: [pick('AAA', {}, { exit: EXIT })],
      orders: [order(AAA, {})],
      held: new Map([['AAA', 200]]),
      prices: quoted('16:00', BEFORE),
    },
    orders: [],
  },
  { name: 'nothing in the session of an evening lock', input: { contracts: [{ ...AAA, day: DAY }] }, orders: [] },
  {
    name: 'the next attempt after one that ended',
    input: { contracts: [AAA], orders: [order(AAA, { state: 'ended', reason: 'stale_quote' })] },
    orders: [{ leg: 'entry', state: 'placing', quantity: 101, attempt: 2 }],
  },
  {
    name: 'nothing beside an attempt under way',
    input: { contracts: [AAA], orders: [order(AAA, { state: 'placing' })] },
    orders: [],
  },
  {
    name: 'a miss once the graded entry is of an earlier session',
    input: {
      contracts: [{ ...AAA, entry: { ...ENTERED, day: BEFORE } }],
      orders: [order(AAA, { state: 'ended', reason: 'x' })],
    },
    orders: [{ leg: 'entry', state: 'missed', quantity: 0, attempt: 2 }],
  },
  {
    name: 'nothing of picks that entered before the account began',
    input: { contracts: [{ ...AAA, entry: { ...ENTERED, day: BEFORE } }], since: DAY },
    orders: [],
  },
  {
    name: 'an exit of what is held now, as a split has left it',
    input: { contracts: [pick('AAA', {}, { exit: EXIT })], orders: [order(AAA, {})], held: new Map([['AAA', 200]]) },
    orders: [{ leg: 'exit', state: 'placing', quantity: 200, attempt: 1 }],
  },
  {
    name: 'no exit of a position that is gone',
    input: { contracts: [pick('AAA', {}, { exit: EXIT })], orders: [order(AAA, {})] },
    orders: [{ leg: 'exit', state: 'missed', quantity: 0, attempt: 1 }],
  },
  {
    name: 'no exit while positions are not known',
    input: { contracts: [pick('AAA', {}, { exit: EXIT })], orders: [order(AAA, {})], held: null },
    orders: [],
  },
])('plans $name', ({ input, orders }) => {
  expect(plan(input)).toEqual(orders)
})

test('a second pick on a name waits until the first has left', () => {
  const first = pick('AAA', {}, { exit: EXIT })
  const second = pick('AAA', { id: 'second' })
  const held = new Map([['AAA', 100]])
  const contracts = [first, second]
  expect(plan({ contracts, orders: [order(first, {})], held })).toMatchObject([{ leg: 'exit' }])
  const left = [order(first, {}), order(first, { leg: 'exit' })]
  expect(plan({ contracts, orders: left, held: new Map() })).toMatchObject([{ leg: 'entry' }])
})
