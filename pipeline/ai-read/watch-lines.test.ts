import { expect, it } from 'vitest'
import type { LevelKind } from '../../shared/domain/contract/tripwire.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import type { EveningInputs } from '../risk/evening.ts'
import { spy50dma } from '../tripwires/spy.ts'
import { vixTermInversion } from '../tripwires/volatility.ts'
import { eveningLines, isCrossed, type ReadWire, usualMoves, watchLines } from './watch-lines.ts'

const FIRST = tradingDay('2026-08-03')
const daily = (valueAt: (at: number) => number) =>
  Array.from({ length: 61 }, (_, at) => ({ day: addDays(FIRST, at), value: valueAt(at) }))
const swing = (at: number) => (at % 2 === 0 ? 1 : -1)

/** VIX3M follows VIX, so the ratio moves far less than VIX. */
const vix = (at: number) => 15 + 0.75 * swing(at)
const series = {
  spy_close: daily((at) => 600 + 3 * swing(at)),
  vix_close: daily(vix),
  vix3m_close: daily((at) => vix(at) / (0.85 + 0.005 * swing(at))),
}
const inputs = { day: addDays(FIRST, 60), series } as unknown as EveningInputs

it('the usual move of a ratio is that of the ratio itself, of the days that both series have', () => {
  const { vix_ratio: ratio, vix_level: level } = usualMoves(inputs)
  expect(ratio).toBeCloseTo(0.01, 3)
  expect(level).toBeCloseTo(1.5, 1)
  const short = { ...inputs, series: { ...series, vix3m_close: series.vix3m_close.slice(0, 15) } }
  expect(usualMoves(short as unknown as EveningInputs).vix_ratio).toBeUndefined()
})

it('the nearest line is the fewest usual moves of its measure away', () => {
  const observedAt = new Date('2026-11-27T17:45:00Z')
  const read = [
    { wire: vixTermInversion, value: 0.85, level: 1, observedAt },
    { wire: spy50dma, value: 600, level: 580, observedAt },
  ]
  const [nearest] = watchLines(read, usualMoves(inputs))
  expect(nearest!.text).toBe(`${spy50dma.label} (580.00), last 600.00 (Fri 27 Nov 2026, 12:45 ET)`)
})

const OBSERVED_AT = new Date('2026-11-27T17:45:00Z')
const lineOf = (levelKind: LevelKind, value: number, more: Partial<ReadWire> = {}): ReadWire => ({
  wire: { label: levelKind, levelKind, side: 'above', risk: 'risk-up' },
  value,
  level: 100,
  observedAt: OBSERVED_AT,
  ...more,
})
const ALL_ONE = {
  spy_price: 1,
  vix_level: 1,
  vix_ratio: 1,
  hy_oas_percent: 1,
  breadth_percent: 1,
  yield_percent: 1,
} satisfies Record<LevelKind, number>

it.each<[LevelKind, string, string]>([
  ['spy_price', '1.23', ' (100.00)'],
  ['vix_level', '1.23', ''],
  ['vix_ratio', '1.235', ''],
  ['hy_oas_percent', '1.23', ' (100.00)'],
  ['breadth_percent', '1.2', ''],
  ['yield_percent', '1.23', ' (100.00)'],
])('a line of %s states its last value as %s, and a level that moves as "%s"', (kind, words, level) => {
  expect(watchLines([lineOf(kind, 1.2346)], ALL_ONE)).toEqual([
    {
      text: `${kind}${level}, last ${words} (Fri 27 Nov 2026, 12:45 ET)`,
      level: 100,
      level_kind: kind,
      risk: 'risk-up',
      observed_at: '2026-11-27T12:45:00-05:00',
    },
  ])
})

it('the three nearest lines are named, and none whose usual move is unknown', () => {
  const values = [10, 50, 40, 30, 20]
  const read = values.map((value) => lineOf('vix_level', value))
  const told = watchLines([...read, lineOf('spy_price', 99)], { vix_level: 2 })
  expect(told.map(({ text }) => /last (\d+)/.exec(text)![1])).toEqual(['50', '40', '30'])
})

it.each([
  ['above', 99.9, false],
  ['above', 100, true],
  ['below', 100, false],
  ['below', 99.9, true],
] as const)('a wire %s 100 is crossed at %s: %s, and is then no line to watch', (side, value, crossed) => {
  expect(isCrossed({ side }, { value, level: 100 })).toBe(crossed)
  const wire = { label: 'wire', levelKind: 'vix_level', side, risk: 'risk-up' } as const
  expect(watchLines([{ wire, value, level: 100, observedAt: OBSERVED_AT }], ALL_ONE)).toHaveLength(crossed ? 0 : 1)
})

it('a usual move is that of the last sixty changes, and unknown from fewer than twenty', () => {
  const moves = (values: readonly number[]) => {
    const points = values.map((value, at) => ({ day: addDays(FIRST, at), value }))
    return usualMoves({ ...inputs, series: { vix_close: points } } as unknown as EveningInputs).vix_level
  }
  const alternating = (count: number) => Array.from({ length: count }, (_, at) => 15 + (at % 2))
  expect(moves(alternating(20))).toBeUndefined()
  expect(moves(alternating(21))).toBeCloseTo(1.026, 3)
  // The jump is the first of 60 changes, then the 61st, which is too old.
  expect(moves([50, ...alternating(60)])).toBeGreaterThan(4)
  expect(moves([50, ...alternating(61)])).toBeLessThan(1.1)
  expect(moves(Array.from({ length: 61 }, () => 15))).toBeUndefined()
})

it('an evening reads the closes of its own session, as of its last minute', () => {
  const day = tradingDay('2026-11-27')
  const point = (value: number, on = day) => ({
    day: on,
    value,
    knownAt: instantAt(on, '20:00'),
    source: 'market',
    isStandIn: false,
  })
  const before = daily(vix).map(({ day: on, value }) => point(value, on))
  const lines = (vixCloses: readonly unknown[]) =>
    eveningLines({ cutoff: instantAt(day, '20:00'), day, series: { vix_close: vixCloses } } as EveningInputs)
  const told = lines([...before, point(18.5)])
  expect(told.map(({ text }) => text)).toEqual([
    'VIX at or above 20, last 18.50 (Fri 27 Nov 2026, 13:00 ET)',
    'VIX below 15, last 18.50 (Fri 27 Nov 2026, 13:00 ET)',
    'VIX at or above 30, last 18.50 (Fri 27 Nov 2026, 13:00 ET)',
  ])
  expect(lines(before)).toEqual([])
})
