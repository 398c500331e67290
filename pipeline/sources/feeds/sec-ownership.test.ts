import { expect, it } from 'vitest'
import type { ListedFiling } from '../../../shared/domain/market/company-record.ts'
import { instantAt } from '../../../shared/time/eastern.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import { secFacts } from './sec-facts.ts'
import { secOwnership } from './sec-ownership.ts'

const day = tradingDay('2026-11-20')
const context = { at: instantAt(day, '18:40'), day, mode: 'latest', fredApiKey: null } as const
const filing = {
  accession: '0001234567-26-000042',
  knownAt: instantAt(tradingDay('2026-11-19'), '17:02'),
  document: 'xslF345X05/form4.xml',
  filed: tradingDay('2026-11-19'),
  form: '4/A',
} as ListedFiling

const body = (type: string) =>
  new TextEncoder().encode(`<ownershipDocument><documentType>${type}</documentType>
<issuer><issuerCik>320193</issuerCik><issuerName>A</issuerName><issuerTradingSymbol>AB</issuerTradingSymbol></issuer>
<reportingOwner><reportingOwnerId><rptOwnerCik>7</rptOwnerCik><rptOwnerName>B</rptOwnerName></reportingOwnerId></reportingOwner>
</ownershipDocument>`)

const feed = secOwnership('AB', 320_193, filing)

it('the raw document of a form is requested, and may be absent', () => {
  expect(feed).toMatchObject({ id: 'sec-form-0001234567-26-000042', vendor: 'sec', required: false })
  expect(feed.request(context)).toMatchObject({
    path: '/Archives/edgar/data/320193/000123456726000042/form4.xml',
    accept: 'xml',
  })
})

it('a form is known since the SEC accepted it, under its own type', () => {
  expect(feed.parse(body('4'), context).records).toMatchObject([
    { ticker: 'AB', kind: 'ownership', key: filing.accession, day: '2026-11-19', knownAt: filing.knownAt },
  ])
  expect(feed.parse(body('4'), context).records![0]!.row).toMatchObject({ form: '4', filed: '2026-11-19' })
})

it('a document that names no type has the type of the list of filings', () => {
  expect(feed.parse(body(''), context).records![0]!.row).toMatchObject({ form: '4/A' })
})

it('the number of a company has ten digits in the path of its facts', () => {
  expect(secFacts('AB', 320_193, []).request(context).path).toContain('/CIK0000320193.json')
})
