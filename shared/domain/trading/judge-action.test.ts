import { expect, test } from 'vitest'
import { tradingDay } from '../../time/trading-day.ts'
import type { ActionTerms } from './action-report.ts'
import { judgeAction } from './judge-action.ts'

const EX = tradingDay('2026-11-23')
const judge = (
  terms: readonly ActionTerms[],
  {
    today = '2026-11-20',
    close = 100,
    opened = null,
  }: { today?: string; close?: number | null; opened?: number | null },
) =>
  judgeAction({
    reports: terms.map((each, at) => ({ symbol: 'ZTS', exDate: EX, vendor: ['nasdaq', 'yahoo'][at]!, terms: each })),
    today: tradingDay(today),
    closeE4: close === null ? null : close * 10_000,
    openedE4: opened === null ? null : opened * 10_000,
  })

const split = (new_shares: number, old_shares: number): ActionTerms => ({ kind: 'split', new_shares, old_shares })
const dividend = (dollars: number, is_special = false): ActionTerms => ({
  kind: 'dividend',
  amount_e4: Math.round(dollars * 10_000),
  pay_date: tradingDay('2026-12-10'),
  is_special,
})

test.each<[string, ActionTerms[], Parameters<typeof judge>[1], string]>([
  ['an ordinary dividend of one vendor', [dividend(4.99)], {}, 'apply'],
  ['a dividend of 5 % of the price', [dividend(5)], {}, 'propose'],
  ['a special dividend, however small', [dividend(0.1, true)], {}, 'propose'],
  ['a dividend without a known price, ahead of its day', [dividend(0.1)], { close: null }, 'wait'],
  ['a dividend without a known price on its day', [dividend(0.1)], { close: null, today: EX }, 'propose'],
  ['a split of two agreeing vendors, ahead of its day', [split(4, 1), split(4, 1)], {}, 'apply'],
  ['a split that two vendors say differently', [split(4, 1), split(3, 1)], {}, 'propose'],
  ['a split of one vendor, ahead of its day', [split(4, 1)], {}, 'wait'],
  ['a split of one vendor without a close, ahead of its day', [split(4, 1)], { close: null }, 'wait'],
  ['a split of one vendor, before its open', [split(4, 1)], { today: EX }, 'wait'],
  ['a split of one vendor whose ratio the prices show', [split(4, 1)], { today: EX, opened: 25.9 }, 'apply'],
  ['a split of one vendor that the prices miss by an eighth', [split(4, 1)], { today: EX, opened: 28.6 }, 'propose'],
  ['a split of one vendor without a move', [split(4, 1)], { today: EX, opened: 99 }, 'propose'],
  ['a reverse split that the prices show', [split(1, 10)], { today: EX, opened: 950 }, 'apply'],
  ['a split of 21:20, which a night may imitate', [split(21, 20)], { today: EX, opened: 99.9 }, 'propose'],
  ['a split of one vendor without a close before it', [split(2, 1)], { today: EX, close: null, opened: 50 }, 'propose'],
  [
    'a reverse split of two vendors without a price for fractions',
    [split(1, 8), split(1, 8)],
    { close: null },
    'propose',
  ],
  ['a merger', [{ kind: 'merger', filing: '8-K' }], {}, 'propose'],
  ['a delisting', [{ kind: 'delisting', filing: '25-NSE' }], {}, 'propose'],
  ['a change of the symbol', [{ kind: 'symbol_change', to: 'ZZZ' }], {}, 'propose'],
])('%s', (_, terms, given, verdict) => {
  expect(judge(terms, given).verdict).toBe(verdict)
})

test('fractions of a reverse split are paid at the last close in new shares', () => {
  expect(judge([split(1, 8), split(1, 8)], { close: 12.5 })).toMatchObject({ fractionPriceE4: 1_000_000 })
  expect(judge([split(2, 1), split(2, 1)], {})).toMatchObject({ fractionPriceE4: null })
})

test.each([
  ['is rounded up above a half', 4, split(3, 2), 3],
  ['is rounded down below a half', 5, split(3, 2), 3],
  ['is never nothing', 1, split(9, 2), 1],
])('the price of a new share %s', (_, closeE4, terms, priceE4) => {
  expect(judge([terms, terms], { close: closeE4 / 10_000 })).toMatchObject({ fractionPriceE4: priceE4 })
})

test.each<[string, ActionTerms[], Parameters<typeof judge>[1], string]>([
  ['of its share of the price', [dividend(1.236)], {}, 'it is 1.2 % of the price'],
  ['of five per cent', [dividend(7.5)], {}, 'it is 7.5 % of the price, and 5 % or more is not ordinary'],
  ['of a price that is missing', [dividend(1)], { close: null, today: EX }, 'no price is known to compare it with'],
  ['of two vendors that differ', [split(4, 1), split(3, 1)], {}, 'vendors differ: 4:1 by nasdaq, 3:1 by yahoo'],
  [
    'of the prices that show a split',
    [split(4, 1)],
    { today: EX, opened: 25.5 },
    'the price went from 100 to 25.5, which is its ratio',
  ],
  [
    'of a close that is missing',
    [split(4, 1)],
    { today: EX, close: null, opened: 25 },
    'one vendor alone says so, and no close before it is known',
  ],
])('the reason tells %s', (_, terms, given, reason) => {
  expect(judge(terms, given).reason).toBe(reason)
})

test.each([
  ['a split of 5:4 may miss the price by a third of its ratio', 86, 'apply'],
  ['and no more', 86.3, 'propose'],
])('%s', (_, opened, verdict) => {
  // In logarithms the ratio is 0.2231, a third of it 0.0744; the night went 0.1508 and 0.1473.
  expect(judge([split(5, 4)], { today: EX, opened }).verdict).toBe(verdict)
})
