import { sessionOn } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'

/** Two report cycles and the feed's own delay: an older quote no longer shows where the market is. */
const QUOTE_AGE_MS_MAX = 45 * 60_000

/** After the close, age counts up to the close: no later quote can exist. */
export function quoteIsOld(quotedAt: Date, cutoff: Date): boolean {
  const close = sessionOn(eastern(cutoff).day)?.close
  const until = close && close < cutoff ? close : cutoff
  return until.getTime() - quotedAt.getTime() > QUOTE_AGE_MS_MAX
}
