import type { OptionContract } from '../../shared/domain/market/option-chain.ts'
import { previousSession, sessionOn } from '../../shared/time/calendar.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'

export type Settlement = NonNullable<OptionContract['settlement']>

/** Calendar time, as the VIX counts it: every minute of 365 days counts the same, weekends included. */
export const YEAR_MINUTES = 365 * 24 * 60
const MINUTE_MS = 60_000

/**
 * The time of a contract's settlement price: `am` (the monthly SPX) settles at the opening prints of the expiration
 * day, everything else at its close, 13:00 on a half-day. A date that turned out to be a holiday, or the Saturday of old
 * monthly contracts, settles at the last close before it.
 */
export function expiresAt(expiration: TradingDay, settlement: Settlement): Date {
  const session = sessionOn(expiration)
  if (!session) return previousSession(expiration).close
  return settlement === 'am' ? session.open : session.close
}

/** Negative once `to` has passed. */
export const minutesBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / MINUTE_MS

export const yearsOf = (minutes: number): number => minutes / YEAR_MINUTES
