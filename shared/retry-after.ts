import { systemClock } from './time/clock.ts'

/** Returns the seconds that a header `Retry-After` names, as a number or as a date; null where it names none. */
export function retryAfterSeconds(header: string | string[] | null | undefined): number | null {
  if (typeof header !== 'string') return null
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - systemClock.now().getTime()) / 1_000
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null
}
