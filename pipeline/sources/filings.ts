import type { ListedFiling } from '../../shared/domain/market/company-record.ts'
import { addDays } from '../../shared/time/trading-day.ts'
import { secFacts } from './feeds/sec-facts.ts'
import { secOwnership } from './feeds/sec-ownership.ts'
import { secSubmissions } from './feeds/sec-submissions.ts'
import { secTickers } from './feeds/sec-tickers.ts'
import { defineSource, type Feed, type FeedContext, type FeedData } from './source.ts'

const DAY_MS = 86_400_000
const OWNERSHIP = /^[345](?:\/A)?$/
const STATES_FIGURES = /^(?:10-[KQ]T?|20-F|40-F)(?:\/A)?$/
/** Forms 4 of the last half year: insiders' trades are summed over 90 days, older ones are listed. */
const OWNERSHIP_DAYS = 180
const FORMS_MAX = 40
/** The facts of a filing follow it within days; one that never comes is not requested again. */
const FACTS_LATE_DAYS = 10
/** Forty companies with a few requests each at the SEC's rate. */
const PATIENCE_MS = 20 * 60_000

export const filings = defineSource({
  id: 'filings',
  attribution: 'U.S. Securities and Exchange Commission (EDGAR)',
  gives: {
    sec: { series: [], also: 'Forms 3, 4 and 5, and SEC company numbers by ticker' },
    sec_data: { series: [], also: 'filings of companies with their acceptance times and stated figures' },
  },
  routes: ['/api/v1/company/:ticker/fundamentals', '/api/v1/company/:ticker/ownership'],
  everyCycle: false,
  isPartial: true,
  // 06:30: what came in the evening is public from 06:00. 18:40: the day's own.
  at: ['06:30', '18:40'],
  companies: { which: 'all', batch: 10 },
  onlyNow: true,
  maxAgeMs: 4 * DAY_MS,
  patienceMs: PATIENCE_MS,
  feeds(context) {
    const { companies = [] } = context
    const nameless = companies.filter(({ cik }) => cik === null).map(({ ticker }) => ticker)
    const known = companies.flatMap(({ ticker, cik }) => (cik === null ? [] : [secSubmissions(ticker, cik)]))
    return nameless.length === 0 ? known : [secTickers(nameless), ...known]
  },
  follow: (data, context) => [...afterSubmissions(data, context), ...forNewNames(data, context)],
})

function afterSubmissions({ listings }: FeedData, context: FeedContext): Feed[] {
  const since = addDays(context.day, -OWNERSHIP_DAYS)
  return (context.companies ?? []).flatMap(({ ticker, cik, stored }) => {
    const listed = listings.find((each) => each.ticker === ticker)?.filings
    if (cik === null || !listed) return []
    const known = listed.filter(({ knownAt }) => knownAt <= context.at)
    const isNew = ({ accession }: ListedFiling) => !stored.has(accession)
    const forms = known.filter((each) => OWNERSHIP.test(each.form) && each.filed >= since && isNew(each))
    const hasNone = !known.some((each) => STATES_FIGURES.test(each.form) && stored.has(each.accession))
    const late = addDays(context.day, -FACTS_LATE_DAYS)
    const isDue = known.some((each) => STATES_FIGURES.test(each.form) && isNew(each) && (hasNone || each.filed >= late))
    return [
      ...(isDue ? [secFacts(ticker, cik, known)] : []),
      ...forms.slice(0, FORMS_MAX).map((each) => secOwnership(ticker, cik, each)),
    ]
  })
}

/** A company whose number was just found has its submissions read in the same run; its facts come with the next. */
const forNewNames = ({ ciks }: FeedData, context: FeedContext): Feed[] =>
  (context.companies ?? [])
    .filter(({ cik }) => cik === null)
    .flatMap(({ ticker }) => {
      const found = ciks.find((each) => each.ticker === ticker)
      return found ? [secSubmissions(ticker, found.cik)] : []
    })
