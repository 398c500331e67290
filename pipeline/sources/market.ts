import { previousSession, sessionOn, sessionOnOrBefore } from '../../shared/time/calendar.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { cboeCloses } from './feeds/cboe-closes.ts'
import { cboeIndexHistory } from './feeds/cboe-index-history.ts'
import { cboeQuote } from './feeds/cboe-quote.ts'
import { defineSource, type Feed, type FeedContext, type FeedData } from './source.ts'

const QUOTED = [
  { symbol: 'SPY', series: 'spy_close', required: true },
  { symbol: '_VIX', series: 'vix_close', required: true },
  { symbol: '_VIX9D', series: 'vix9d_close', required: false },
  { symbol: '_VIX3M', series: 'vix3m_close', required: true },
  { symbol: '_SPX', series: 'spx_close', required: false },
] as const
const quotes = QUOTED.map(cboeQuote)
const official = [
  cboeIndexHistory({ name: 'VIX', series: 'vix_close', required: true }),
  cboeIndexHistory({ name: 'VIX9D', series: 'vix9d_close', required: false }),
  cboeIndexHistory({ name: 'VIX3M', series: 'vix3m_close', required: true }),
  cboeIndexHistory({ name: 'SKEW', series: 'skew_close', required: true }),
  cboeIndexHistory({ name: 'VVIX', series: 'vvix_close', required: false }),
  cboeCloses({ symbol: 'SPY', series: 'spy_close' }),
  cboeCloses({ symbol: '_SPX', series: 'spx_close' }),
]

const HOUR_MS = 3_600_000
/**
 * Quotes are fetched from the open until this long after the close. Later the official files are final, and a quote
 * fetched after them must not replace their close with its provisional one.
 */
const QUOTES_AFTER_CLOSE_MS = 1.5 * HOUR_MS

function isQuoteTime({ at, day, slotAt = at }: FeedContext): boolean {
  const session = sessionOn(day)
  if (session === null) return false
  const until = session.close.getTime() + QUOTES_AFTER_CLOSE_MS
  // A morning slot that is caught up within the session still fetches the closes of the previous evening.
  return [at, slotAt].every((time) => time >= session.open && time.getTime() <= until)
}

/** The newest session whose close has happened. */
function newestOver({ at, day }: FeedContext): TradingDay {
  const session = sessionOnOrBefore(day)
  return session.close <= at ? session.day : previousSession(session.day).day
}

/** Series whose file lacks the newest session until the next one opens. */
const LATE_FILES: readonly string[] = ['spy_close', 'spx_close']

/**
 * Returns the quotes that show closes which the files lack. In the evening only those of SPY and SPX are requested: the
 * quote of 16:35 is otherwise their only chance before the final daily row, while the files of the indices come the
 * same evening, and a quote must not replace them after that. A history requests all.
 */
function closesMissing({ observations }: FeedData, context: FeedContext): Feed[] {
  if (context.mode === 'latest' && isQuoteTime(context)) return []
  const newest = newestOver(context)
  const known = new Set(observations.filter(({ day }) => day === newest).map(({ series }) => series))
  const missing = QUOTED.filter(({ series }) => !known.has(series))
  const asked = context.mode === 'history' ? missing : missing.filter(({ series }) => LATE_FILES.includes(series))
  return asked.map((quoted) => cboeQuote({ ...quoted, required: false }))
}

export const market = defineSource({
  id: 'market',
  attribution: 'Cboe Global Markets (delayed quotes, index values)',
  gives: {
    cboe: {
      series: ['vix_close', 'vix9d_close', 'vix3m_close', 'skew_close', 'vvix_close', 'spy_close', 'spx_close'],
      also: 'quotes of SPY, SPX, VIX, VIX9D and VIX3M',
    },
  },
  routes: ['/api/v1/signals/correlations', '/api/v1/signals/fragility'],
  everyCycle: true,
  // 09:00: what last evening's files lacked. 16:35: the close, once the delayed feed shows VIX of 16:15; 13:35 is its
  // half-day counterpart. 18:30 and 19:45: the official files, before the final daily row of 20:00.
  at: ['09:00', '13:35', '16:35', '18:30', '19:45'],
  // Two cycles; with older quotes the market would seem to stand still.
  maxAgeMs: HOUR_MS / 2,
  feeds: (context) => (context.mode === 'latest' && isQuoteTime(context) ? quotes : official),
  follow: closesMissing,
})
