import { constituents } from './feeds/constituents.ts'
import { defineSource } from './source.ts'

const DAY_MS = 86_400_000

/** The list of the members of the index: one small file, which is read before any company is requested. */
export const companies = defineSource({
  id: 'companies',
  attribution: 'members and GICS sectors: public list (Wikipedia)',
  gives: { constituents: { series: [], also: 'members of the S&P 500 with their SEC company numbers' } },
  routes: ['/api/v1/company/:ticker', '/api/v1/company/watchlist'],
  everyCycle: false,
  at: ['06:15'],
  maxAgeMs: 7 * DAY_MS,
  feeds: () => [constituents],
})
