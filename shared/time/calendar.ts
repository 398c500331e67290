import { AppError } from '../errors.ts'
import { eastern, instantAt } from './eastern.ts'
import { nyseYear } from './nyse-holidays.ts'
import { addDays, daysBetween, type TradingDay, tradingDay, weekday } from './trading-day.ts'

export interface Session {
  readonly day: TradingDay
  readonly open: Date
  readonly close: Date
  /** True for a scheduled 13:00 close. */
  readonly earlyClose: boolean
}

/** A weekday on which the exchange is closed, or a session that it shortens, with the name of what is kept. */
export interface NamedDay {
  readonly day: TradingDay
  readonly name: string
}

export interface MarketState {
  phase: 'open' | 'closed'
  /** The session of that Eastern day, begun or not; null on a day without a session. */
  session: Session | null
  nextChange: Date
  /** The first open after the instant; while the market is open, the open of the next session. */
  nextOpen: Date
}

/**
 * Scheduled hours only. Unplanned ones (snow on 1994-02-11 and 1996-01-08, the circuit breaker of 1997-10-27, the
 * failure of 2005-06-01, moments of silence) are left out: the two public calendars we compare with disagree on
 * them, and they could not have been known when slots were planned.
 */
const OPEN = '09:30'
const CLOSE = '16:00'
const EARLY_CLOSE = '13:00'

/** Longer than our history (from 1993), short enough to refuse a mistyped year. */
const RANGE_DAYS_MAX = 100 * 366

/** Years are cached forever, so an absurd year must not grow the cache. The dates are correct from 1993. */
const YEAR_MIN = 1950
const YEAR_MAX = 2149

interface YearOfSessions {
  list: readonly Session[]
  days: readonly TradingDay[]
  position: ReadonlyMap<TradingDay, number>
  closed: ReadonlyMap<TradingDay, string>
  early: ReadonlyMap<TradingDay, string>
}

const years = new Map<number, YearOfSessions>()

function sessionsOfYear(year: number): YearOfSessions {
  const known = years.get(year)
  if (known) return known
  if (year < YEAR_MIN || year > YEAR_MAX) {
    throw new AppError('invalid', `the exchange calendar covers ${YEAR_MIN} to ${YEAR_MAX}`)
  }
  const { closed, early } = nyseYear(year)
  const list: Session[] = []
  const end = tradingDay(`${year}-12-31`)
  for (let day = tradingDay(`${year}-01-01`); day <= end; day = addDays(day, 1)) {
    if (weekday(day) > 5 || closed.has(day)) continue
    const earlyClose = early.has(day)
    list.push({ day, open: instantAt(day, OPEN), close: instantAt(day, earlyClose ? EARLY_CLOSE : CLOSE), earlyClose })
  }
  const days = list.map((session) => session.day)
  const position = new Map(days.map((day, index) => [day, index]))
  const computed = { list, days, position, closed, early }
  years.set(year, computed)
  return computed
}

const yearOf = (day: TradingDay): number => Number(day.slice(0, 4))

export function sessionOn(day: TradingDay): Session | null {
  const { list, position } = sessionsOfYear(yearOf(day))
  const index = position.get(day)
  return index === undefined ? null : (list[index] ?? null)
}

/** The hours of a day's session; a day without one has the usual hours. */
export const hoursOn = (day: TradingDay): Pick<Session, 'open' | 'close'> =>
  sessionOn(day) ?? { open: instantAt(day, '09:30'), close: instantAt(day, '16:00') }

export const isSession = (day: TradingDay): boolean => sessionsOfYear(yearOf(day)).position.has(day)

function walk(day: TradingDay, step: 1 | -1): Session {
  for (let at = day; ; at = addDays(at, step)) {
    const session = sessionOn(at)
    if (session) return session
  }
}

export const sessionOnOrBefore = (day: TradingDay): Session => walk(day, -1)
export const sessionOnOrAfter = (day: TradingDay): Session => walk(day, 1)

/** The first session strictly after the day. */
export const nextSession = (day: TradingDay): Session => walk(addDays(day, 1), 1)

/** The last session strictly before the day. */
export const previousSession = (day: TradingDay): Session => walk(addDays(day, -1), -1)

/**
 * The session `count` sessions away. From a day without a session, forward counts from the session before it and
 * backward from the one after it, so +1 on a Saturday is Monday, −1 is Friday, and 0 is Friday.
 */
export function addSessions(day: TradingDay, count: number): Session {
  if (!Number.isInteger(count)) throw new AppError('invalid', 'sessions are counted in whole numbers')
  const anchor = count < 0 ? sessionOnOrAfter(day) : sessionOnOrBefore(day)
  let year = yearOf(anchor.day)
  let index = (sessionsOfYear(year).position.get(anchor.day) ?? 0) + count
  while (index < 0) {
    year -= 1
    index += sessionsOfYear(year).list.length
  }
  while (index >= sessionsOfYear(year).list.length) {
    index -= sessionsOfYear(year).list.length
    year += 1
  }
  const session = sessionsOfYear(year).list[index]
  if (!session) throw new AppError('internal', 'the calendar lost count of its sessions')
  return session
}

/** Session days, both ends included; empty when `from` is after `to`. */
export function sessionsBetween(from: TradingDay, to: TradingDay): TradingDay[] {
  if (daysBetween(from, to) > RANGE_DAYS_MAX) throw new AppError('invalid', 'a calendar range spans at most 100 years')
  const found: TradingDay[][] = []
  for (let year = yearOf(from); year <= yearOf(to); year++) {
    const { days } = sessionsOfYear(year)
    const last = indexFrom(days, to)
    found.push(days.slice(indexFrom(days, from), days[last] === to ? last + 1 : last))
  }
  return found.flat()
}

const namedBetween = (which: 'closed' | 'early', from: TradingDay, to: TradingDay): NamedDay[] => {
  const days: NamedDay[] = []
  for (let year = yearOf(from); year <= yearOf(to); year++) {
    for (const [day, name] of sessionsOfYear(year)[which]) if (day >= from && day <= to) days.push({ day, name })
  }
  return days.sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** Weekdays without a session, both ends included, oldest first. */
export const holidaysBetween = (from: TradingDay, to: TradingDay): NamedDay[] => namedBetween('closed', from, to)
/** Sessions that end at 13:00, both ends included, oldest first. */
export const halfDaysBetween = (from: TradingDay, to: TradingDay): NamedDay[] => namedBetween('early', from, to)

/** The index of the first session on or after a day, by halves: replays ask for a year of sessions at each session. */
function indexFrom(days: readonly TradingDay[], day: TradingDay): number {
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (days[middle]! < day) low = middle + 1
    else high = middle
  }
  return low
}

/** The market is open from its open up to, not including, its close. */
export function marketAt(instant: Date): MarketState {
  const { day } = eastern(instant)
  const session = sessionOn(day)
  if (session && instant < session.open) {
    return { phase: 'closed', session, nextChange: session.open, nextOpen: session.open }
  }
  const nextOpen = nextSession(day).open
  if (session && instant < session.close) return { phase: 'open', session, nextChange: session.close, nextOpen }
  return { phase: 'closed', session, nextChange: nextOpen, nextOpen }
}
