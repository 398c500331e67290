import { describe, expect, it } from 'vitest'
import { isSession } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { addDays, DAY_MS, tradingDay, weekday } from '../../shared/time/trading-day.ts'
import { bars } from './bars.ts'
import { breadth } from './breadth.ts'
import { darkpool } from './darkpool.ts'
import { fedfunds } from './fedfunds.ts'
import { fred } from './fred.ts'
import { sources } from './index.ts'
import { market } from './market.ts'
import { options } from './options.ts'
import type { Source } from './source.ts'

const ids = (
  source: Source,
  date: string,
  time: string,
  mode: 'latest' | 'history' = 'latest',
  fredApiKey: string | null = null,
) => {
  const day = tradingDay(date)
  return source.feeds({ at: instantAt(day, time), day, mode, fredApiKey }).map(({ id }) => id)
}

describe('the feeds of a run', () => {
  it.each([
    ['2026-11-20', '09:30', 'cboe-spy-quote'],
    ['2026-11-20', '16:35', 'cboe-spy-quote'],
    ['2026-11-20', '18:30', 'cboe-vix-history'],
    ['2026-11-20', '09:00', 'cboe-vix-history'],
    ['2026-11-27', '13:35', 'cboe-spy-quote'],
    ['2026-11-27', '16:35', 'cboe-vix-history'],
    ['2026-11-21', '11:00', 'cboe-vix-history'],
  ])('the market source on %s at %s requests %s and the like', (date, time, id) => {
    const requested = ids(market, date, time)
    expect(requested).toContain(id)
    expect(requested.some((each) => each.endsWith('quote')) && requested.some((each) => each.endsWith('history'))).toBe(
      false,
    )
  })

  it('history requests the official files at any time of day, and no chain', () => {
    expect(ids(market, '2026-11-20', '11:00', 'history')).toContain('cboe-spx-closes')
    expect(ids(options, '2026-11-20', '11:00', 'history')).toEqual([])
  })

  it('short volume is requested for today from 18:00, else for the session before', () => {
    expect(ids(darkpool, '2026-11-20', '18:15')).toEqual(['dix-csv', 'finra-short-volume-2026-11-20'])
    expect(ids(darkpool, '2026-11-23', '09:00')).toEqual(['dix-csv', 'finra-short-volume-2026-11-20'])
    expect(ids(darkpool, '2026-11-21', '19:00')).toContain('finra-short-volume-2026-11-20')
    expect(ids(darkpool, '2026-11-20', '18:15', 'history')).toHaveLength(22)
  })

  it("fed funds are requested for this month and thirteen more, across a year's end", () => {
    const requested = ids(fedfunds, '2026-11-20', '12:05')
    expect(requested).toHaveLength(14)
    expect(requested.slice(0, 3)).toEqual(['yahoo-zqx26-cbt', 'yahoo-zqz26-cbt', 'yahoo-zqf27-cbt'])
  })

  it('bars and members use the same feeds for latest and history', () => {
    expect(ids(bars, '2026-11-20', '16:50')).toHaveLength(16)
    expect(ids(bars, '2026-11-20', '16:50', 'history')).toEqual(ids(bars, '2026-11-20', '16:50'))
    expect(ids(breadth, '2026-11-20', '16:45')).toEqual(['constituents'])
  })

  it('FRED is requested as three CSV groups without a key, and per series with one', () => {
    expect(ids(fred, '2026-11-20', '10:30')).toEqual(['fred-daily', 'fred-daily-close', 'fred-daily-7-day'])
    const withKey = ids(fred, '2026-11-20', '10:30', 'latest', 'k'.repeat(32))
    expect(withKey).toHaveLength(12)
    expect(withKey).toContain('fred-api-bamlh0a0hym2')
  })
})

/** The longest time between two planned fetches of a source, over three years of weekends and holidays. */
function longestGapMs({ at, weekdays, restDaysAt }: Source): number {
  const planned: number[] = []
  const last = tradingDay('2028-12-31')
  for (let day = tradingDay('2026-01-01'); day <= last; day = addDays(day, 1)) {
    const times = isSession(day) ? at : (restDaysAt ?? [])
    if (weekdays === undefined || weekdays.includes(weekday(day)))
      planned.push(...times.map((time) => instantAt(day, time).getTime()))
  }
  planned.sort((a, b) => a - b)
  return Math.max(...planned.slice(1).map((instant, index) => instant - planned[index]!))
}

const DAYS_LASTING = sources.filter(({ everyCycle, maxAgeMs }) => !everyCycle && maxAgeMs >= DAY_MS)

it.each(DAYS_LASTING.map((source) => [source.id, source] as const))(
  'the last good value of %s stands in over the longest weekend, also when a run is late by an hour',
  (_, source) => {
    expect(source.maxAgeMs).toBeGreaterThanOrEqual(longestGapMs(source) + 3_600_000)
  },
)
