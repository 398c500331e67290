import type { ExpectedMove } from '../../shared/domain/contract/gamma.ts'
import { marketAt } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'

const CLOSED = 'the market is closed, so that nothing is left of a session'
const EARLIER = 'no option chain of today is known yet'
const BEFORE_OPEN = 'the quotes of the option chain are from before the open'
const NO_VOLATILITY = 'no volatility at the money is known'

/** An analysis is as of its quotes, a document as of its cutoff: after the close nothing is left of the day. */
export function moveAsOf(move: ExpectedMove, { quotedAt, cutoff }: { quotedAt: Date; cutoff: Date }): ExpectedMove {
  const reason = whyNoRest(move, quotedAt, cutoff)
  return { ...move, rest_of_day: reason === null ? move.rest_of_day : null, rest_of_day_reason: reason }
}

function whyNoRest({ rest_of_day }: ExpectedMove, quotedAt: Date, cutoff: Date): string | null {
  const { phase, session } = marketAt(cutoff)
  if (phase !== 'open') return CLOSED
  if (eastern(quotedAt).day !== eastern(cutoff).day) return EARLIER
  if (rest_of_day !== null) return null
  return session !== null && quotedAt < session.open ? BEFORE_OPEN : NO_VOLATILITY
}
