import { isSession, previousSession, sessionsBetween } from '../../shared/time/calendar.ts'
import { addDays, type TradingDay, tradingDay, weekday } from '../../shared/time/trading-day.ts'

export type ExpirationKind = 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'leap'
export type Expiration = {
  day: TradingDay
  kind: ExpirationKind
  /** It has been listed in every session since this day. */
  listedSince: TradingDay
}

const DAILY_DAYS = 14
const WEEKLY_DAYS = 49
const MONTHLY_MONTHS = 6
/** Third Fridays of December and January are listed earlier than others. */
const LEAP_MONTHS = 18
const QUARTERLY_COUNT = 4

const sessionOrBefore = (day: TradingDay): TradingDay => (isSession(day) ? day : previousSession(day).day)

const monthOf = (day: TradingDay, ahead: number): { year: number; month: number } => {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + ahead
  return { year: Math.floor(months / 12), month: (months % 12) + 1 }
}

const firstOf = (year: number, month: number): TradingDay => tradingDay(`${year}-${String(month).padStart(2, '0')}-01`)

const thirdFriday = (year: number, month: number): TradingDay => {
  const first = firstOf(year, month)
  return sessionOrBefore(addDays(first, ((5 - weekday(first) + 7) % 7) + 14))
}

const quarterEnd = (year: number, month: number): TradingDay =>
  sessionOrBefore(addDays(firstOf(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1), -1))

/** The last session of a week ends it also where its Friday is a holiday; a quarter may end on the same day. */
export const endsWeek = (day: TradingDay): boolean => day === sessionOrBefore(addDays(day, (5 - weekday(day) + 7) % 7))

const isLeap = (month: number): boolean => month === 12 || month === 1

/**
 * SPY's expirations on a morning. Each rule lists a day until it expires. A day keeps the first kind that claims it, so
 * longer-lived kinds come first, and has been listed since the earliest of its rules.
 */
export const expirationsOn = (day: TradingDay): Expiration[] => {
  const found = new Map<TradingDay, Expiration>()
  const add = (expiration: TradingDay, kind: ExpirationKind, since: TradingDay): void => {
    if (expiration < day) return
    const known = found.get(expiration) ?? { day: expiration, kind, listedSince: since }
    found.set(expiration, since < known.listedSince ? { ...known, listedSince: since } : known)
  }
  const monthStart = (ahead: number): TradingDay => {
    const { year, month } = monthOf(day, ahead)
    return firstOf(year, month)
  }
  for (let ahead = 0; ahead <= LEAP_MONTHS; ahead++) {
    const { year, month } = monthOf(day, ahead)
    const months = isLeap(month) ? LEAP_MONTHS : MONTHLY_MONTHS
    if (ahead > months) continue
    add(thirdFriday(year, month), ahead > MONTHLY_MONTHS ? 'leap' : 'monthly', monthStart(ahead - months))
  }
  for (let ahead = 0, quarters = 0; quarters < QUARTERLY_COUNT; ahead++) {
    const { year, month } = monthOf(day, ahead)
    if (month % 3 !== 0) continue
    // Eleven months before a quarter ends, the three other quarter ends of its list come first.
    add(quarterEnd(year, month), 'quarterly', monthStart(ahead + 1 - 3 * QUARTERLY_COUNT))
    quarters++
  }
  for (let ahead = 0; ahead <= WEEKLY_DAYS; ahead++) {
    const date = addDays(day, ahead)
    if (weekday(date) === 5) add(sessionOrBefore(date), 'weekly', addDays(date, -WEEKLY_DAYS))
  }
  for (const session of sessionsBetween(day, addDays(day, DAILY_DAYS))) {
    add(session, 'daily', addDays(session, -DAILY_DAYS))
  }
  return [...found.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}
