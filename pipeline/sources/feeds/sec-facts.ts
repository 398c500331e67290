import type { CompanyRecord, FilingFact, ListedFiling } from '../../../shared/domain/market/company-record.ts'
import { AppError } from '../../../shared/errors.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import { endOfDay } from '../../filings/known-at.ts'
import { type Fact, foreignReason, parseCompanyFacts } from '../../filings/reported-facts.ts'
import { LISTED_TAGS } from '../../filings/statement-lines.ts'
import { decodeText } from '../decode-text.ts'
import { type Feed, NO_DATA } from '../source.ts'
import { paddedCik, secRequest } from './sec-request.ts'
import { filingRecord } from './sec-submissions.ts'

/** The largest filers have 12 MB of facts. */
const BYTES_MAX = 30_000_000

/** The facts of a company, one record for each filing that states any. */
export function secFacts(ticker: string, cik: number, listed: readonly ListedFiling[]): Feed {
  return {
    id: `sec-facts-${cik}`,
    vendor: 'sec_data',
    forbidden: 'blocked',
    required: false,
    request: () => secRequest(`/api/xbrl/companyfacts/CIK${paddedCik(cik)}.json`, 'json', BYTES_MAX),
    parse(body, { at }) {
      const { facts, foreign, unreadable: none } = parseCompanyFacts(decodeText(body), ticker)
      const unreadable = none ?? foreignReason({ facts, foreign }, eastern(at).day)
      if (unreadable !== null) return { ...NO_DATA, records: [unread(ticker, unreadable, listed)].flat() }
      const own = facts.filter(({ tag }) => LISTED_TAGS.has(tag))
      const records = [...Map.groupBy(own, ({ accession }) => accession)].map(([accession, stated]) =>
        recordOf(ticker, accession, stated, listed),
      )
      // A filing that is accepted but not yet known at 06:00 waits for the next run.
      return { ...NO_DATA, records: records.filter(({ knownAt }) => knownAt !== null && knownAt <= at) }
    },
  }
}

function recordOf(ticker: string, accession: string, stated: Fact[], listed: readonly ListedFiling[]): CompanyRecord {
  const rows = stated.map(({ tag, unit, start, end, value }): FilingFact => [tag, unit, start, end, value])
  const filing = listed.find((each) => each.accession === accession)
  if (filing) return filingRecord(ticker, { ...filing, facts: rows })
  const [first] = stated
  if (!first) throw new AppError('internal', 'a filing without facts')
  return filingRecord(ticker, {
    accession,
    form: first.form,
    filed: first.filed,
    accepted_at: null,
    report_day: null,
    items: '',
    document: '',
    knownAt: endOfDay(first.filed),
    facts: rows,
  })
}

/** A filer whose figures are not read is represented by its newest filing, whose record holds the reason. */
function unread(ticker: string, reason: string, listed: readonly ListedFiling[]): CompanyRecord[] {
  const filing = listed.find(({ form }) => /^(?:10-|20-F|40-F)/.test(form))
  if (!filing) return []
  const record = filingRecord(ticker, { ...filing, facts: [] })
  return [{ ...record, row: { ...(record.row as object), unreadable: reason } }]
}
