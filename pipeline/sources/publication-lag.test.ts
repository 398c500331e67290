import { describe, expect, it } from 'vitest'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { SERIES } from '../../shared/domain/market/series.ts'
import { easternIso, instantAt } from '../../shared/time/eastern.ts'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import { canBeObserved, isObserved, isRelease, newestPublished, publishedAt } from './publication-lag.ts'

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
    ['baa10y', '2026-11-19', '2026-11-20T17:15'],
    ['dgs10', '2026-11-20', '2026-11-23T17:15'],
    ['dgs10', '2026-10-09', '2026-10-13T17:15'], // Columbus Day
    ['dtwexbgs', '2026-11-09', '2026-11-16T17:15'],
    ['dtwexbgs', '2026-11-13', '2026-11-16T17:15'],
    ['dtwexbgs', '2026-10-09', '2026-10-13T17:15'], // the Monday is Columbus Day
    ['wti', '2026-11-13', '2026-11-20T17:15'],
    ['dff', '2026-11-19', '2026-11-20T17:15'],
    ['dff', '2026-11-20', '2026-11-23T17:15'], // published on business days alone
    ['dff', '2026-11-22', '2026-11-23T17:15'],
    ['dff', '2026-11-25', '2026-11-27T17:15'], // Thanksgiving
    ['fed_target_upper', '2026-11-25', '2026-11-25T17:15'],
    ['fed_target_lower', '2026-11-26', '2026-11-27T17:15'],
    ['pct_above_50dma', '2026-11-20', '2026-11-20T20:00'],
    ['aaii_bullish', '2026-11-19', '2026-11-19T10:00'],
    ['aaii_bearish', '2026-11-26', '2026-11-26T10:00'], // Thanksgiving
    ['aaii_bullish', '2026-11-18', '2026-11-19T10:00'], // dated a day early
    ['cot_es_noncommercial_net', '2026-11-17', '2026-11-20T15:30'],
    ['cot_es_open_interest', '2026-11-24', '2026-11-30T15:30'], // Thanksgiving lies between
    ['cot_es_open_interest', '2022-11-08', '2022-11-14T15:30'], // Veterans Day is the Friday
    ['cot_es_noncommercial_net', '2012-12-24', '2012-12-28T15:30'], // dated Monday, since Tuesday is Christmas
    // The offices observed Veterans Day, New Year and the first Juneteenth on Fridays on which the exchange traded.
    ['cot_es_noncommercial_net', '2023-11-07', '2023-11-13T15:30'],
    ['cot_es_noncommercial_net', '2021-12-28', '2022-01-03T15:30'],
    ['cot_es_noncommercial_net', '2021-06-15', '2021-06-21T15:30'],
    ['cot_es_noncommercial_net', '2024-06-18', '2024-06-24T15:30'], // Juneteenth, on which the exchange was closed
    ['dgs10', '2023-11-09', '2023-11-13T17:15'],
    ['dgs10', '2023-11-10', '2023-11-13T17:15'],
    ['hy_oas', '2023-11-09', '2023-11-10T10:30'],
    // The attack on ION in 2023 delayed these.
    ['cot_es_noncommercial_net', '2023-01-24', '2023-01-27T15:30'],
    ['cot_es_noncommercial_net', '2023-01-31', '2023-02-24T15:30'],
    ['cot_es_noncommercial_net', '2023-03-14', '2023-03-17T15:30'],
    // Government shutdowns: the last report before, the first delayed one, the last delayed one, and the next in time.
    ['cot_es_noncommercial_net', '2013-09-24', '2013-09-27T15:30'],
    ['cot_es_noncommercial_net', '2013-10-01', '2013-10-25T15:30'],
    ['cot_es_noncommercial_net', '2013-10-29', '2013-11-08T15:30'],
    ['cot_es_noncommercial_net', '2013-11-05', '2013-11-08T15:30'],
    ['cot_es_noncommercial_net', '2018-12-18', '2018-12-21T15:30'],
    ['cot_es_noncommercial_net', '2018-12-24', '2019-02-01T15:30'],
    ['cot_es_noncommercial_net', '2018-12-31', '2019-02-05T15:30'],
    ['cot_es_noncommercial_net', '2019-02-26', '2019-03-05T15:30'],
    ['cot_es_noncommercial_net', '2019-03-05', '2019-03-08T15:30'],
    ['cot_es_commercial_net', '2025-09-23', '2025-09-26T15:30'],
    ['cot_es_commercial_net', '2025-09-30', '2025-11-19T15:30'],
    ['cot_es_commercial_net', '2025-11-10', '2025-12-12T15:30'],
    ['cot_es_commercial_net', '2026-01-13', '2026-01-20T15:30'],
    ['cot_es_commercial_net', '2026-01-20', '2026-01-23T15:30'],
  ] as [SeriesId, string, string][])('the %s of %s is public at %s', (series, on, at) => {
    expect(easternIso(publishedAt(series, day(on))).slice(0, 16)).toBe(at)
  })

  it.each([
    ['hy_oas', '2026-04-03', true], // Good Friday
    ['hy_oas', '2026-04-04', false],
    ['hy_oas', '2026-04-05', false],
    ['vix_close', '2026-04-03', false],
    ['vix_close', '2026-04-06', true],
    ['dff', '2026-04-04', true],
    ['aaii_bullish', '2026-04-04', true],
  ] as [SeriesId, string, boolean][])('a value of %s for %s can be genuine: %s', (series, on, can) => {
    expect(canBeObserved(series, day(on))).toBe(can)
  })

  it('every series has a lag rule, and none is public before its day has ended', () => {
    // A survey is dated the day it is published, which is not a day of trading.
    for (const series of SERIES.filter((each) => !each.startsWith('aaii_')))
      expect(publishedAt(series, day('2026-11-18')) >= instantAt(day('2026-11-18'), '16:00')).toBe(true)
  })

  it.each([
    ['hy_oas', '2026-11-20', '10:15', '2026-11-18'],
    ['hy_oas', '2026-11-20', '11:45', '2026-11-19'],
    ['hy_oas', '2026-10-13', '09:00', '2026-10-08'],
    ['vix_close', '2026-11-20', '15:00', '2026-11-19'],
    ['vix_close', '2026-11-20', '21:15', '2026-11-20'],
    ['t10y2y', '2026-11-12', '09:00', '2026-11-09'],
    ['dff', '2026-11-27', '09:30', '2026-11-24'],
    ['dff', '2026-11-27', '19:00', '2026-11-26'],
    ['fed_target_upper', '2026-11-27', '09:30', '2026-11-25'],
    ['dtwexbgs', '2026-11-16', '12:00', '2026-11-06'],
    ['aaii_bullish', '2026-11-19', '10:30', '2026-11-12'],
    ['aaii_bullish', '2026-11-19', '12:00', '2026-11-19'],
    ['cot_es_noncommercial_net', '2026-11-20', '12:00', '2026-11-10'],
    ['cot_es_noncommercial_net', '2026-11-20', '20:00', '2026-11-17'],
    ['cot_es_noncommercial_net', '2019-01-31', '20:00', '2018-12-18'],
    ['cot_es_noncommercial_net', '2025-11-18', '20:00', '2025-09-23'],
  ] as [SeriesId, string, string, string][])('the newest %s on %s at %s is of %s', (series, on, time, newest) => {
    expect(newestPublished(series, instantAt(day(on), time), day(on), 75 * MINUTE_MS)).toBe(newest)
  })

  it('bond series have no value on a bond holiday, on which the exchange has its close', () => {
    expect(isObserved('hy_oas', day('2026-11-11'))).toBe(false)
    expect(isObserved('vix_close', day('2026-11-11'))).toBe(true)
    expect(isObserved('t10y2y', day('2028-11-10'))).toBe(true) // 11 November is a Saturday: not observed
    expect(isObserved('t10y2y', day('2029-11-12'))).toBe(false) // Monday after a Sunday
  })

  it('a weekly series has values only on its weekday, or on the day before if that is a holiday', () => {
    expect(isObserved('aaii_bullish', day('2026-11-19'))).toBe(true)
    expect(isObserved('aaii_bullish', day('2026-11-20'))).toBe(false)
    expect(isObserved('cot_es_open_interest', day('2026-11-17'))).toBe(true)
    expect(isObserved('cot_es_open_interest', day('2018-12-25'))).toBe(false)
    expect(isObserved('cot_es_open_interest', day('2018-12-24'))).toBe(true)
  })

  it('a shutdown delays reports and never reorders them', () => {
    const released = (on: string) => publishedAt('cot_es_noncommercial_net', day(on)).getTime()
    for (const [from, to] of [
      ['2013-09-17', '2013-11-26'],
      ['2018-12-11', '2019-03-26'],
      ['2025-09-16', '2026-02-10'],
    ] as const) {
      for (let on = day(from); on <= day(to); on = addDays(on, 7)) {
        expect(released(on)).toBeGreaterThanOrEqual(instantAt(addDays(on, 3), '15:30').getTime())
        expect(released(addDays(on, 7))).toBeGreaterThanOrEqual(released(on))
      }
    }
  })

  it('a weekly value that is dated a day early counts as the release of its week', () => {
    expect(isRelease('aaii_bullish', day('2026-11-18'), day('2026-11-19'))).toBe(true)
    expect(isRelease('aaii_bullish', day('2026-11-12'), day('2026-11-19'))).toBe(false)
    expect(isRelease('vix_close', day('2026-11-18'), day('2026-11-19'))).toBe(false)
  })
})
