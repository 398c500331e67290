import { cboeOptions } from './feeds/cboe-options.ts'
import { defineSource } from './source.ts'

const DAY_MS = 86_400_000
const PATIENCE_MS = 10 * 60_000

/** The closing option chain of each pinned name, from which its day's row is computed. */
export const chains = defineSource({
  id: 'chains',
  attribution: 'Cboe Global Markets (delayed option quotes)',
  gives: { cboe: { series: [], also: 'option chains of the pinned companies' } },
  routes: ['/api/v1/company/:ticker/options', '/api/v1/company/:ticker/gamma', '/api/v1/company/watchlist'],
  everyCycle: false,
  isPartial: true,
  // The delayed feed shows the close 15 minutes after it.
  at: ['16:25'],
  companies: { which: 'pinned', batch: 10 },
  // A run on Tuesday that fails after a long weekend is four days later than Friday's.
  maxAgeMs: 5 * DAY_MS,
  patienceMs: PATIENCE_MS,
  feeds: ({ companies = [] }) => companies.map(({ ticker }) => ({ ...cboeOptions(ticker), required: false })),
})
