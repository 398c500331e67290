import { expect, test } from 'vitest'
import { accountWith, answerOf, legAt, NO_ANSWER } from '../../../harness/order-doubles.ts'
import { DEFAULT_LIMITS } from '../../../shared/domain/trading/limits.ts'
import type { TouchLookup } from '../../../shared/market/touches.ts'
import { assertPriced, heldAfter, marksOf, type WorthBasis, worthOf } from './order-worth.ts'
import { PricesMissing } from './retry-with-prices.ts'

const DOLLAR = 10_000
const CALL = 'SPY261218C00600000'
const held = (instrument: string, quantity: number) => ({ instrument, quantity })
const HALF = { ...DEFAULT_LIMITS, max_position_pct: 50 }
const answers = (...all: [name: string, answer: TouchLookup][]) => new Map(all)
const NO_DAY: WorthBasis = { instruments: [], day: null }

const worth = (over: Partial<Parameters<typeof worthOf>[0]>) =>
  worthOf({
    account: accountWith(1_000, { limits: HALF }),
    held: [],
    after: [],
    underlying: 'SPY',
    basis: NO_DAY,
    answers: new Map(),
    ...over,
  })

test('after an order each leg is added to what is held of it', () => {
  expect(heldAfter([held('SPY', 5), held('QQQ', 2)], [held('SPY', -3), held(CALL, 1)])).toEqual([
    held('SPY', 2),
    held('QQQ', 2),
    held(CALL, 1),
  ])
})

test('a mark is the middle, of a hundred shares for a contract, and a stale or missing quote gives none', () => {
  const all = answers(
    ['SPY', answerOf('SPY', 600)],
    [CALL, answerOf(CALL, 2.5)],
    ['QQQ', answerOf('QQQ', 500, { quality: 'stale' })],
    ['AAPL', answerOf('AAPL', 200, { midE4: null, quality: 'crossed' })],
    ['MSFT', NO_ANSWER],
  )
  expect([...marksOf(all)]).toEqual([
    ['SPY', 600 * DOLLAR],
    [CALL, 250 * DOLLAR],
  ])
})

test('equity is of what is held, and the position of what the order would leave in its underlying, long and short', () => {
  const marked = answers(['SPY', answerOf('SPY', 600)], [CALL, answerOf(CALL, 2.5)], ['QQQ', answerOf('QQQ', 500)])
  const after = [held('SPY', 3), held(CALL, -1), held('QQQ', 2)]
  expect(worth({ held: [held('SPY', 1), held('QQQ', 2)], after, answers: marked })).toEqual({
    equityE4: (1_000 + 600 + 1_000) * DOLLAR,
    underlyingAfterE4: (1_800 + 250) * DOLLAR,
    dayLossE4: 0,
  })
})

test('an instrument without a mark is named once, whether it is held or ordered', () => {
  const missing = worth({
    held: [held('SPY', 1), held('QQQ', 2)],
    after: [held('SPY', 2), held('QQQ', 2), held('AAPL', 1)],
  })
  expect(missing).toEqual(['SPY', 'QQQ', 'AAPL'])
  const onlyNew = { held: [held('SPY', 1)], after: [held('SPY', 1), held('AAPL', 1)] }
  expect(worth({ ...onlyNew, answers: answers(['SPY', answerOf('SPY', 600)]) })).toEqual(['AAPL'])
})

const NOTHING = { equityE4: 0, underlyingAfterE4: 0, dayLossE4: 0 }
test.each([
  ['no limit of size or loss, long', DEFAULT_LIMITS, [held('SPY', 1)], NOTHING],
  ['no such limit, short of another stock', DEFAULT_LIMITS, [held('SPY', 1), held('QQQ', -1)], NOTHING],
  ['no such limit, short of the stock of the order', DEFAULT_LIMITS, [held('SPY', -1)], ['SPY']],
  [
    'no such limit, short of that stock beside another one',
    DEFAULT_LIMITS,
    [held('QQQ', 1), held('SPY', -1)],
    ['QQQ', 'SPY'],
  ],
  ['a share of 99 %', { ...DEFAULT_LIMITS, max_position_pct: 99 }, [held('SPY', 1)], ['SPY']],
  ['a limit of loss', { ...DEFAULT_LIMITS, max_day_loss_e4: 1 }, [held('SPY', 1)], ['SPY']],
])('an account with %s needs marks: %j', (_name, limits, after, expected) => {
  expect(worth({ account: accountWith(1_000, { limits }), after })).toEqual(expected)
})

test('the loss of the day is what equity has fallen since the previous close', () => {
  const at = (equity: number) => worth({ basis: { instruments: [], day: { equityE4: equity * DOLLAR } } })
  expect([at(1_200), at(900)]).toMatchObject([{ dayLossE4: 200 * DOLLAR }, { dayLossE4: -100 * DOLLAR }])
})

test('without a snapshot the day begins with its cash, its stocks at their previous close and all else at cost', () => {
  const day = {
    cashE4: 100 * DOLLAR,
    positions: [
      { ...held('SPY', 2), costE4: 7 * DOLLAR },
      { ...held(CALL, 1), costE4: 30 * DOLLAR },
      { ...held('QQQ', 1), costE4: 400 * DOLLAR },
    ],
  }
  const all = answers(['SPY', answerOf('SPY', 600, { previousCloseE4: 590 * DOLLAR })], [CALL, answerOf(CALL, 1)])
  expect(worth({ basis: { instruments: [], day }, answers: all })).toMatchObject({
    dayLossE4: (100 + 2 * 590 + 30 + 400 - 1_000) * DOLLAR,
  })
})

test('an order that needs prices which were not read is tried again with them', () => {
  const order = { legs: [legAt('SPY', 1, 600)], underlying: 'SPY' }
  const attempt =
    (instruments: string[] | null, quantity: number, limits = DEFAULT_LIMITS) =>
    () =>
      assertPriced(
        { instruments, day: null },
        { ...order, account: accountWith(1_000, { limits }), held: [held('QQQ', quantity)] },
      )
  expect(attempt(null, -1)).toThrow(PricesMissing)
  expect(attempt(null, 1, HALF)).toThrow(PricesMissing)
  expect(attempt(null, 1)).not.toThrow()
  expect(attempt([], -1, HALF)).not.toThrow()
})
