import { expect, test } from 'vitest'
import { accountWith, answerOf, legAt } from '../../../harness/order-doubles.ts'
import { DEFAULT_LIMITS } from '../../../shared/domain/trading/limits.ts'
import { Refusal } from '../../http/errors.ts'
import { judgeOrder, type OrderInput } from './judge-order.ts'
import { PricesMissing } from './retry-with-prices.ts'

const DOLLAR = 10_000
const CALL = 'SPY261218C00600000'
const PUT = 'SPY261218P00500000'
const position = (instrument: string, quantity: number) => ({ instrument, quantity, costE4: quantity })

const INPUT: OrderInput = {
  account: accountWith(10_000),
  held: [],
  underlying: 'SPY',
  legs: [legAt('SPY', 10, 600)],
  feesE4: 0,
  basis: { instruments: [], day: null },
  answers: new Map([['SPY', answerOf('SPY', 600)]]),
  initiatedLastMinute: 0,
  pendingTrades: 0,
}
const judge = (over: Partial<OrderInput>) => {
  const judged = judgeOrder({ ...INPUT, ...over })
  return judged instanceof Refusal ? [judged.body.code, judged.body.details] : judged
}
const limited = (limits: Partial<typeof DEFAULT_LIMITS>) =>
  accountWith(10_000, { limits: { ...DEFAULT_LIMITS, ...limits } })

test('an order that keeps all rules passes, with whether it only reduces and the cash that it makes stay', () => {
  expect(judge({})).toEqual({ reduces: false, requirementE4: 0 })
  expect(judge({ held: [position('SPY', 10)], legs: [legAt('SPY', -10, 600)] })).toEqual({
    reduces: true,
    requirementE4: 0,
  })
  expect(judge({ account: accountWith(50_000), legs: [legAt(PUT, -1, 3)] })).toEqual({
    reduces: false,
    requirementE4: 50_000 * DOLLAR,
  })
})

test('cash pays for the legs and the fees, to the smallest amount of money', () => {
  const account = accountWith(6_000)
  expect(judge({ account })).toMatchObject({ reduces: false })
  expect(judge({ account, feesE4: 1 })).toEqual(['insufficient_funds', { cash_after: -0.0001 }])
})

test.each<[string, Partial<OrderInput>, unknown]>([
  ['only close', { account: accountWith(10_000, { status: 'closing_only' }) }, ['closing_only', undefined]],
  [
    'not sell what it lacks',
    { held: [position('SPY', 3)], legs: [legAt('SPY', -4, 600)] },
    ['insufficient_position', { instrument: 'SPY', held: 3 }],
  ],
  [
    'not turn a position',
    { held: [position(CALL, -1)], legs: [legAt(CALL, 2, 1)] },
    ['order_crosses_zero', { instrument: CALL, held: -1 }],
  ],
  [
    'not write a naked call',
    { legs: [legAt(CALL, -2, 1)] },
    ['uncovered_short', { uncovered: [{ instrument: CALL, quantity: 2 }] }],
  ],
  [
    'not go below its requirement',
    { legs: [legAt(PUT, -1, 3)] },
    ['insufficient_buying_power', { cash_after: 10_300, required_after: 50_000 }],
  ],
  [
    'not sell short what has no mark',
    { account: accountWith(10_000, { shorting: true }), legs: [legAt('SPY', -1, 600)], answers: new Map() },
    ['equity_unknown', { unmarked: ['SPY'] }],
  ],
  [
    'not hold more than 500 contracts',
    {
      held: Array.from({ length: 500 }, (_, at) => position(`SPY261218C00${100_000 + at}`, 1)),
      legs: [legAt(CALL, 1, 1)],
    },
    ['too_many_contracts', { most: 500 }],
  ],
])('an account may %s', (_name, over, refused) => expect(judge(over)).toEqual(refused))

test.each<[string, Partial<OrderInput>, unknown]>([
  [
    'of value names dollars',
    { account: limited({ max_order_notional_e4: 5_999 * DOLLAR }) },
    ['limit_exceeded', { limit: 'max_order_notional', value: 5_999, actual: 6_000 }],
  ],
  [
    'of the share of a position names per cent, rounded up from 60.001',
    {
      account: limited({ max_position_pct: 60 }),
      legs: [legAt('SPY', 10, 600)],
      answers: new Map([['SPY', answerOf('SPY', 600.01)]]),
    },
    ['limit_exceeded', { limit: 'max_position_pct', value: 60, actual: 60.01 }],
  ],
  [
    'of the loss of a day names dollars',
    {
      account: limited({ max_day_loss_e4: 500 * DOLLAR }),
      basis: { instruments: [], day: { equityE4: 10_500 * DOLLAR } },
    },
    ['limit_exceeded', { limit: 'max_day_loss', value: 500, actual: 500 }],
  ],
  [
    'of orders a minute has a code of its own',
    { account: limited({ orders_per_minute: 3 }), initiatedLastMinute: 3 },
    ['too_many_orders', { limit: 'orders_per_minute', value: 3, actual: 3 }],
  ],
  [
    'of pending trades names numbers',
    { account: limited({ max_pending_trades: 2 }), pendingTrades: 2 },
    ['limit_exceeded', { limit: 'max_pending_trades', value: 2, actual: 2 }],
  ],
  [
    'of the value of an order counts all its legs, bought and sold',
    {
      account: limited({ max_order_notional_e4: 500 * DOLLAR }),
      legs: [legAt(CALL, 1, 3), legAt('SPY261218C00610000', -1, 2.01)],
    },
    ['limit_exceeded', { limit: 'max_order_notional', value: 500, actual: 501 }],
  ],
])('a broken limit %s', (_name, over, refused) => expect(judge(over)).toEqual(refused))

test('an order that only reduces does not need the account’s value, but counts as an order', () => {
  const closing = { held: [position('SPY', 10)], legs: [legAt('SPY', -10, 600)], answers: new Map() }
  const strict = { max_position_pct: 1, max_order_notional_e4: 1, max_day_loss_e4: 1 }
  expect(judge({ ...closing, account: limited(strict) })).toMatchObject({ reduces: true })
  expect(judge({ ...closing, account: limited({ orders_per_minute: 1 }), initiatedLastMinute: 1 })).toMatchObject([
    'too_many_orders',
    {},
  ])
})

test('a limit of size needs the marks of what the order leaves', () => {
  expect(judge({ account: limited({ max_position_pct: 50 }), answers: new Map() })).toEqual([
    'equity_unknown',
    { unmarked: ['SPY'] },
  ])
})

test('an order that depends on prices which were not read is not judged', () => {
  const basis = { instruments: null, day: null }
  expect(() => judge({ basis, account: limited({ max_position_pct: 50 }) })).toThrow(PricesMissing)
  expect(judge({ basis })).toMatchObject({ reduces: false })
})
