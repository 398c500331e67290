import { expect, test } from 'vitest'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { type Bar, closeOnly } from './bar.ts'
import { buildTable } from './build-table.ts'

const [MON, TUE, WED] = ['2026-11-16', '2026-11-17', '2026-11-18'].map((day) => tradingDay(day)) as [
  TradingDay,
  TradingDay,
  TradingDay,
]
const BAR: Bar = { open: 100, high: 104, low: 98, close: 102, volume: 5_000 }
const days = (...rows: [TradingDay, Bar][]) => new Map(rows)
const SPY = days([MON, closeOnly(600)], [TUE, closeOnly(601)])
const NONE = new Map<TradingDay, number>()

test('a bar beside a close of the same basis is taken as it is, and one on another basis is converted to the close', () => {
  const closes = new Map([
    ['SPY', SPY],
    ['AAA', days([MON, closeOnly(102.3)], [TUE, closeOnly(51)])],
  ])
  const bars = new Map([['AAA', days([MON, BAR], [TUE, BAR])]])
  const { columns, tickers } = buildTable({ closes, bars, benchmark: NONE })
  expect(tickers).toEqual(['AAA'])
  const [{ close, range }] = columns as [(typeof columns)[number]]
  expect([...close]).toEqual([102, 51])
  expect(Object.fromEntries(Object.entries(range!).map(([key, values]) => [key, [...values]]))).toEqual({
    open: [100, 50],
    high: [104, 52],
    low: [98, 49],
    volume: [5_000, 10_000],
  })
})

test('sessions are those with a close of SPY, which the history gives only for days on which a name has a price', () => {
  const closes = new Map([
    ['SPY', days([MON, closeOnly(600)])],
    ['BBB', days([TUE, closeOnly(20)], [MON, closeOnly(19)])],
    ['AAA', days([MON, closeOnly(10)])],
  ])
  const benchmark = new Map([
    [MON, 1],
    [TUE, 602],
    [WED, 603],
  ])
  const table = buildTable({ closes, bars: new Map(), benchmark })
  expect(table.days).toEqual([MON, TUE])
  expect(table.tickers).toEqual(['AAA', 'BBB'])
  expect([...table.benchmark.close]).toEqual([600, 602])
  expect(table.columns.map(({ close, range }) => [[...close], range])).toEqual([
    [[10, Number.NaN], null],
    [[19, 20], null],
  ])
})

test('prices without a close of SPY are refused', () => {
  const closes = new Map([['AAA', days([MON, closeOnly(10)])]])
  expect(() => buildTable({ closes, bars: new Map(), benchmark: NONE })).toThrow('no close of SPY')
})

test('sessions are in order whatever the order of the lines, and a bar without a close beside it is taken as it is', () => {
  const closes = new Map([['SPY', days([WED, closeOnly(603)], [MON, closeOnly(600)])]])
  const onlyVolume: Bar = { open: Number.NaN, high: Number.NaN, low: Number.NaN, close: 21, volume: 7_000 }
  const bars = new Map([
    ['AAA', days([WED, BAR])],
    ['BBB', days([MON, onlyVolume])],
  ])
  const { days: sessions, columns } = buildTable({ closes, bars, benchmark: NONE })
  expect(sessions).toEqual([MON, WED])
  expect(columns.map(({ close, range }) => [[...close], range && [...range.volume]])).toEqual([
    [
      [Number.NaN, 102],
      [Number.NaN, 5_000],
    ],
    [
      [21, Number.NaN],
      [7_000, Number.NaN],
    ],
  ])
})
