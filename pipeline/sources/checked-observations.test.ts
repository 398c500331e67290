import { describe, expect, it } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { checkedObservations } from './checked-observations.ts'
import { csvTable } from './csv-table.ts'
import { decimal } from './decimal.ts'
import { SERIES_BOUNDS } from './series-bounds.ts'

const invalid = expect.objectContaining({ kind: 'invalid' })
const day = tradingDay
const today = day('2026-11-20')

describe('decimal', () => {
  it.each([
    ['16.02', 16.02],
    [' -0.35 ', -0.35],
    ['9.05e9', 9.05e9],
    ['.5', 0.5],
  ])('%j reads as %d', (text, value) => expect(decimal(text, 'x')).toBe(value))

  it.each(['', ' ', '.', 'NaN', 'Infinity', '-Infinity', '0x10', '1,000', '4.9<', '1e999', 'null', '--1'])(
    '%j is refused',
    (text) => {
      expect(() => decimal(text, 'x')).toThrow(invalid)
    },
  )
})

describe('checked observations', () => {
  it('days are sorted and an exact repeat of a row is tolerated', () => {
    const rows = [
      [day('2026-11-19'), 16],
      [day('2026-11-18'), 17],
      [day('2026-11-19'), 16],
    ] as const
    expect(checkedObservations('vix_close', rows, today).map(({ day: on, value }) => [on, value])).toEqual([
      ['2026-11-18', 17],
      ['2026-11-19', 16],
    ])
  })

  it.each([
    [
      'two values for one day',
      [
        ['2026-11-19', 16],
        ['2026-11-19', 17],
      ],
    ],
    ['a future day', [['2026-11-21', 16]]],
    ['1e308', [['2026-11-19', 1e308]]],
    ['-1', [['2026-11-19', -1]]],
    ['NaN', [['2026-11-19', Number.NaN]]],
  ] as [string, [string, number][]][])('%s is refused', (_, rows) => {
    expect(() =>
      checkedObservations(
        'vix_close',
        rows.map(([on, value]) => [day(on), value] as const),
        today,
      ),
    ).toThrow(invalid)
  })

  it('a bound itself is accepted, and what lies beyond it is a unit error', () => {
    const accepts = (value: number) => () => checkedObservations('vix_close', [[today, value]], today)
    expect([accepts(4)(), accepts(200)()].map(([row]) => row?.value)).toEqual([4, 200])
    for (const beyond of [3.99, 200.01]) expect(accepts(beyond)).toThrow('vix_close on 2026-11-20 is outside 4 to 200')
  })

  it.each([
    ['hy_oas', 0.0312, 312],
    ['dgs10', 412, 412],
    ['dix', 45, 0.0045],
    ['aaii_bullish', 38, 0.0038],
    ['aaii_bearish', 31, 0.0031],
    ['pct_above_50dma', 6_200, -1],
    ['spy_close', 6.8642, 68_642],
    ['vix_close', 0.16, 1_602],
    ['putcall_total', 92, 0.092],
    ['cot_es_open_interest', 2.1, 2.1e9],
  ] as const)('%s in another unit is refused: %d and %d', (series, one, other) => {
    for (const value of [one, other])
      expect(() => checkedObservations(series, [[today, value]], today)).toThrow(invalid)
  })

  it('every series has bounds in order', () => {
    for (const [series, [min, max]] of Object.entries(SERIES_BOUNDS))
      expect([series, min < max]).toEqual([series, true])
  })

  it.each([
    ['hy_oas', '2020-02-29'], // the Saturday that ends a month
    ['hy_oas', '2022-07-31'], // a Sunday
    ['vix_close', '2025-01-09'], // a day of mourning
  ] as const)('a row of %s for %s is left out, as in a history file, and the others are kept', (series, off) => {
    const rows = ['2020-02-28', off, '2025-01-10'].map((each) => [day(each), 20] as const)
    expect(checkedObservations(series, rows, today).map((row) => row.day)).toEqual(['2020-02-28', '2025-01-10'])
  })

  it('a row that is left out is checked like the others', () => {
    expect(() => checkedObservations('hy_oas', [[day('2022-07-31'), 471]], today)).toThrow(invalid)
  })

  it('real extremes are accepted: WTI of April 2020, VIX of March 2020, HY OAS of December 2008', () => {
    expect(checkedObservations('wti', [[day('2020-04-20'), -36.98]], today)).toHaveLength(1)
    expect(checkedObservations('vix_close', [[day('2020-03-16'), 82.69]], today)).toHaveLength(1)
    expect(checkedObservations('hy_oas', [[day('2008-12-15'), 21.82]], today)).toHaveLength(1)
  })
})

describe('csv table', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  it('a last row without its line end is dropped, because its number may be cut', () => {
    expect(csvTable(bytes('DATE,SKEW\n11/18/2026,141.22\n11/19/2026,139')).rows).toEqual([['11/18/2026', '141.22']])
  })

  it('rows of unequal length and bytes that are not UTF-8 are refused', () => {
    expect(() => csvTable(bytes('DATE,SKEW\n11/18/2026\n'))).toThrow(invalid)
    expect(() => csvTable(Uint8Array.from([0x44, 0xff, 0xfe, 0x0a]))).toThrow(invalid)
    expect(() => csvTable(bytes('no line end'))).toThrow(invalid)
  })
})
