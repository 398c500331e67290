import { expect, it } from 'vitest'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { closesAndVix, hasClose, stateHistory } from './state-history.ts'

const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'].map((day) => tradingDay(day))
const points = (days: readonly TradingDay[], value = 1) =>
  days.map((day, at) => ({ day, value: value + at, knownAt: instantAt(day, '16:30'), source: 'given' }))

/** The series that the dimension reads, given the number of days of each alternative. */
const readOf = (key: string, lengths: Partial<Record<SeriesId, number>>) => {
  const given = Object.entries(lengths).map(([id, length]) => [id, points(DAYS.slice(0, length))] as const)
  const { columns } = stateHistory({ series: { spy_close: points(DAYS), ...Object.fromEntries(given) } })
  return columns.find(({ dimension }) => dimension.key === key)!.series
}

it.each([
  ['credit', { hy_oas: 2, baa10y: 3 }, 'baa10y'],
  ['credit', { hy_oas: 3, baa10y: 2 }, 'hy_oas'],
  ['credit', { hy_oas: 3, baa10y: 3 }, 'hy_oas'],
  ['credit', { baa10y: 1 }, 'baa10y'],
  ['gamma', { gex_own: 1, gex_vendor: 4 }, 'gex_vendor'],
  ['gamma', { gex_own: 4 }, 'gex_own'],
  ['gamma', {}, 'gex_own'],
] as const)(
  'the dimension %s of %j reads %s, the longest alternative or the first of equal ones',
  (key, lengths, id) => {
    expect(readOf(key, lengths)).toBe(id)
  },
)

it('a session counts with its own close of VIX, and a day that is no session does not count', () => {
  const saturday = tradingDay('2026-11-21')
  const { days, closes, vix } = closesAndVix({
    spy_close: points([...DAYS, saturday], 600),
    vix_close: points([...DAYS.slice(1, 4), saturday], 20),
  })
  expect(days).toEqual(DAYS)
  expect(closes).toEqual([600, 601, 602, 603, 604])
  expect([...vix]).toEqual([Number.NaN, 20, 21, 22, Number.NaN])
})

it('a session without a close of SPY keeps its place, without a VIX and without a state', () => {
  const gap = DAYS[2]!
  const series = { spy_close: points(DAYS, 600).filter(({ day }) => day !== gap), vix_close: points(DAYS, 20) }
  const { days, closes, vix, columns } = stateHistory({ series })
  expect(days).toEqual(DAYS)
  expect(closes).toEqual([600, 601, Number.NaN, 603, 604])
  expect([...vix]).toEqual([20, 21, Number.NaN, 23, 24])
  const volatility = columns.find(({ dimension: { key } }) => key === 'volatility')!
  expect(Number.isNaN(volatility.values[2])).toBe(true)
  expect(Number.isNaN(volatility.values[3])).toBe(false)
  expect(DAYS.map((_, at) => hasClose({ closes }, at))).toEqual([true, true, false, true, true])
})
