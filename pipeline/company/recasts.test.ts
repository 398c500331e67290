import { describe, expect, test } from 'vitest'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import type { Fact } from '../filings/reported-facts.ts'
import { fundamentals } from './fundamentals.ts'
import { isMixed, recastsOf } from './recasts.ts'

/** [first day, last day, value, filing day] */
type Row = readonly [string, string, number, string]

const factsOf = (tag: string, rows: readonly Row[]): Fact[] =>
  rows.map(([start, end, value, filed]) => ({
    tag,
    unit: 'USD',
    value,
    start: tradingDay(start),
    end: tradingDay(end),
    filed: tradingDay(filed),
    accession: `a-${filed}`,
    form: '10-Q',
  }))
const read = (rows: readonly Row[], on: string, tag = 'Revenues') =>
  fundamentals(
    { name: null, facts: factsOf(tag, rows), unreadable: null, foreign: [] },
    { on: tradingDay(on), splits: null },
  )
const lineOf = (rows: readonly Row[], on: string) => {
  const { quarters, ttm } = read(rows, on)
  return { ttm: ttm.revenue, of: (end: string) => quarters.find((each) => each.end === end)!.revenue }
}

/** Millions of revenue of a maker of paper that sold a fifth of itself: from its second quarter on it reports the rest. */
const YEAR: readonly Row[] = [
  ['2024-01-01', '2024-03-31', 5_149, '2024-04-23'],
  ['2024-04-01', '2024-06-30', 5_029, '2024-07-23'],
  ['2024-01-01', '2024-06-30', 10_178, '2024-07-23'],
  ['2024-07-01', '2024-09-30', 4_952, '2024-10-22'],
  ['2024-01-01', '2024-09-30', 15_130, '2024-10-22'],
  ['2024-01-01', '2024-12-31', 20_058, '2025-02-13'],
  ['2025-01-01', '2025-03-31', 4_840, '2025-04-22'],
  ['2024-01-01', '2024-03-31', 5_149, '2025-04-22'],
]
const REST: readonly Row[] = [
  ['2025-04-01', '2025-06-30', 4_163, '2025-08-01'],
  ['2025-01-01', '2025-06-30', 8_217, '2025-08-01'],
  ['2024-04-01', '2024-06-30', 4_197, '2025-08-01'],
  ['2024-01-01', '2024-06-30', 8_557, '2025-08-01'],
  ['2025-07-01', '2025-09-30', 4_150, '2025-10-30'],
  ['2025-01-01', '2025-09-30', 12_367, '2025-10-30'],
  ['2024-07-01', '2024-09-30', 4_144, '2025-10-30'],
  ['2024-01-01', '2024-09-30', 12_701, '2025-10-30'],
]
const NEW_YEAR: Row = ['2024-01-01', '2024-12-31', 16_805, '2025-12-04']

describe('a business that a company no longer counts', () => {
  test('leaves twelve months on two bases, which are none until the year is restated', () => {
    expect(lineOf(YEAR, '2025-06-01').ttm.value).toBe(20_058 + 4_840 - 5_149)
    const mixed = { value: null, reason: 'its parts were filed before and after earlier periods were restated' }
    expect(lineOf([...YEAR, ...REST], '2025-08-01').ttm).toEqual(mixed)
    expect(lineOf([...YEAR, ...REST], '2025-11-01').ttm).toEqual(mixed)
    expect(lineOf([...YEAR, ...REST, NEW_YEAR], '2025-12-04').ttm.value).toBe(16_805 + 12_367 - 12_701)
  })

  test('computes the fourth quarter from the year and the nine months as both were stated then', () => {
    const on = (rows: readonly Row[], day: string) => lineOf(rows, day).of('2024-12-31')
    expect(on([...YEAR, ...REST], '2025-10-29')).toMatchObject({ value: 4_928, filed: '2025-02-13' })
    expect(on([...YEAR, ...REST], '2025-10-30')).toMatchObject({ value: 4_928, filed: '2025-02-13' })
    expect(on([...YEAR, ...REST, NEW_YEAR], '2025-12-04').value).toBe(16_805 - 12_701)
  })

  test('gives no fourth quarter where the year is its first filing without it', () => {
    const before: Row = ['2023-01-01', '2023-12-31', 20_431, '2024-02-13']
    const since: Row[] = [
      ['2023-01-01', '2023-12-31', 17_211, '2025-02-13'],
      ['2024-01-01', '2024-12-31', 16_805, '2025-02-13'],
    ]
    const rows = [...YEAR.filter(([, , , filed]) => filed < '2025-01-01'), before, ...since]
    expect(lineOf(rows, '2025-03-01').of('2024-12-31').value).toBeNull()
    expect(lineOf(rows, '2025-03-01').ttm.value).toBe(16_805)
  })
})

test('a change of one per cent leaves twelve months, which are of the figures before it', () => {
  const rows: Row[] = [...YEAR, ['2024-01-01', '2024-03-31', 5_100, '2025-04-22']]
  const changed = rows.filter(([, , value, filed]) => !(value === 5_149 && filed === '2025-04-22'))
  expect(lineOf(changed, '2025-06-01').ttm.value).toBe(20_058 + 4_840 - 5_149)
})

describe('the recasts of a line', () => {
  const of = (rows: readonly Row[]) =>
    recastsOf(new Map([['Revenues', factsOf('Revenues', rows)]]), 'revenue', []).map(({ day, share }) => [
      day,
      Number(share.toFixed(4)),
    ])
  const year = (at: number, value: number, filed: string): Row => [`${at}-01-01`, `${at}-12-31`, value, filed]

  test('are one for each change of basis, however many filings restate another period for it', () => {
    expect(of([...YEAR, ...REST, NEW_YEAR])).toEqual([['2025-08-01', 0.1654]])
    const again: Row[] = [year(2024, 16_805, '2026-02-12'), year(2024, 15_000, '2027-02-12')]
    expect(of([...YEAR, ...REST, NEW_YEAR, ...again])).toHaveLength(2)
  })

  test.each<[string, Row[], number]>([
    ['rounding', [year(2023, 1_000, '2024-02-01'), year(2023, 1_001, '2025-02-01')], 0],
    ['a change by more than rounding', [year(2023, 1_000, '2024-02-01'), year(2023, 1_002, '2025-02-01')], 1],
    ['a figure in thousands', [year(2023, 5e6, '2024-02-01'), year(2023, 5e3, '2025-02-01')], 0],
    [
      'a slip that the next filing takes back',
      [year(2023, 4_167, '2024-02-01'), year(2023, 2_230, '2024-05-01'), year(2023, 4_167, '2025-02-01')],
      0,
    ],
    ['two figures of one day', [year(2023, 1_000, '2024-02-01'), year(2023, 900, '2024-02-01')], 0],
    [
      'a period of no whole quarters',
      [
        ['2023-01-01', '2023-05-01', 9, '2023-06-01'],
        ['2023-01-01', '2023-05-01', 5, '2024-06-01'],
      ],
      0,
    ],
  ])('after %s', (_, rows, count) => {
    expect(of(rows)).toHaveLength(count)
  })
})

test.each([
  ['moves the figure by three per cent', 0.3, false],
  ['moves it by more', 0.31, true],
])('parts on two bases are mixed only where the older %s: %s', (_, share, mixed) => {
  const part = (value: number, filed: string) => ({ value, filed: filed as TradingDay })
  const recasts = [{ day: '2025-08-01' as TradingDay, share }]
  const [old, now] = [part(10, '2025-07-31'), part(90, '2025-08-01')]
  expect(isMixed(recasts, [old, now], [], 100)).toBe(mixed)
  expect(isMixed(recasts, [{ ...old, filed: now.filed }, now], [], 100)).toBe(false)
  expect(isMixed(recasts, [old, { ...now, filed: old.filed }], [], 100)).toBe(false)
})
