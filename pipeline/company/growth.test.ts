import { describe, expect, test } from 'vitest'
import { addDays, type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import type { CompanyFacts, Fact } from '../filings/reported-facts.ts'
import { fundamentals } from './fundamentals.ts'
import { rounded } from './periods.ts'

const END = tradingDay('2025-09-27')
const ON = tradingDay('2025-12-31')

interface Stated {
  tag: string
  value: number
  end?: TradingDay
  filed?: TradingDay
  days?: number
}
const fact = ({ tag, value, end = END, filed = addDays(end, 30), days = 91 }: Stated): Fact => ({
  tag,
  unit: tag.startsWith('EarningsPerShare') ? 'USD/shares' : 'USD',
  value,
  start: addDays(end, 1 - days),
  end,
  filed,
  accession: `a-${filed}`,
  form: '10-Q',
})
const factsOf = (facts: Fact[]): CompanyFacts => ({ name: null, facts, unreadable: null, foreign: [] })
const of = (...stated: Stated[]) => fundamentals(factsOf(stated.map(fact)), { on: ON, splits: null })

describe('the growth of a quarter', () => {
  const revenue = (before: TradingDay, then = 80) =>
    of({ tag: 'Revenues', value: 100 }, { tag: 'Revenues', value: then, end: before }).growth.revenue

  test.each([
    [353, null],
    [354, 0.25],
    [364, 0.25],
    [371, 0.25],
    [374, 0.25],
    [375, null],
  ])(
    'against one that ended %i days before is %s, as quarters of a year before end 354 to 374 days before',
    (days, growth) => {
      expect(revenue(addDays(END, -days)).value).toBe(growth)
    },
  )

  test('is the change over the quarter a year before, and names the newest filing', () => {
    expect(revenue(addDays(END, -364))).toEqual({
      value: 0.25,
      unit: 'fraction',
      accession: `a-${addDays(END, 30)}`,
      tag: 'Revenues',
      filed: addDays(END, 30),
      derived: true,
      method: 'against the same quarter a year earlier',
    })
  })

  test.each([0, -5])('against one of %i has no meaning', (then) => {
    expect(revenue(addDays(END, -364), then)).toEqual({
      value: null,
      reason: 'the same quarter a year earlier was not above zero',
    })
  })

  test('from a profit to a loss is below minus one', () => {
    const before = addDays(END, -364)
    const { growth } = of(
      { tag: 'NetIncomeLoss', value: -50 },
      { tag: 'NetIncomeLoss', value: 100, end: before },
      { tag: 'EarningsPerShareDiluted', value: 0.9 },
      { tag: 'EarningsPerShareDiluted', value: 1.2, end: before },
    )
    expect([growth.net_income.value, growth.eps_diluted.value]).toEqual([-1.5, -0.25])
    expect(growth.revenue).toMatchObject({ value: null })
  })

  test('is of the quarter a year before, not of one between', () => {
    const between = { tag: 'Revenues', value: 1, end: addDays(END, -91) }
    const before = { tag: 'Revenues', value: 80, end: addDays(END, -364) }
    expect(of({ tag: 'Revenues', value: 100 }, between, before).growth.revenue.value).toBe(0.25)
    expect(of({ tag: 'Revenues', value: 100 }, between).growth.revenue).toEqual({
      value: null,
      reason: 'the same quarter a year earlier is not known',
    })
  })
})

describe('a margin', () => {
  const margins = (revenue: number, net: number) =>
    of({ tag: 'Revenues', value: revenue, days: 364 }, { tag: 'NetIncomeLoss', value: net, days: 364 }).margins.net

  test('is a share of the revenue of twelve months, of a loss as well', () => {
    expect([margins(300, 100).value, margins(200, -50).value]).toEqual([0.3333333333, -0.25])
  })

  test.each([0, -1])('of a revenue of %i has no meaning', (revenue) => {
    expect(margins(revenue, 1)).toEqual({ value: null, reason: 'revenue was not above zero' })
  })
})

describe('a figure that another filing restates', () => {
  /**
   * Nine months as first stated and as restated, and the year: the fourth quarter is derived unless only the year was
   * restated.
   */
  const quarterOf = (first: number, again: number, tag = 'NetIncomeLoss') => {
    const filed = addDays(END, 60)
    const { quarters } = of(
      { tag, value: first, days: 364 },
      { tag, value: again, days: 364, filed },
      { tag, value: again / 2, end: addDays(END, -91), days: 273 },
    )
    return quarters.find(({ end }) => end === END)
  }

  test.each([
    [100_000, 100_100, 50_050],
    [100_000, 100_102, null],
    [-100_000, -100_100, -50_050],
    [-100_000, -100_102, null],
  ])('from %i to %i leaves a fourth quarter of %s: less than a thousandth is rounding', (first, again, quarter) => {
    expect(quarterOf(first, again)?.net_income.value).toBe(quarter)
  })

  test.each([
    [1, 1.01, 0.505],
    [1, 1.02, null],
  ])('a share from %d to %d leaves a fourth quarter of %s: a cent is rounding', (first, again, quarter) => {
    const filed = addDays(END, 60)
    const tag = 'EarningsPerShareDiluted'
    // A quarter is stated for a company that reports its profit.
    const { quarters } = of(
      { tag: 'NetIncomeLoss', value: 1, days: 364 },
      { tag, value: first, days: 364 },
      { tag, value: again, days: 364, filed },
      { tag, value: again / 2, end: addDays(END, -91), days: 273 },
    )
    expect(quarters.find(({ end }) => end === END)?.eps_diluted.value).toBe(quarter)
  })
})

test.each([
  [0.1 + 0.2, 0.3],
  [123_456_789_012, 123_456_789_012],
  [391_035_000_001.4, 391_035_000_001],
  [1.234_567_890_124, 1.234_567_890_12],
  [-0.7 - 0.1, -0.8],
])('%d is told with twelve digits as %d', (value, digits) => {
  expect(rounded(value)).toBe(digits)
})

test('the balance is that of the newest day, however late a filing repeats an older one, and days near it are the same', () => {
  const on = (tag: string, value: number, end: TradingDay, filed = addDays(END, 30)): Fact => ({
    ...fact({ tag, value, end, filed }),
    start: null,
  })
  const { balance } = fundamentals(
    factsOf([
      on('Assets', 100, END),
      on('Assets', 70, addDays(END, -364), addDays(END, 60)),
      on('StockholdersEquity', 40, addDays(END, -3)),
      on('CashAndCashEquivalentsAtCarryingValue', 9, addDays(END, -4)),
    ]),
    { on: ON, splits: null },
  )
  expect([balance.end, balance.assets.value, balance.equity.value, balance.cash.value]).toEqual([END, 100, 40, null])
})
