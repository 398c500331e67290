import { sessionOn } from '../../shared/time/calendar.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'

/** The middle of a quote, and when the vendor saw it: a delayed feed shows an earlier moment. */
export interface SeenPrice {
  price: number
  quotedAt: Date
}

/** Whether a quote is from this session: at the open, a delayed feed still shows the previous close. */
export function isOfSession(quote: SeenPrice | undefined, day: TradingDay): quote is SeenPrice {
  const session = sessionOn(day)
  return quote !== undefined && session !== null && quote.quotedAt >= session.open
}
