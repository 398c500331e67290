import { expect, test } from 'vitest'
import { SOURCES } from '../../shared/domain/market/source-id.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { sourceTrends } from './source-trends.ts'
import type { SourceDay } from './source-trends-view.ts'

const WINDOW = { days: 4, to: tradingDay('2026-11-20') }
const day = (date: string, runs: number, ok: number, degraded = 0): SourceDay => ({
  source: 'fred',
  day: tradingDay(date),
  runs,
  ok,
  degraded,
})
const fred = (since: string | null, days: readonly SourceDay[]) =>
  sourceTrends(WINDOW, { since: since === null ? null : tradingDay(since), days }).find(
    ({ source }) => source === 'fred',
  )!

test('the window ends today, a day before counting began is null and a counted day without runs is zero', () => {
  const { series } = fred('2026-11-18', [day('2026-11-19', 3, 2, 1)])
  const nothing = { runs: 0, ok: 0, degraded: 0, failed: 0, pct: null }
  expect(series).toEqual([
    { date: '2026-11-17', runs: null, ok: null, degraded: null, failed: null, pct: null },
    { date: '2026-11-18', ...nothing },
    { date: '2026-11-19', runs: 3, ok: 2, degraded: 1, failed: 1, pct: 66.7 },
    { date: '2026-11-20', ...nothing },
  ])
})

test('a day with runs is counted even before the first counted day', () => {
  expect(fred('2026-11-20', [day('2026-11-17', 2, 2)]).series[0]).toMatchObject({ runs: 2, failed: 0, pct: 100 })
  expect(fred(null, []).series.every(({ runs }) => runs === null)).toBe(true)
})

test('the totals of a source are the sums of its own days, with one decimal of percent', () => {
  const other = { ...day('2026-11-19', 50, 1), source: 'cot' as const }
  const days = [day('2026-11-18', 4, 4, 2), day('2026-11-19', 4, 3, 1), other]
  expect(fred('2026-11-17', days)).toMatchObject({ runs: 8, ok: 7, degraded: 3, failed: 1, pct: 87.5 })
})

test('every source has a row, and without runs no percentage', () => {
  const rows = sourceTrends(WINDOW, { since: null, days: [] })
  expect(rows.map(({ source }) => source)).toEqual(SOURCES)
  expect(rows.every(({ pct, runs, failed }) => pct === null && runs === 0 && failed === 0)).toBe(true)
})
