import fc from 'fast-check'
import { DateTime } from 'luxon'
import { describe, expect, it } from 'vitest'
import { runs } from '../../harness/property-tests.ts'
import {
  addDays,
  dayOfEpoch,
  daysBetween,
  epochDay,
  isoWeek,
  type TradingDay,
  tradingDay,
  weekday,
} from './trading-day.ts'

const anyDay = fc.integer({ min: 0, max: 40_000 }).map(dayOfEpoch)

describe('a trading day', () => {
  it.each(['2026-02-29', '2026-13-01', '2026-1-5', '2026-11-20T10:00:00Z', '', 'today'])('refuses %j', (text) => {
    expect(() => tradingDay(text)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })

  it.each([
    ['2026-11-20', '2026-W47'],
    ['2027-01-01', '2026-W53'],
    ['2024-12-30', '2025-W01'],
    ['2021-01-03', '2020-W53'],
    ['2018-12-31', '2019-W01'],
  ])('%s is in ISO week %s', (day, week) => {
    expect(isoWeek(tradingDay(day))).toBe(week)
  })

  it('agrees with luxon on weeks and weekdays', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const reference = DateTime.fromISO(day, { zone: 'utc' })
        expect(weekday(day)).toBe(reference.weekday)
        expect(isoWeek(day)).toBe(reference.toFormat("kkkk-'W'WW"))
      }),
      { numRuns: runs(1000) },
    )
  })

  it('addDays and daysBetween undo each other', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -400, max: 400 }), (day, days) => {
        expect(daysBetween(day, addDays(day, days))).toBe(days)
        expect(dayOfEpoch(epochDay(day))).toBe(day)
      }),
    )
  })

  it('counts from the year 1000 to the year 9999 and no further', () => {
    const [first, last] = ['1000-01-01', '9999-12-31'].map(tradingDay) as [TradingDay, TradingDay]
    expect(addDays(addDays(first, 1), -1)).toBe(first)
    expect(addDays(addDays(last, -1), 1)).toBe(last)
    expect(() => addDays(first, -1)).toThrow(expect.objectContaining({ kind: 'invalid' }))
    expect(() => addDays(last, 1)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })

  it('refuses arithmetic with a part of a day', () => {
    expect(() => addDays(tradingDay('2026-11-20'), 0.5)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })
})
