import type { QuoteProviderId } from '../../shared/domain/market/market-quote.ts'
import { counted } from '../../shared/domain/number-words.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { isOpen } from './report-freshness.ts'
import type { StatusFacts } from './status-view.ts'

/** The quotes worker renews SPY every second, and every quarter of a minute from a delayed vendor. */
const RENEWED_MS_MAX = 90_000

interface Setup {
  /** The provider that the operator prefers; null if none is configured. */
  preferred: QuoteProviderId | null
  allowDelayedTrading: boolean
}

/**
 * States why orders find no price, or one from another provider than the operator prefers; null if all is well. A
 * brokerage has a probe of its own, other providers do not: a refused key would show nowhere, while every order is
 * refused. Only live data is judged, because its time runs like that of the providers.
 */
export function liveQuotesProblem(
  { liveQuote, runningSince }: Pick<StatusFacts, 'liveQuote' | 'runningSince'>,
  now: Date,
  { preferred, allowDelayedTrading }: Setup,
): string | null {
  const earliest = new Date(now.getTime() - RENEWED_MS_MAX)
  const isDue = isOpen(now) && isOpen(earliest) && runningSince !== null && runningSince <= earliest
  if (preferred === null || !isDue) return null
  if (!liveQuote) return 'live quotes: no provider has answered for SPY, so orders are refused'
  const { source, delaySeconds, quotedAt, fetchedAt } = liveQuote
  const { day, time } = eastern(quotedAt)
  if (fetchedAt < earliest)
    return `live quotes: no provider has a newer one of SPY than that of ${source} from ${day} ${time} ET, so orders are refused`
  if (source === preferred) return null
  const isRefused = delaySeconds > 0 && !allowDelayedTrading
  const late = delaySeconds > 0 ? `, ${counted(Math.round(delaySeconds / 60), 'minute')} late` : ''
  return `live quotes come from ${source}${late}, because ${preferred} does not answer${isRefused ? ', so orders are refused' : ''}`
}
