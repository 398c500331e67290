import { announcementsKnownOn, FOMC_MEETINGS, FOMC_UNSCHEDULED } from '../../shared/domain/market/fomc-meetings.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'

export const FOMC_DATES = FOMC_MEETINGS
/** When the table was last compared with the page of the Fed. */
export const FOMC_DATES_READ_ON = tradingDay('2026-09-11')

/** The first and the last month that the table covers; outside them a missing date does not mean no meeting. */
export const FOMC_MONTHS = { first: FOMC_DATES[0]!.slice(0, 7), last: FOMC_DATES.at(-1)!.slice(0, 7) } as const

/** The statement appears at 14:00 Eastern; until then the meeting is ahead. */
const STATEMENT_AT = '14:00'

/** An unscheduled change is listed once it has happened, and is never ahead. */
export const isAhead = (meeting: TradingDay, at: Date): boolean =>
  !FOMC_UNSCHEDULED.includes(meeting) && at < instantAt(meeting, STATEMENT_AT)

const announcementsAt = (at: Date): TradingDay[] => announcementsKnownOn(eastern(at).day)

/**
 * The meeting whose decision is already public but not yet in the target range, because it takes effect on the next
 * day.
 */
export function decisionAfter(rangeFor: TradingDay, at: Date): TradingDay | null {
  const decided = lastDecision(at)
  return decided === null || rangeFor > decided ? null : decided
}

/** The day of the newest decision that is public; its rate applies from the next day on. */
export const lastDecision = (at: Date): TradingDay | null =>
  announcementsAt(at).findLast((meeting) => !isAhead(meeting, at)) ?? null

export const nextMeeting = (at: Date): TradingDay | null =>
  announcementsAt(at).find((meeting) => isAhead(meeting, at)) ?? null
