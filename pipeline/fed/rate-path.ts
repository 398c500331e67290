import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import type { FedFuture } from '../inputs/market-inputs.ts'

/**
 * anchored: a later month without a meeting fixes the rate after it. unanchored: no such month has a contract, so the
 * rate is solved forwards, which turns each basis point of a price into several.
 */
export type PathStatus = 'anchored' | 'unanchored'

export interface MeetingRate {
  meeting: TradingDay
  /** The effective rate that the market expects before and after it, percent. */
  before: number
  after: number
  status: PathStatus
}

export interface RatePath {
  meetings: MeetingRate[]
  /** The reason why the path ends there. */
  ends: string
}

export interface RatePathInputs {
  futures: readonly FedFuture[]
  /** The newest published effective rate and its day. */
  effective: { day: TradingDay; value: number } | null
  /** The usual effective rate since the last decision: a single day may be a dip at the end of a month. */
  usual?: number | null
  /** All known announcement days, past and unscheduled ones included, oldest first. */
  meetings: readonly TradingDay[]
  /** The last month for which the meetings are known, 'YYYY-MM'. */
  lastMonth: string
  isAhead: (meeting: TradingDay) => boolean
  today: TradingDay
}

interface Month {
  name: string
  /** Absent: no contract of the month is known. */
  average: number | undefined
  /** The last announcement of the month: if two are ahead, one average shows only their combined move. */
  meeting: TradingDay | undefined
  /** True if an announcement precedes one that is ahead: the average then also holds days at the earlier rate. */
  earlier: TradingDay | undefined
  /** True if two announcements are ahead, so that the average fixes neither rate. */
  isDouble: boolean
  start: number | undefined
  end: number | undefined
  status: PathStatus
}

/** Prices have at most four digits; digits beyond these come from the subtraction. */
const PRICE_DIGITS = 8
/** Solved forwards with fewer days at the new rate, half a basis point in the price would mean more than ten in the rate. */
const SOLVED_DAYS_MIN = 3
/**
 * Solved backwards with fewer days at the old rate, errors of the averages count several times over: on 2011-11-01, the
 * day before a meeting, prices put the rate before it at 0.23, where 0.07 had been paid for weeks.
 */
const OLD_DAYS_MIN = 7

/**
 * CME's month-contract method. A month without a meeting is an anchor: its average is its rate throughout. A run of
 * meeting months between two anchors is solved from right to left: the last month ends at the right anchor's rate, each
 * month's start follows from its own average, and the month before ends there. The first month after a left anchor
 * starts at that anchor's rate, so its own average is not used. A month that has had an announcement, such as an
 * unscheduled cut, before its meeting starts at the effective rate since then, because its average holds three rates. A
 * current month whose meeting leaves it few days at the old rate starts at the usual effective rate.
 */
export function ratePath(inputs: RatePathInputs): RatePath {
  const months = monthsAhead(inputs)
  solveBackwards(months, inputs)
  solveForwards(months, inputs)
  const found: MeetingRate[] = []
  for (const month of months) {
    const { meeting, start, end, status } = month
    if (!meeting || !inputs.isAhead(meeting)) continue
    if (start === undefined || end === undefined) return { meetings: found, ends: whyUnsolved(month) }
    found.push({ meeting, before: start, after: end, status })
  }
  const next = months.length === 0 ? inputs.today.slice(0, 7) : monthAfter(months.at(-1)!.name)
  const isUnknown = next > inputs.lastMonth
  return {
    meetings: found,
    ends: isUnknown ? `the table of meetings ends in ${inputs.lastMonth}` : noContract(next),
  }
}

const noContract = (month: string): string => `no contract of ${month} is known`
const noAnchor = (month: string): string => `${cannotBeSolved(month)}: no month without a meeting is known beside it`
const tooFewDays = (month: string): string =>
  `${month} leaves fewer than ${SOLVED_DAYS_MIN} days after its meeting, too few to be solved forwards`

const cannotBeSolved = (month: string): string => `the rates around the meeting of ${month} cannot be solved`

function whyUnsolved({ name, average, earlier, isDouble, start }: Month): string {
  if (average === undefined) return noContract(name)
  if (isDouble) return `${cannotBeSolved(name)}: it has two, and no months without a meeting are known on both sides`
  if (earlier) {
    return `${cannotBeSolved(name)}: the announcement of ${earlier} is in its average, so that it takes an effective rate since then and a later month without a meeting`
  }
  return start === undefined ? noAnchor(name) : tooFewDays(name)
}

/** From the current month to the last one whose meetings and contract are known. */
function monthsAhead({ futures, meetings, lastMonth, isAhead, today }: RatePathInputs): Month[] {
  const averages = new Map(futures.map(({ month, price }) => [month, Number((100 - price).toFixed(PRICE_DIGITS))]))
  const last = [...averages.keys()].reduce((a, b) => (a > b ? a : b), '')
  const months: Month[] = []
  for (let name = today.slice(0, 7); name <= last && name <= lastMonth; name = monthAfter(name)) {
    const average = averages.get(name)
    const announced = meetings.filter((day) => day.startsWith(name))
    const ahead = announced.filter(isAhead)
    const meeting = announced.at(-1)
    const earlier = ahead.length > 0 ? announced.findLast((day) => !isAhead(day)) : undefined
    const rate = meeting ? undefined : average
    const isDouble = ahead.length > 1
    months.push({ name, average, meeting, earlier, isDouble, start: rate, end: rate, status: 'anchored' })
  }
  return months
}

function solveBackwards(months: readonly Month[], { effective, usual, isAhead }: RatePathInputs): void {
  for (const [at, month] of [...months.entries()].reverse()) {
    if (!month.meeting && month.average !== undefined) continue
    month.end = months[at + 1]?.start
    month.start = month.meeting ? startOf(month) : month.end
    if (month.isDouble) month.start = undefined
    else if (month.earlier) month.start = effective && effective.day > month.earlier ? effective.value : undefined
  }
  for (const [at, month] of months.entries()) {
    const left = months[at - 1]
    if (month.meeting && left && !left.meeting && left.average !== undefined) month.start = left.average
  }
  const [current] = months
  if (!current?.meeting || !isAhead(current.meeting) || current.earlier || current.isDouble) return
  if (daysOf(current.meeting).old < OLD_DAYS_MIN) current.start = usual ?? current.start
}

/** Fills the run at the end that no anchor follows. */
function solveForwards(months: readonly Month[], { effective, isAhead }: RatePathInputs): void {
  for (const [at, month] of months.entries()) {
    if (month.end !== undefined || month.earlier || month.isDouble) continue
    month.status = 'unanchored'
    month.start ??= months[at - 1]?.end
    const isPast = month.meeting !== undefined && !isAhead(month.meeting)
    // Once a day of the new rate is published, it is the best estimate.
    if (isPast && effective && effective.day > month.meeting!) month.end = effective.value
    else month.end = month.meeting ? endOf(month) : month.start
  }
}

function startOf({ average, meeting, end }: Month): number | undefined {
  if (average === undefined || end === undefined) return undefined
  const { all, old, fresh } = daysOf(meeting!)
  return (all * average - fresh * end) / old
}

function endOf({ average, meeting, start }: Month): number | undefined {
  const { all, old, fresh } = daysOf(meeting!)
  if (average === undefined || start === undefined || fresh < SOLVED_DAYS_MIN) return undefined
  return (all * average - old * start) / fresh
}

/** The day of the announcement still has the old rate. */
function daysOf(meeting: TradingDay): { all: number; old: number; fresh: number } {
  const all = new Date(Date.UTC(Number(meeting.slice(0, 4)), Number(meeting.slice(5, 7)), 0)).getUTCDate()
  const old = Number(meeting.slice(8))
  return { all, old, fresh: all - old }
}

export function monthAfter(month: string): string {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))]
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return tradingDay(`${next}-01`).slice(0, 7)
}
