import { describe, expect, test } from 'vitest'
import { addSessions } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { breadthAt, creditAt, gammaAt, usualSize, volatilityAt, wideningAt } from './pillar-rows.ts'

const FIRST = tradingDay('2025-01-02')
/** A value for each of consecutive sessions. */
const points = (values: readonly number[]) => values.map((value, at) => ({ day: addSessions(FIRST, at).day, value }))
const flat = (count: number, value: number) => Array<number>(count).fill(value)

describe('the usual size', () => {
  test('is the mean of what was read without its signs, from half a year on', () => {
    const half = points([...flat(63, 2), ...flat(63, -4)])
    expect(usualSize(half, 124)).toBeNull()
    expect(usualSize(half, 125)).toBe(3)
  })

  test('is that of the newest 252 sessions, the one that is read included', () => {
    const year = points([252 * 7, 252 * 5, ...flat(250, 0), 252])
    expect(usualSize(year, 251)).toBe(7 + 5)
    expect(usualSize(year, 252)).toBe(5 + 1)
  })

  test('is the measure of dealer gamma, which has no reading without it', () => {
    const half = points([...flat(63, 2), ...flat(62, -4), -6])
    expect(gammaAt(half, 125)).toEqual({ gex: -6, relative: -6 / (380 / 126), day: half[125]!.day })
    expect(gammaAt(half, 124)).toBeUndefined()
    expect(gammaAt(points(flat(126, 0)), 125)).toBeUndefined()
  })

  test('VIX has a reading without it', () => {
    const half = points([...flat(125, 10), 20])
    expect(volatilityAt(half, 125)).toEqual({ vix: 20, usual: 1_270 / 126, day: half[125]!.day })
    expect(volatilityAt(half, 124)).toMatchObject({ vix: 10, usual: null })
  })
})

describe('the spread', () => {
  test('is compared with the highest of its newest 252 observations, itself included', () => {
    const year = points([9, 8, ...flat(250, 3), 4])
    expect(creditAt(year, 251)).toMatchObject({ oas: 3, peak: 9, day: year[251]!.day })
    expect(creditAt(year, 252)).toMatchObject({ oas: 4, peak: 8 })
    expect(creditAt(points([3, 5]), 1)).toMatchObject({ oas: 5, peak: 5, widening: null })
    expect(creditAt(year, 253)).toBeUndefined()
  })

  test('has widened since twenty sessions ago', () => {
    const month = points([2, 3, ...flat(18, 9), 6, 7])
    expect([19, 20, 21].map((at) => wideningAt(month, at))).toEqual([null, 4, 4])
    expect(creditAt(month, 20)!.widening).toBe(4)
  })
})

test('breadth is read as it is', () => {
  expect(breadthAt(points([40, 50]), 1)).toEqual({ percentAbove50d: 50, day: addSessions(FIRST, 1).day })
  expect(breadthAt(points([40, 50]), 2)).toBeUndefined()
})
