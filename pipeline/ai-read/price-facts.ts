import { sessionOn } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { easternInWords } from '../../shared/time/eastern-words.ts'
import { quoteIsOld } from '../inputs/quote-age.ts'
import type { StateFacts } from './describe-state.ts'
import type { ReadInputs } from './read-inputs.ts'

/** Whether a price shows where the market is now: `earlier` is a quote that no longer does. */
export type PriceAge = 'live' | 'last_close' | 'earlier'

type PriceFacts = Pick<
  StateFacts,
  'spy' | 'spy_price_is' | 'spy_quoted' | 'spy_change_percent' | 'vix' | 'vix_price_is' | 'vix_quoted'
>

/**
 * The prices of a moment, and how old they are. The feed is late, so the first minutes of a session still hold quotes of
 * the session before, and those after the bell hold quotes of before it.
 */
export function priceFacts({ cutoff, quotes, previousClose }: ReadInputs): PriceFacts {
  const { SPY: spy, VIX: vix } = quotes
  const isOfToday = spy !== undefined && eastern(spy.quotedAt).day === eastern(cutoff).day
  // The close of an earlier session is more informative than that session's last quote.
  const shownQuote = isOfToday || previousClose === null ? spy : undefined
  const price = shownQuote?.price ?? previousClose
  const change = isOfToday && previousClose !== null ? 100 * (spy.price / previousClose - 1) : null
  return {
    spy: price === null ? null : rounded(price),
    spy_price_is: shownQuote ? ageOf(shownQuote, cutoff) : price === null ? null : 'last_close',
    spy_quoted: shownQuote ? easternInWords(shownQuote.quotedAt) : null,
    spy_change_percent: change === null ? null : rounded(change),
    vix: vix === undefined ? null : rounded(vix.price),
    vix_price_is: vix === undefined ? null : ageOf(vix, cutoff),
    vix_quoted: vix === undefined ? null : easternInWords(vix.quotedAt),
  }
}

/** A quote is live while its own session is open and it is not older than the feed explains. */
function ageOf({ quotedAt }: { quotedAt: Date }, cutoff: Date): PriceAge {
  const session = sessionOn(eastern(cutoff).day)
  const isOpen = session !== null && cutoff >= session.open && cutoff < session.close
  return isOpen && quotedAt >= session.open && !quoteIsOld(quotedAt, cutoff) ? 'live' : 'earlier'
}

const rounded = (value: number): number => Number(value.toFixed(2))
