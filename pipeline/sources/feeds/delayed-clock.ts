import { AppError } from '../../../shared/errors.ts'
import { previousSession, sessionOn } from '../../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../../shared/time/eastern.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'

const NAIVE = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})$/

/** Vendors' clocks and ours differ by seconds; a minute ahead is tolerated, more is a wrong time zone. */
const AHEAD_MS_MAX = 60_000
/** The feed is 15 minutes late by design; twenty more cover a slow minute in a quiet index. */
const BEHIND_MS_MAX = 35 * 60_000

/** Cboe's `last_trade_time`: Eastern wall time without a zone. */
export function easternNaive(text: string): Date {
  const match = NAIVE.exec(text)
  if (!match?.[1] || !match[2]) throw new AppError('invalid', 'a trade time is not a plain date and time')
  return instantAt(tradingDay(match[1]), match[2])
}

/** Cboe's `timestamp`: the same form, but UTC. */
export function utcNaive(text: string): Date {
  const match = NAIVE.exec(text)
  const instant = new Date(match ? `${match[1]}T${match[2]}Z` : Number.NaN)
  if (Number.isNaN(instant.getTime())) throw new AppError('invalid', 'a timestamp is not a plain date and time')
  return instant
}

/** The oldest trade of a working delayed feed: the last close counts as recent until the next open is shown. */
export function oldestCredible(at: Date): Date {
  const seen = new Date(at.getTime() - BEHIND_MS_MAX)
  const { day } = eastern(seen)
  const session = sessionOn(day)
  if (session && seen >= session.open)
    return seen < session.close ? seen : new Date(session.close.getTime() - BEHIND_MS_MAX)
  return new Date(previousSession(day).close.getTime() - BEHIND_MS_MAX)
}

/** Throws when the vendor's times are ahead of ours, or later than the feed's delay explains. */
export function refuseOffClock(quotedAt: Date, stampedAt: Date, at: Date): void {
  const latest = at.getTime() + AHEAD_MS_MAX
  if (quotedAt.getTime() > latest || stampedAt.getTime() > latest)
    throw new AppError('invalid', 'the quote lies in the future')
  if (quotedAt < oldestCredible(at))
    throw new AppError('invalid', `the quote is stale: last trade ${quotedAt.toISOString()}`)
}
