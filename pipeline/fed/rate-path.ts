import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import type { FedFuture } from '../inputs/market-inputs.ts'

export interface MeetingRate {
  meeting: TradingDay
  /** The effective rate that the market expects before and after it, percent. */
  before: number
  after: number
}

export interface RatePath {
  meetings: MeetingRate[]
  /** Why the path ends there. */
  ends: string
}

export interface RatePathInputs {
  futures: readonly FedFuture[]
  /** The newest published effective rate and its day. */
  effective: { day: TradingDay; value: number } | null
  /** All known announcement days, past ones included, oldest first. */
  meetings: readonly TradingDay[]
  /** The last month for which the meetings are known, 'YYYY-MM'. */
  lastMonth: string
  isAhead: (meeting: TradingDay) => boolean
  today: TradingDay
}

/** With fewer days at the new rate, a basis point in the contract means more than six in the rate. */
const SOLVED_DAYS_MIN = 5

/**
 * CME's month-contract method. The average of a month without a meeting is its rate throughout. In a month with a
 * meeting, the days up to and including the announcement have the old rate and the rest the new one. The rate after a
 * meeting is the next month's if that month has no meeting, else it is solved from the month's own average; the rate
 * before it is that at the end of the month before, or today's effective rate in the current month.
 */
export function ratePath(inputs: RatePathInputs): RatePath {
  const { effective, meetings, lastMonth, isAhead, today } = inputs
  const averages = new Map(inputs.futures.map(({ month, price }) => [month, 100 - price]))
  const meetingOf = (month: string): TradingDay | undefined => meetings.find((day) => day.startsWith(month))
  const found: MeetingRate[] = []
  let rate = effective?.value ?? null
  for (let month = today.slice(0, 7); ; month = monthAfter(month)) {
    const average = averages.get(month)
    if (month > lastMonth) return { meetings: found, ends: `the meetings after ${lastMonth} are not published yet` }
    if (average === undefined) return { meetings: found, ends: `no contract of ${month} is known` }
    const meeting = meetingOf(month)
    if (!meeting) {
      rate = average
      continue
    }
    const next = monthAfter(month)
    const anchor = next <= lastMonth && !meetingOf(next) ? averages.get(next) : undefined
    const after = anchor ?? solveAfter({ average, before: rate, meeting })
    if (!isAhead(meeting)) {
      // Once a day of the new rate is published, it is the best estimate.
      rate = effective && effective.day > meeting ? effective.value : after
      if (rate === null) return { meetings: found, ends: `the rate after ${meeting} cannot be solved` }
      continue
    }
    const before = rate ?? (anchor === undefined ? null : solveBefore({ average, after: anchor, meeting }))
    if (before === null || after === null) {
      return { meetings: found, ends: `${month} leaves too few days after its meeting to be solved` }
    }
    found.push({ meeting, before, after })
    rate = after
  }
}

function daysOf(meeting: TradingDay): { all: number; old: number; fresh: number } {
  const all = new Date(Date.UTC(Number(meeting.slice(0, 4)), Number(meeting.slice(5, 7)), 0)).getUTCDate()
  const old = Number(meeting.slice(8))
  return { all, old, fresh: all - old }
}

interface MonthAverage {
  average: number
  meeting: TradingDay
}

function solveAfter({ average, before, meeting }: MonthAverage & { before: number | null }): number | null {
  const { all, old, fresh } = daysOf(meeting)
  return before === null || fresh < SOLVED_DAYS_MIN ? null : (all * average - old * before) / fresh
}

function solveBefore({ average, after, meeting }: MonthAverage & { after: number }): number | null {
  const { all, old, fresh } = daysOf(meeting)
  return old < SOLVED_DAYS_MIN ? null : (all * average - fresh * after) / old
}

export function monthAfter(month: string): string {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))]
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return tradingDay(`${next}-01`).slice(0, 7)
}
