import { expect, test } from 'vitest'
import { accountWith, answerOf, legAt } from '../../../harness/order-doubles.ts'
import { DEFAULT_LIMITS } from '../../../shared/domain/trading/limits.ts'
import type { Account } from '../../../shared/postgres/trading/accounts.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import { Refusal } from '../../http/errors.ts'
import { refuse } from '../refuse.ts'
import { judgeAtWorst, legsFor, otherBound, type PricedOrder } from './judge-at-worst.ts'

const DOLLAR = 10_000
const [LOWER, UPPER] = ['SPY261218C00600000', 'SPY261218C00610000'] as const

const purchase = (quantity: number): PricedOrder => ({
  class: 'stock',
  side: 'buy',
  underlying: 'SPY',
  quantity,
  legs: [legAt('SPY', quantity, 600)],
})
const SPREADS: PricedOrder = {
  class: 'package',
  side: null,
  underlying: 'SPY',
  quantity: 2,
  legs: [legAt(LOWER, 2, 3), legAt(UPPER, -2, 2)],
}

const judge = (
  order: PricedOrder,
  cash: number,
  worst: number,
  over: Partial<Account> = {},
  tolerance = 0.3,
  held: [string, number][] = [],
) => {
  const judged = judgeAtWorst(
    order,
    { toleranceE4: Math.round(tolerance * DOLLAR), worstPriceE4: Math.round(worst * DOLLAR) },
    {
      account: accountWith(cash, over),
      held: held.map(([instrument, quantity]) => ({ instrument, quantity, costE4: quantity })),
      underlying: 'SPY',
      basis: { instruments: [], day: null },
      answers: new Map([['SPY', answerOf('SPY', 600)]]),
      initiatedLastMinute: 0,
      pendingTrades: 0,
      day: tradingDay('2026-11-20'),
    },
  )
  return judged instanceof Refusal ? [judged.body.code, judged.body.details] : judged
}

test('an order for another quantity keeps the proportion of its legs', () => {
  expect(legsFor({ quantity: 2, legs: [legAt(LOWER, 2, 3), legAt(UPPER, -4, 2)] }, 5)).toEqual([
    legAt(LOWER, 5, 3),
    legAt(UPPER, -10, 2),
  ])
})

test('a purchase must be payable at its worst price, and the largest one that is goes with the refusal', () => {
  expect(judge(purchase(10), 6_003, 600.3)).toMatchObject({ reduces: false })
  expect(judge(purchase(10), 6_002.9999, 600.3)).toEqual([
    'insufficient_funds',
    { cash_after: -0.0001, max_quantity: 9 },
  ])
  expect(judge(purchase(10), 600, 600.3)).toMatchObject(['insufficient_funds', { max_quantity: 0 }])
})

test('what is written must leave its requirement at its worst price', () => {
  const puts: PricedOrder = {
    class: 'option',
    side: 'sell',
    underlying: 'SPY',
    quantity: 2,
    legs: [legAt('SPY261218P00500000', -2, 3)],
  }
  // Two strikes of 500 require 100,000, of which the sale at 2.95 brings 590.
  expect(judge(puts, 99_410, 2.95)).toMatchObject({ requirementE4: 100_000 * DOLLAR })
  expect(judge(puts, 99_409.9999, 2.95)).toEqual([
    'insufficient_buying_power',
    { cash_after: 99_999.9999, required_after: 100_000, max_quantity: 1 },
  ])
})

test('a package keeps its tolerance aside for each of its contracts of a hundred shares', () => {
  // Two spreads at 1.00 cost 200, and a tolerance of 0.05 a share keeps 10 aside.
  expect(judge(SPREADS, 210, 9_999, {}, 0.05)).toMatchObject({ reduces: false })
  expect(judge(SPREADS, 209.9999, 9_999, {}, 0.05)).toEqual([
    'insufficient_funds',
    { cash_after: -0.0001, max_quantity: 1 },
  ])
})

test('a limit that allows less than cash would is named with the largest quantity', () => {
  const limits = { ...DEFAULT_LIMITS, max_order_notional_e4: 3_000 * DOLLAR }
  expect(judge(purchase(10), 5_000, 600, { limits })).toEqual([
    'insufficient_funds',
    { cash_after: -1_000, max_quantity: 5, limited_by: 'limit_exceeded', bounding_limit: 'max_order_notional' },
  ])
})

test.each<[string, [string, number][], ['buy' | 'sell', string], string, number]>([
  ['sells more than is held', [['SPY', 3]], ['sell', 'SPY'], 'insufficient_position', 3],
  ['turns a written contract', [[LOWER, -2]], ['buy', LOWER], 'order_crosses_zero', 2],
  ['writes more calls than shares cover', [['SPY', 450]], ['sell', LOWER], 'uncovered_short', 4],
  ['is worth more than a limit', [['SPY', 10_000]], ['sell', LOWER], 'limit_exceeded', 6],
])('an order that %s is refused with what would pass', (_name, held, [side, instrument], refusal, most) => {
  const legs = [legAt(instrument, side === 'buy' ? 10 : -10, 3)]
  const order: PricedOrder = { class: 'option', side, underlying: 'SPY', quantity: 10, legs }
  const limits = { ...DEFAULT_LIMITS, max_order_notional_e4: 1_800 * DOLLAR }
  expect(judge(order, 100_000, 3, { limits }, 0, held)).toMatchObject([refusal, { max_quantity: most }])
})

test('a refusal that no smaller order would avoid names no quantity', () => {
  expect(judge(purchase(10), 10_000, 600, { status: 'closing_only' })).toEqual(['closing_only', undefined])
})

const limit = (name: string) => refuse('limit_exceeded', { limit: name, value: 1, actual: 2 }) as Refusal
const funds = refuse('insufficient_funds', { cash_after: -1 }) as Refusal
test.each<[string, Refusal, Parameters<typeof otherBound>[1], object]>([
  ['a quantity that passes', funds, { reduces: false, requirementE4: 0 }, {}],
  ['the same rule', funds, refuse('insufficient_funds', { cash_after: -2 }), {}],
  ['another rule', funds, refuse('uncovered_short', {}), { limited_by: 'uncovered_short' }],
  ['the same limit', limit('max_day_loss'), limit('max_day_loss'), {}],
  [
    'another limit',
    limit('max_day_loss'),
    limit('max_position_pct'),
    { limited_by: 'limit_exceeded', bounding_limit: 'max_position_pct' },
  ],
  [
    'a refusal that names a rule in turn',
    funds,
    refuse('limit_exceeded', { limit: 'x', limited_by: 'uncovered_short' }),
    { limited_by: 'uncovered_short' },
  ],
  [
    'a refusal that names a limit in turn',
    funds,
    refuse('insufficient_funds', { limited_by: 'limit_exceeded', bounding_limit: 'max_day_loss' }),
    { limited_by: 'limit_exceeded', bounding_limit: 'max_day_loss' },
  ],
])('what allows no more, by %s for the next larger order', (_name, first, next, expected) => {
  expect(otherBound(first, next)).toEqual(expected)
})
