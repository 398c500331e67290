import { describe, expect, it } from 'vitest'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import type { DayValue } from './daily-view.ts'
import { LAST_THREE_YEARS, ownPercentile, rankIf, spanOf } from './own-percentile.ts'

const FIRST = tradingDay('2025-01-01')
const points = (values: readonly number[]): DayValue[] =>
  values.map((value, at) => ({ day: addDays(FIRST, at), value }) as DayValue)
const rising = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

describe('own percentile', () => {
  it('is the share of the window at or below the last point, ties included', () => {
    expect(ownPercentile(points([...rising(199), 99]))).toBe(50.5)
    expect(ownPercentile(points([...rising(199), 98.5]))).toBe(50)
    expect(ownPercentile(points(Array<number>(126).fill(3)))).toBe(100)
  })

  it('needs 126 sessions, or 52 weeks', () => {
    expect(ownPercentile(points(rising(125)))).toMatchObject({ status: 'not_ready', have: 125, need: 126 })
    expect(ownPercentile(points(rising(126)))).toBe(100)
    expect(ownPercentile(points(rising(51)), LAST_THREE_YEARS)).toMatchObject({ have: 51, need: 52 })
    expect(ownPercentile(points(rising(52)), LAST_THREE_YEARS)).toBe(100)
    expect(ownPercentile([])).toMatchObject({ have: 0 })
  })

  it('forgets what is older than 252 sessions', () => {
    expect(ownPercentile(points([-1, ...Array<number>(251).fill(5), 0]))).toBeCloseTo(100 / 252, 10)
    expect(ownPercentile(points([-1, ...Array<number>(250).fill(5), 0]))).toBeCloseTo(200 / 252, 10)
  })

  it('a shifted last point ranks among the others, ties included', () => {
    const window = points([...rising(199), 99])
    expect([-1, -0.5, 0, 0.5, 1].map((shift) => rankIf(window, shift))).toEqual([50, 50, 50.5, 50.5, 51])
    expect(rankIf(points([-1, ...Array<number>(251).fill(5), 4]), -4)).toBeCloseTo(100 / 252, 10)
    expect(rankIf(points([-1, ...Array<number>(250).fill(5), 4]), -4)).toBeCloseTo(200 / 252, 10)
  })

  it('names the window in words, and the length of a short history', () => {
    expect([spanOf(points(rising(252))), spanOf(points(rising(251)))]).toEqual(['last year', '251 sessions of history'])
    expect(spanOf(points(rising(155)), LAST_THREE_YEARS)).toBe('155 weeks of history')
  })
})
