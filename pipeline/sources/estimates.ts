import { nasdaqForecast, nasdaqTarget } from './feeds/nasdaq-estimates.ts'
import { nasdaqSurprises } from './feeds/nasdaq-surprises.ts'
import { defineSource } from './source.ts'

const DAY_MS = 86_400_000
const PATIENCE_MS = 20 * 60_000

/** Analysts' estimates of each company once a day: the vendor keeps no history of them. */
export const estimates = defineSource({
  id: 'estimates',
  attribution: 'Nasdaq (analysts’ estimates by Zacks)',
  gives: { nasdaq: { series: [], also: 'EPS estimates, price targets and the last four surprises' } },
  routes: ['/api/v1/company/:ticker/estimates'],
  everyCycle: false,
  isPartial: true,
  at: ['19:20'],
  companies: { which: 'all', batch: 20 },
  onlyNow: true,
  // A run on Tuesday that fails after a long weekend is four days later than Friday's.
  maxAgeMs: 5 * DAY_MS,
  patienceMs: PATIENCE_MS,
  feeds: ({ companies = [], mode }) =>
    companies.flatMap(({ ticker }) => [
      nasdaqForecast(ticker),
      nasdaqTarget(ticker),
      ...(mode === 'history' ? [nasdaqSurprises(ticker)] : []),
    ]),
})
