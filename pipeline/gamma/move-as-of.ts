import type { ExpectedMove } from '../../shared/domain/contract/gamma.ts'
import { marketAt } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { shown } from '../maths/shown.ts'

const CLOSED = 'the market is closed, so that nothing is left of a session'
const EARLIER = 'no option chain of today is known yet'
const BEFORE_OPEN = 'the quotes of the option chain are from before the open'
const NO_VOLATILITY = 'no volatility at the money is known'

/**
 * Adjusts an analysis, which is as of its quotes, to a document, which is as of its cutoff: the part of the session
 * that has passed in between is taken out of the rest of the day, which is nothing after the close.
 */
export function moveAsOf(move: ExpectedMove, { quotedAt, cutoff }: { quotedAt: Date; cutoff: Date }): ExpectedMove {
  const reason = whyNoRest(move, quotedAt, cutoff)
  const rest = reason === null && move.rest_of_day !== null ? shown(move.rest_of_day * kept(quotedAt, cutoff)) : null
  return { ...move, rest_of_day: rest, rest_of_day_reason: reason }
}

/** Variance passes evenly within a session, so a move shrinks by the square root of the time left. */
function kept(quotedAt: Date, cutoff: Date): number {
  const close = marketAt(cutoff).session?.close.getTime() ?? cutoff.getTime()
  return Math.sqrt((close - cutoff.getTime()) / (close - quotedAt.getTime()))
}

function whyNoRest({ rest_of_day }: ExpectedMove, quotedAt: Date, cutoff: Date): string | null {
  const { phase, session } = marketAt(cutoff)
  if (phase !== 'open') return CLOSED
  if (eastern(quotedAt).day !== eastern(cutoff).day) return EARLIER
  if (rest_of_day !== null) return null
  return session !== null && quotedAt < session.open ? BEFORE_OPEN : NO_VOLATILITY
}
