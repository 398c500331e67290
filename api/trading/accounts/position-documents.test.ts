import { expect, test } from 'vitest'
import { answerOf, NO_ANSWER } from '../../../harness/order-doubles.ts'
import {
  type OptionInstrument,
  parseInstrument,
  type StockInstrument,
} from '../../../shared/domain/trading/instrument.ts'
import { valuePosition } from '../../../shared/domain/trading/position-value.ts'
import type { TouchLookup } from '../../../shared/market/touches.ts'
import { estimatedEquityE4, type Holding, quotedHolding, settlingHolding, totalsOf } from './holdings.ts'
import { optionDocument } from './option-position-document.ts'
import { positionDocument, stockDocument, totalsDocument } from './position-documents.ts'

const DOLLAR = 10_000
const NOW = new Date('2026-11-20T15:31:04Z')

const holding = (quantity: number, cost: number, answer: TouchLookup, multiplier = 1): Holding<StockInstrument> => {
  const position = { instrument: 'SPY', quantity, costE4: Math.round(cost * DOLLAR) }
  const instrument = parseInstrument('SPY') as StockInstrument
  const sides = answer.touch ?? { bidE4: null, askE4: null, midE4: null }
  return { ...quotedHolding(position, instrument, answer, null), ...valuePosition(position, multiplier, sides) }
}

test('the estimate of an equity that is not known values options without a mark at what is inside', () => {
  const option = (name: string, quantity: number, priceE4: number | null) => {
    const position = { instrument: name, quantity, costE4: DOLLAR }
    return quotedHolding(position, parseInstrument(name) as OptionInstrument, NO_ANSWER, priceE4)
  }
  const stock = holding(10, 5_000, answerOf('SPY', 600))
  const call = option('SPY261218C00590000', 2, 600 * DOLLAR)
  const put = option('SPY261218P00615000', -1, 600 * DOLLAR)
  const outside = option('SPY261218C00610000', 5, 600 * DOLLAR)
  const estimate = (...held: Holding[]) => estimatedEquityE4(1_000 * DOLLAR, held)
  expect(estimate(stock, call, put, outside)).toBe((1_000 + 6_000 + 2_000 - 1_500) * DOLLAR)
  expect([estimate(), estimate(stock)]).toEqual([null, null])
  expect(estimate(call, option('SPY261218C00580000', 1, null), stock)).toBeNull()
  expect(estimate(call, holding(1, 1, NO_ANSWER))).toBeNull()
})

test('an option that has ended is worth what it settles for, and cannot be closed at a better price', () => {
  const position = { instrument: 'SPY261120C00600000', quantity: -2, costE4: -900 * DOLLAR }
  const instrument = parseInstrument(position.instrument) as OptionInstrument
  const settling = { priceE4: 603.5 * DOLLAR, payoffE4: 3.5 * DOLLAR }
  const document = optionDocument(settlingHolding(position, instrument, settling), NOW, () => new Map())
  expect(document).toMatchObject({
    bid: null,
    ask: null,
    mark: 3.5,
    market_value: -700,
    liquidation_value: -700,
    unrealized_pnl: 200,
    underlying_price: 603.5,
    moneyness: 'in',
    intrinsic_value: 3.5,
    quoted_at: null,
    quality: null,
    reason: 'it has ended, and its mark is what it settles for at the close of SPY, 603.5',
  })
  const worthless = settlingHolding(position, instrument, { priceE4: 599 * DOLLAR, payoffE4: 0 })
  expect(totalsOf([worthless])).toMatchObject({
    valueE4: 0,
    liquidationE4: 0,
    unrealizedE4: 900 * DOLLAR,
    unmarked: [],
  })
})

test('a position states its cost in all and per share, and its gain against it', () => {
  expect(positionDocument(holding(3, 1_700, answerOf('SPY', 600)), 1)).toEqual({
    side: 'long',
    quantity: 3,
    average_cost: 566.6667,
    cost: 1_700,
    bid: 599.99,
    ask: 600.01,
    mark: 600,
    market_value: 1_800,
    liquidation_value: 1_799.97,
    unrealized_pnl: 100,
    unrealized_pnl_percent: 5.8824,
  })
})

test('a short position has a negative cost, and a positive average of its proceeds', () => {
  expect(positionDocument(holding(-1, -610, answerOf('SPY', 600)), 1)).toMatchObject({
    side: 'short',
    average_cost: 610,
    cost: -610,
    market_value: -600,
    liquidation_value: -600.01,
    unrealized_pnl: 10,
  })
})

test('the average cost of a contract is for one of its hundred shares', () => {
  expect(positionDocument(holding(2, 500, answerOf('SPY', 2), 100), 100)).toMatchObject({
    average_cost: 2.5,
    market_value: 400,
    unrealized_pnl: -100,
  })
})

test('the change of a stock’s day is that from its previous close, which may be unknown', () => {
  const change = (answer: TouchLookup) => {
    const { day_change, day_change_percent } = stockDocument(holding(1, 500, answer), NOW)
    return [day_change, day_change_percent]
  }
  expect(change(answerOf('SPY', 597, { previousCloseE4: 600 * DOLLAR }))).toEqual([-3, -0.5])
  expect(change(answerOf('SPY', 597))).toEqual([null, null])
  expect(change(answerOf('SPY', 597, { previousCloseE4: 600 * DOLLAR, midE4: null }))).toEqual([null, null])
  expect(change(NO_ANSWER)).toEqual([null, null])
})

test('a position without a quote has no mark, and says why', () => {
  expect(stockDocument(holding(1, 500, NO_ANSWER), NOW)).toMatchObject({
    bid: null,
    mark: null,
    market_value: null,
    unrealized_pnl_percent: null,
    quality: null,
    age_seconds: null,
    reason: 'no provider has a quote of it',
  })
  expect(stockDocument(holding(1, 500, answerOf('SPY', 600)), NOW)).toMatchObject({
    side: 'long',
    average_cost: 500,
    quality: 'good',
    age_seconds: 4,
  })
})

test('a position at its cost has gained nothing', () => {
  expect(positionDocument(holding(1, 600, answerOf('SPY', 600)), 1)).toMatchObject({
    unrealized_pnl: 0,
    unrealized_pnl_percent: 0,
  })
})

test('totals are sums, and unknown while a part is, whose instrument is named', () => {
  const known = [holding(3, 1_700, answerOf('SPY', 600)), holding(-1, -610, answerOf('SPY', 600))]
  expect(totalsDocument(totalsOf(known))).toEqual({
    cost: 1_090,
    market_value: 1_200,
    liquidation_value: 1_799.97 - 600.01,
    unrealized_pnl: 110,
    unmarked: [],
  })
  expect(totalsDocument(totalsOf([holding(1, 5, NO_ANSWER), ...known]))).toEqual({
    cost: 1_095,
    market_value: null,
    liquidation_value: null,
    unrealized_pnl: null,
    unmarked: ['SPY'],
  })
  expect(totalsDocument(totalsOf([]))).toMatchObject({ cost: 0, market_value: 0, unmarked: [] })
})
