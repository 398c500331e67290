import { instantAt } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'

/**
 * Announcement days, the second of each meeting, as the Federal Reserve publishes them
 * (federalreserve.gov/monetarypolicy/fomccalendars.htm). Only what is printed there: invented dates circulate.
 */
const PUBLISHED: Readonly<Record<number, string>> = {
  2024: '01-31 03-20 05-01 06-12 07-31 09-18 11-07 12-18',
  2025: '01-29 03-19 05-07 06-18 07-30 09-17 10-29 12-10',
  2026: '01-28 03-18 04-29 06-17 07-29 09-16 10-28 12-09',
  2027: '01-27 03-17 04-28 06-09 07-28 09-15 10-27 12-08',
}
/** When somebody last held the table against the page. */
export const FOMC_DATES_READ_ON = tradingDay('2026-09-11')

export const FOMC_DATES: readonly TradingDay[] = Object.entries(PUBLISHED).flatMap(([year, days]) =>
  days.split(' ').map((day) => tradingDay(`${year}-${day}`)),
)

/** The first and the last month the table speaks of: beyond them it is silent, which does not mean no meeting. */
export const FOMC_MONTHS = { first: FOMC_DATES[0]!.slice(0, 7), last: FOMC_DATES.at(-1)!.slice(0, 7) } as const

/** The statement appears at 14:00 Eastern; until then the meeting is ahead. */
const STATEMENT_AT = '14:00'

export const isAhead = (meeting: TradingDay, at: Date): boolean => at < instantAt(meeting, STATEMENT_AT)

export const nextMeeting = (at: Date): TradingDay | null => FOMC_DATES.find((meeting) => isAhead(meeting, at)) ?? null
