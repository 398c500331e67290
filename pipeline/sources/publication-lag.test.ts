import { describe, expect, it } from 'vitest'
import type { SeriesId } from '../../shared/domain/series.ts'
import { SERIES } from '../../shared/domain/series.ts'
import { easternIso, instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { isObserved, newestPublished, publishedAt } from './publication-lag.ts'

const day = tradingDay
const MINUTE_MS = 60_000

describe('publication lag', () => {
  it.each([
    ['vix_close', '2026-11-20', '2026-11-20T20:00'],
    ['dix', '2026-11-20', '2026-11-20T20:00'],
    ['hy_oas', '2026-11-19', '2026-11-20T10:30'],
    ['hy_oas', '2026-11-20', '2026-11-23T10:30'],
    ['hy_oas', '2026-10-09', '2026-10-13T10:30'], // Columbus Day: shares trade, bonds do not
    ['t10y2y', '2026-11-10', '2026-11-12T09:30'], // Veterans Day
    ['t10yie', '2026-11-25', '2026-11-27T09:30'], // Thanksgiving
    ['dtwexbgs', '2026-11-09', '2026-11-16T17:15'],
    ['dtwexbgs', '2026-11-13', '2026-11-16T17:15'],
    ['dtwexbgs', '2026-10-09', '2026-10-13T17:15'], // the Monday is Columbus Day
    ['wti', '2026-11-13', '2026-11-20T17:15'],
    ['dff', '2026-11-20', '2026-11-21T17:15'],
  ] as [SeriesId, string, string][])('%s of %s is public at %s', (series, on, at) => {
    expect(easternIso(publishedAt(series, day(on))).slice(0, 16)).toBe(at)
  })

  it('no series is public before its day has ended or without a lag rule', () => {
    for (const series of SERIES)
      expect(publishedAt(series, day('2026-11-18')) >= instantAt(day('2026-11-18'), '16:00')).toBe(true)
  })

  it.each([
    ['hy_oas', '2026-11-20', '10:15', '2026-11-18'],
    ['hy_oas', '2026-11-20', '11:45', '2026-11-19'],
    ['hy_oas', '2026-10-13', '09:00', '2026-10-08'],
    ['vix_close', '2026-11-20', '15:00', '2026-11-19'],
    ['vix_close', '2026-11-20', '21:15', '2026-11-20'],
    ['t10y2y', '2026-11-12', '09:00', '2026-11-09'],
    ['dtwexbgs', '2026-11-16', '12:00', '2026-11-06'],
  ] as [SeriesId, string, string, string][])('%s at %s %s: a healthy feed has %s', (series, on, time, newest) => {
    expect(newestPublished(series, instantAt(day(on), time), day(on), 75 * MINUTE_MS)).toBe(newest)
  })

  it('bond series have no value on a bond holiday, the exchange has its close', () => {
    expect(isObserved('hy_oas', day('2026-11-11'))).toBe(false)
    expect(isObserved('vix_close', day('2026-11-11'))).toBe(true)
    expect(isObserved('t10y2y', day('2028-11-10'))).toBe(true) // 11 November is a Saturday: not observed
    expect(isObserved('t10y2y', day('2029-11-12'))).toBe(false) // Monday after a Sunday
  })
})
