import { eastern } from '../../shared/time/eastern.ts'
import { FILERS, type Filer, filerOfCik } from '../world/company/filers.ts'
import { type Filing, filingsBy } from '../world/company/filings.ts'
import type { World } from '../world/world.ts'
import { companyFacts } from './sec-facts.ts'
import { ownershipDocument } from './sec-ownership.ts'
import { html, json, type Vendor, type VendorReply, type VendorRequest } from './vendor.ts'

const SUBMISSIONS = /^\/submissions\/CIK(\d{10})\.json$/
const FACTS = /^\/api\/xbrl\/companyfacts\/CIK(\d{10})\.json$/
const DOCUMENT = /^\/Archives\/edgar\/data\/(\d{1,10})\/(\d{18})\/([\w.-]+)$/

/** The answer to a client that does not identify itself, or that sends more than ten requests a second. */
const undeclared = html(
  403,
  'SEC.gov | Your Request Originates from an Undeclared Automated Tool',
  'Please declare your traffic.',
)
const tooMany = html(
  429,
  'SEC.gov | Request Rate Threshold Exceeded',
  'You have exceeded the rate of 10 requests a second.',
)
const missing: VendorReply = {
  status: 404,
  type: 'application/xml',
  body: '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code></Error>',
}

const isDeclared = ({ headers }: VendorRequest): boolean =>
  !!headers['user-agent'] && !headers['user-agent'].startsWith('Mozilla/')

const column = <T>(filings: readonly Filing[], of: (filing: Filing) => T): T[] => filings.map(of)

/** The thousand newest filings in parallel columns; `acceptanceDateTime` is UTC here. */
const submissions = (world: World, filer: Filer, instant: Date): unknown => {
  const filings = filingsBy(world, filer, instant)
  return {
    cik: String(filer.cik).padStart(10, '0'),
    entityType: 'operating',
    sic: String(1000 + (filer.hash % 8000)),
    sicDescription: filer.sector,
    name: filer.name,
    tickers: [filer.symbol],
    exchanges: [filer.hash % 2 === 0 ? 'NYSE' : 'Nasdaq'],
    category: 'Large accelerated filer',
    fiscalYearEnd: `${String(filer.yearEnds).padStart(2, '0')}${filer.yearEnds === 6 || filer.yearEnds === 9 ? '30' : '31'}`,
    filings: {
      recent: {
        accessionNumber: column(filings, ({ accession }) => accession),
        filingDate: column(filings, ({ form, filed, acceptedAt }) => (form === '4' ? eastern(acceptedAt).day : filed)),
        reportDate: column(filings, ({ period }) => period),
        acceptanceDateTime: column(filings, ({ acceptedAt }) => acceptedAt.toISOString()),
        form: column(filings, ({ form }) => form),
        items: column(filings, ({ items }) => items),
        primaryDocument: column(filings, ({ document }) => document),
      },
      files: [],
    },
  }
}

export const secData: Vendor = {
  name: 'sec_data',
  prefix: 'sec-data',
  quota: { per_minute: 600, refusal: tooMany },
  respond: (world, request) => {
    if (!isDeclared(request)) return undeclared
    const [kind, match] = [SUBMISSIONS, FACTS]
      .map((pattern) => pattern.exec(request.path))
      .flatMap((found, at) => (found ? [at, found] : [])) as [number?, RegExpExecArray?]
    const filer = filerOfCik(Number(match?.[1]))
    if (!filer) return missing
    return json(200, (kind === 0 ? submissions : companyFacts)(world, filer, request.instant))
  },
}

const tickers = (): unknown =>
  Object.fromEntries(
    FILERS.map(({ symbol, cik, name }, at) => [String(at), { cik_str: cik, ticker: symbol, title: name }]),
  )

const documentOf = (world: World, { path, instant }: VendorRequest): VendorReply => {
  const [, cik, accession, name] = DOCUMENT.exec(path) ?? []
  const filer = filerOfCik(Number(cik))
  const filing =
    filer && filingsBy(world, filer, instant).find((each) => each.accession.replaceAll('-', '') === accession)
  if (!filer || !filing?.trade || name !== 'form4.xml') return missing
  return { status: 200, type: 'text/xml', body: ownershipDocument(filer, filing.trade) }
}

export const sec: Vendor = {
  name: 'sec',
  prefix: 'sec',
  quota: { per_minute: 600, refusal: tooMany },
  respond(world, request) {
    if (!isDeclared(request)) return undeclared
    return request.path === '/files/company_tickers.json' ? json(200, tickers()) : documentOf(world, request)
  },
}
