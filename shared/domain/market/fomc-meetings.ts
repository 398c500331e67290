import { type TradingDay, tradingDay } from '../../time/trading-day.ts'

/**
 * Announcement days of the FOMC's scheduled meetings (the second day of two), as the Federal Reserve lists them at
 * federalreserve.gov/monetarypolicy/fomccalendars.htm and, before 2021, fomc_historical_year.htm. Days from 2024 on
 * were transcribed from that page on 2026-09-11; days up to 2026 equal a second, independent list. The Fed calls each
 * 2027 date tentative until the meeting before it. The meeting of 2020-03-17/18 was held early, on Sunday the 15th, and
 * is in the other list.
 */
const SCHEDULED: Record<number, string> = {
  2005: '02-02 03-22 05-03 06-30 08-09 09-20 11-01 12-13',
  2006: '01-31 03-28 05-10 06-29 08-08 09-20 10-25 12-12',
  2007: '01-31 03-21 05-09 06-28 08-07 09-18 10-31 12-11',
  2008: '01-30 03-18 04-30 06-25 08-05 09-16 10-29 12-16',
  2009: '01-28 03-18 04-29 06-24 08-12 09-23 11-04 12-16',
  2010: '01-27 03-16 04-28 06-23 08-10 09-21 11-03 12-14',
  2011: '01-26 03-15 04-27 06-22 08-09 09-21 11-02 12-13',
  2012: '01-25 03-13 04-25 06-20 08-01 09-13 10-24 12-12',
  2013: '01-30 03-20 05-01 06-19 07-31 09-18 10-30 12-18',
  2014: '01-29 03-19 04-30 06-18 07-30 09-17 10-29 12-17',
  2015: '01-28 03-18 04-29 06-17 07-29 09-17 10-28 12-16',
  2016: '01-27 03-16 04-27 06-15 07-27 09-21 11-02 12-14',
  2017: '02-01 03-15 05-03 06-14 07-26 09-20 11-01 12-13',
  2018: '01-31 03-21 05-02 06-13 08-01 09-26 11-08 12-19',
  2019: '01-30 03-20 05-01 06-19 07-31 09-18 10-30 12-11',
  2020: '01-29 04-29 06-10 07-29 09-16 11-05 12-16',
  2021: '01-27 03-17 04-28 06-16 07-28 09-22 11-03 12-15',
  2022: '01-26 03-16 05-04 06-15 07-27 09-21 11-02 12-14',
  2023: '02-01 03-22 05-03 06-14 07-26 09-20 11-01 12-13',
  2024: '01-31 03-20 05-01 06-12 07-31 09-18 11-07 12-18',
  2025: '01-29 03-19 05-07 06-18 07-30 09-17 10-29 12-10',
  2026: '01-28 03-18 04-29 06-17 07-29 09-16 10-28 12-09',
  2027: '01-27 03-17 04-28 06-09 07-28 09-15 10-27 12-08',
}

/** Unscheduled changes of the target: they could not be known before the day. */
const UNSCHEDULED = ['2008-01-22', '2008-10-08', '2020-03-03', '2020-03-15'] as const

export const FOMC_FIRST_YEAR = 2005
export const FOMC_LAST_YEAR = 2027

/**
 * Scheduled announcement days, ascending. After the last one meetings are unknown, which does not mean that there are
 * none.
 */
export const FOMC_MEETINGS: readonly TradingDay[] = Object.entries(SCHEDULED).flatMap(([year, days]) =>
  days.split(' ').map((day) => tradingDay(`${year}-${day}`)),
)

export const FOMC_UNSCHEDULED: readonly TradingDay[] = UNSCHEDULED.map((day) => tradingDay(day))

/** Scheduled meetings that were held early: each was ahead until the day of the change that replaced it. */
const REPLACED = [{ meeting: tradingDay('2020-03-18'), by: tradingDay('2020-03-15') }]

/** Announcement days without foresight of a day: no unscheduled change is ahead, and a meeting that it replaced is. */
export const knownOn = (day: TradingDay, announcements: readonly TradingDay[]): TradingDay[] =>
  announcements.flatMap((each) =>
    each <= day || !FOMC_UNSCHEDULED.includes(each)
      ? [each]
      : REPLACED.filter(({ by }) => by === each).map(({ meeting }) => meeting),
  )

const ANNOUNCEMENTS = [...FOMC_MEETINGS, ...FOMC_UNSCHEDULED].sort()

/** Announcement days as they were known on a day, ascending: past and scheduled ones, and unscheduled changes by then. */
export const announcementsKnownOn = (day: TradingDay): TradingDay[] => knownOn(day, ANNOUNCEMENTS)

/** Announcement days of the scheduled meetings after one day, up to and including another. */
export const meetingsBetween = (after: TradingDay, upTo: TradingDay): TradingDay[] =>
  FOMC_MEETINGS.filter((day) => day > after && day <= upTo)
