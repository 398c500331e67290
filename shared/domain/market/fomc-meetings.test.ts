import { describe, expect, it } from 'vitest'
import { isSession } from '../../time/calendar.ts'
import { tradingDay, weekday } from '../../time/trading-day.ts'
import {
  announcementsKnownOn,
  FOMC_FIRST_YEAR,
  FOMC_LAST_YEAR,
  FOMC_MEETINGS,
  FOMC_UNSCHEDULED,
  knownOn,
  meetingsBetween,
} from './fomc-meetings.ts'

describe('FOMC meetings', () => {
  it('are eight a year (seven in 2020), in order and on sessions', () => {
    for (let year = FOMC_FIRST_YEAR; year <= FOMC_LAST_YEAR; year++) {
      const days = FOMC_MEETINGS.filter((day) => day.startsWith(String(year)))
      expect([year, days.length]).toEqual([year, year === 2020 ? 7 : 8])
    }
    expect(FOMC_MEETINGS).toEqual([...FOMC_MEETINGS].sort())
    expect(new Set(FOMC_MEETINGS).size).toBe(FOMC_MEETINGS.length)
    for (const day of FOMC_MEETINGS) expect([day, isSession(day)]).toEqual([day, true])
  })

  it('are five to nine weeks apart except in 2020, and since 2013 in the middle of the week', () => {
    for (const [index, day] of FOMC_MEETINGS.entries()) {
      const before = FOMC_MEETINGS[index - 1]
      if (!before || day === '2020-04-29') continue
      const days = (Date.parse(day) - Date.parse(before)) / 86_400_000
      expect(days >= 34 && days <= 58, `${before} to ${day}`).toBe(true)
      if (day >= '2013') expect([3, 4]).toContain(weekday(day))
    }
  })

  it('are selected after one day up to another, without unscheduled changes', () => {
    const between = meetingsBetween(tradingDay('2026-10-28'), tradingDay('2027-03-17'))
    expect(between).toEqual(['2026-12-09', '2027-01-27', '2027-03-17'])
    for (const day of FOMC_UNSCHEDULED) expect(FOMC_MEETINGS).not.toContain(day)
  })

  it.each([
    ['2020-03-02', ['2020-03-18']],
    ['2020-03-03', ['2020-03-03', '2020-03-18']],
    ['2020-03-14', ['2020-03-03', '2020-03-18']],
    ['2020-03-15', ['2020-03-03', '2020-03-15']],
  ])('on %s the announcements of March 2020 are %j, whatever a list with hindsight has', (day, known) => {
    const march = (days: readonly string[]) => days.filter((each) => each.startsWith('2020-03'))
    const at = tradingDay(day)
    expect(march(announcementsKnownOn(at))).toEqual(known)
    expect(knownOn(at, ['2020-03-03', '2020-03-15'].map(tradingDay))).toEqual(known)
  })
})
