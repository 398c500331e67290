import { isSession, previousSession, sessionsBetween } from '../../shared/time/calendar.ts'
import { addDays, type TradingDay, tradingDay, weekday } from '../../shared/time/trading-day.ts'

export type ExpirationKind = 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'leap'
export type Expiration = { day: TradingDay; kind: ExpirationKind }

const DAILY_DAYS = 14
const WEEKLY_DAYS = 49
const MONTHLY_MONTHS = 6
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

/** SPY's expirations on a morning. A day keeps the first kind that claims it, so longer-lived kinds come first. */
export const expirationsOn = (day: TradingDay): Expiration[] => {
  const kinds = new Map<TradingDay, ExpirationKind>()
  const add = (expiration: TradingDay, kind: ExpirationKind): void => {
    if (expiration >= day && !kinds.has(expiration)) kinds.set(expiration, kind)
  }
  for (let ahead = 0; ahead <= MONTHLY_MONTHS; ahead++) {
    const { year, month } = monthOf(day, ahead)
    add(thirdFriday(year, month), 'monthly')
  }
  for (let ahead = 0, found = 0; found < QUARTERLY_COUNT; ahead++) {
    const { year, month } = monthOf(day, ahead)
    if (month % 3 !== 0) continue
    add(quarterEnd(year, month), 'quarterly')
    found++
  }
  const year = Number(day.slice(0, 4))
  add(thirdFriday(year + 1, 12), 'leap')
  add(thirdFriday(year + 2, 1), 'leap')
  for (let ahead = 0; ahead <= WEEKLY_DAYS; ahead++) {
    const date = addDays(day, ahead)
    if (weekday(date) === 5) add(sessionOrBefore(date), 'weekly')
  }
  for (const session of sessionsBetween(day, addDays(day, DAILY_DAYS))) add(session, 'daily')
  return [...kinds].map(([date, kind]) => ({ day: date, kind })).sort((a, b) => (a.day < b.day ? -1 : 1))
}
