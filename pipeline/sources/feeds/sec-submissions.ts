import { z } from 'zod'
import type { CompanyRecord, ListedFiling, ProfileRow } from '../../../shared/domain/market/company-record.ts'
import { AppError } from '../../../shared/errors.ts'
import { TradingDay } from '../../../shared/time/trading-day.ts'
import { acceptedAt, clockOf, isAcceptance, knownAt } from '../../filings/known-at.ts'
import { decodeJson } from '../decode-text.ts'
import { visibleText } from '../plain-text.ts'
import { type Feed, NO_DATA } from '../source.ts'
import { endsOf } from './sec-ends.ts'
import { paddedCik, secRequest } from './sec-request.ts'

/**
 * The newest filings are a thousand, or those of a year where these are more: a bank that issues notes files a
 * prospectus for each, ten thousand a year and more (JPMorgan 10,354 in the year to August 2021).
 */
const ROWS_MAX = 100_000
const BYTES_MAX = 30_000_000
const texts = z.array(z.string().max(500)).max(ROWS_MAX)
const Body = z.object({
  cik: z.union([z.string(), z.int()]),
  name: z.string().max(300),
  sicDescription: z.string().nullish(),
  exchanges: z.array(z.string().nullable()).default([]),
  fiscalYearEnd: z.string().nullish(),
  category: z.string().nullish(),
  tickers: z.array(z.string().max(20)).default([]),
  filings: z.object({
    recent: z.object({
      accessionNumber: texts,
      filingDate: texts,
      reportDate: texts,
      acceptanceDateTime: texts,
      form: texts,
      items: texts,
      primaryDocument: texts,
    }),
  }),
})

/** Returns a text that the SEC writes of a company as a reader sees it; null where nothing is left. */
const visible = (text: string | null | undefined): string | null => visibleText(text ?? '') || null

/** Forms that state figures, results, what insiders hold, or the end of a listing. */
const FORMS = /^(?:10-[KQ]T?|20-F|40-F|8-K|[345]|25(?:-NSE)?)(?:\/A)?$/

/** The filings of a company with the instant each became known, and who it is. */
export function readSubmissions(
  text: unknown,
  cik: number,
): { profile: ProfileRow; filings: ListedFiling[]; tickers: string[] } {
  const parsed = Body.safeParse(text)
  if (!parsed.success) throw new AppError('invalid', 'no submissions of the SEC', { cause: parsed.error })
  const { recent } = parsed.data.filings
  if (Number(parsed.data.cik) !== cik) throw new AppError('invalid', 'the submissions are another company’s')
  if (Object.values(recent).some(({ length }) => length !== recent.accessionNumber.length))
    throw new AppError('invalid', 'the columns of the submissions have unequal lengths')
  const rows = recent.accessionNumber.flatMap((accession, at) => {
    const filed = TradingDay.safeParse(recent.filingDate[at])
    const report = TradingDay.safeParse(recent.reportDate[at])
    const form = recent.form[at]!
    if (!filed.success || !FORMS.test(form) || !isAcceptance(recent.acceptanceDateTime[at]!)) return []
    return [
      {
        accession,
        form,
        filed: filed.data,
        accepted: recent.acceptanceDateTime[at]!,
        report_day: report.success ? report.data : null,
        items: recent.items[at]!,
        document: recent.primaryDocument[at]!,
      },
    ]
  })
  const clock = clockOf(rows)
  const filings = rows.map(({ accepted, ...row }): ListedFiling => {
    const acceptance = { form: row.form, filed: row.filed, accepted }
    const instant = acceptedAt(acceptance, clock)
    return { ...row, accepted_at: instant.toISOString(), knownAt: knownAt(acceptance, clock), facts: null }
  })
  const { name, sicDescription, exchanges, fiscalYearEnd, category, tickers } = parsed.data
  const year = /^(\d{2})(\d{2})$/.exec(fiscalYearEnd ?? '')
  const profile: ProfileRow = {
    cik,
    name: visible(name) ?? `CIK ${cik}`,
    industry: visible(sicDescription),
    exchange: visible(exchanges[0]),
    fiscal_year_end: year ? `${year[1]}-${year[2]}` : null,
    category: visible(category?.replace(/<br>/g, ', ')),
  }
  return { profile, filings, tickers }
}

export const filingRecord = (ticker: string, filing: ListedFiling): CompanyRecord => {
  const { accession, knownAt: known, document: _document, ...row } = filing
  return { ticker, kind: 'filing', key: accession, day: filing.filed, knownAt: known, row }
}

export function secSubmissions(ticker: string, cik: number): Feed {
  return {
    id: `sec-submissions-${cik}`,
    vendor: 'sec_data',
    forbidden: 'blocked',
    required: false,
    request: () => secRequest(`/submissions/CIK${paddedCik(cik)}.json`, 'json', BYTES_MAX),
    parse(body, { day }) {
      const { profile, filings, tickers } = readSubmissions(decodeJson(body), cik)
      const results = filings.filter(({ form, items }) => form.startsWith('8-K') && items.includes('2.02'))
      const about: CompanyRecord = { ticker, kind: 'profile', key: 'sec', day, knownAt: null, row: profile }
      const records = [about, ...results.map((filing) => filingRecord(ticker, filing))]
      const actions = endsOf({ ticker, filings, tickers }, day)
      return { ...NO_DATA, records, actions, listings: [{ ticker, filings }] }
    },
  }
}
