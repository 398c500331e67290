import { expect, test } from 'vitest'
import { answerOf, legAt } from '../../../harness/order-doubles.ts'
import type { Order } from '../../../shared/domain/trading/trade.ts'
import type { LiveTouch } from './order-market.ts'
import { orderPriceE4, orderQuote } from './order-quote.ts'

const [LOWER, UPPER] = ['SPY261218C00600000', 'SPY261218C00610000'] as const
const EARLY = new Date('2026-11-20T15:30:58Z')

const touch = (name: string, middle: number, over: Parameters<typeof answerOf>[2] = {}) =>
  [name, answerOf(name, middle, over).touch as LiveTouch] as const
const order = (over: Partial<Order>): Order => ({
  class: 'stock',
  side: 'buy',
  underlying: 'SPY',
  quantity: 10,
  legs: [],
  ...over,
})

test('the price of a package is the net of its legs for one share of one package', () => {
  const legs = [legAt(LOWER, 4, 3), legAt(UPPER, -8, 1.25)]
  expect(orderPriceE4({ side: null, quantity: 4, legs }, legs)).toBe(5_000)
  expect(orderPriceE4({ side: 'buy', quantity: 4, legs }, legs)).toBe(30_000)
})

test('a stock is quoted at its own price, and its fill is bounded by the tolerance of its side', () => {
  const legs = (quantity: number) => [{ ...legAt('SPY', quantity, 600.05), bidE4: 5_999_900, askE4: 6_000_100 }]
  const quote = (side: 'buy' | 'sell', quantity: number) =>
    orderQuote(order({ side, legs: legs(quantity) }), legs(quantity), new Map([touch('SPY', 600)]))
  const both = { priceE4: 6_000_500, bidE4: 5_999_900, askE4: 6_000_100, source: 'schwab', delaySeconds: 0 }
  // Five basis points of the ask, and of the bid.
  expect(quote('buy', 10)).toMatchObject({ ...both, toleranceE4: 3_000, worstPriceE4: 6_003_500 })
  expect(quote('sell', -10)).toMatchObject({ ...both, toleranceE4: 2_999, worstPriceE4: 5_997_501 })
})

test('a package is quoted at its net, between what undoing it brings and what it costs, as old as its oldest leg', () => {
  const late = { quotedAt: EARLY, delaySeconds: 900, source: 'cboe' as const }
  for (const touches of [
    [touch(LOWER, 3), touch(UPPER, 2, late)],
    [touch(UPPER, 2, late), touch(LOWER, 3)],
  ]) {
    const legs = [legAt(LOWER, 2, 3.01), legAt(UPPER, -2, 1.99)]
    const ordered = touches[0]![0] === LOWER ? legs : legs.toReversed()
    expect(
      orderQuote(order({ class: 'package', side: null, quantity: 2, legs: ordered }), ordered, new Map(touches)),
    ).toEqual({
      priceE4: 10_200,
      bidE4: 9_800,
      askE4: 10_200,
      toleranceE4: 500,
      worstPriceE4: 10_700,
      ...late,
    })
  }
})
