import { expect, test } from 'vitest'
import type { ListedFiling } from '../../../shared/domain/market/company-record.ts'
import { addDays, tradingDay } from '../../../shared/time/trading-day.ts'
import { nasdaqDividends, nasdaqSplits } from './nasdaq-actions.ts'
import { endsOf } from './sec-ends.ts'

const TODAY = tradingDay('2026-11-20')
const context = { at: new Date('2026-11-20T15:00:00Z'), day: TODAY, mode: 'latest', fredApiKey: null } as const
const bytes = (data: unknown): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ data, message: null, status: { rCode: 200, bCodeMessage: null } }))

const dividend = (change: object) => ({
  companyName: 'Berkshire Hathaway Inc. Class B',
  symbol: 'BRK/B',
  dividend_Ex_Date: '11/30/2026',
  payment_Date: '12/15/2026',
  record_Date: '11/30/2026',
  dividend_Rate: 0.25,
  indicated_Annual_Dividend: 1,
  announcement_Date: '11/1/2026',
  ...change,
})
const dividendsOf = (rows: unknown) =>
  nasdaqDividends(tradingDay('2026-11-30')).parse(bytes({ calendar: { headers: {}, rows } }), context).actions

test('a dividend is read with its class of shares, its days and whether the vendor calls it special', () => {
  expect(dividendsOf([dividend({})])).toEqual([
    {
      symbol: 'BRK.B',
      exDate: '2026-11-30',
      vendor: 'nasdaq',
      terms: { kind: 'dividend', amount_e4: 2_500, pay_date: '2026-12-15', is_special: false },
    },
  ])
  const special = dividendsOf([dividend({ companyName: 'Berkshire Hathaway Special Dividend' })])
  expect(special[0]!.terms).toMatchObject({ is_special: true })
  expect(dividendsOf(null)).toEqual([])
})

test.each([
  ['of another day', { dividend_Ex_Date: '12/1/2026' }],
  ['paid before its ex-date', { payment_Date: '11/29/2026' }],
  ['without a pay date', { payment_Date: 'N/A' }],
  ['of nothing', { dividend_Rate: 0 }],
  ['of nothing', { dividend_Rate: 0 }],
  ['below zero', { dividend_Rate: -0.2 }],
  ['of a million dollars', { dividend_Rate: 1e6 }],
  ['too small for a ten thousandth', { dividend_Rate: 1e-9 }],
  ['of no ticker', { symbol: 'TOO LONG NAME' }],
  ['paid in the year 9999', { payment_Date: '12/15/9999' }],
])('a dividend %s is left out', (_, change) => {
  expect(dividendsOf([dividend(change)])).toEqual([])
})

test('splits are read in whole shares, without past ones and percentages', () => {
  const row = (symbol: string, ratio: string, executionDate: string) => ({ symbol, name: symbol, ratio, executionDate })
  const rows = [
    row('ZTS', '4 : 1', '11/23/2026'),
    row('KO', '1 : 8', '12/1/2026'),
    row('F', '5.000%', '12/1/2026'),
    row('T', '2 : 2', '12/1/2026'),
    row('GE', '3 : 1', '6/1/2026'),
    row('IBM', '3 : 1', '13/45/2026'),
  ]
  expect(nasdaqSplits.parse(bytes({ headers: {}, rows }), context).actions).toMatchObject([
    { symbol: 'ZTS', exDate: '2026-11-23', terms: { kind: 'split', new_shares: 4, old_shares: 1 } },
    { symbol: 'KO', exDate: '2026-12-01', terms: { kind: 'split', new_shares: 1, old_shares: 8 } },
  ])
})

const filing = (form: string, items: string, filed: string): ListedFiling => ({
  form,
  items,
  filed: tradingDay(filed),
  accession: `0000000001-26-${items.length + form.length}`,
  accepted_at: null,
  report_day: null,
  facts: null,
  knownAt: new Date(`${filed}T22:00:00Z`),
  document: '',
})
const TAKEN_OVER = filing('8-K', '2.01,3.01,3.03,5.01,5.02', '2026-11-19')
const NOTICE = filing('8-K', '3.01,9.01', '2026-11-10')
const REMOVAL = filing('25-NSE', '', '2026-11-18')

test.each<[string, ListedFiling[], string[], (string | undefined)[]]>([
  ['a company that was taken over', [TAKEN_OVER, REMOVAL], ['ZTS'], ['merger']],
  ['a notice and a Form 25', [NOTICE, REMOVAL], ['ZTS'], ['delisting']],
  ['a Form 25 alone, as for matured notes', [REMOVAL], ['ZTS'], []],
  ['a notice alone, which may be about a late report', [NOTICE], ['ZTS'], []],
  ['a takeover that is old', [{ ...TAKEN_OVER, filed: tradingDay('2026-09-01') }], ['ZTS'], []],
  ['another symbol at the SEC', [], ['ZZZ'], ['symbol_change']],
  ['no symbol at the SEC', [], [], []],
])('%s', (_, filings, tickers, kinds) => {
  expect(endsOf({ ticker: 'ZTS', filings, tickers }, TODAY).map(({ terms }) => terms.kind)).toEqual(kinds)
})

test('the other symbol is the first one that the SEC lists, in capitals', () => {
  const [found] = endsOf({ ticker: 'ZTS', filings: [], tickers: ['zzz-a', 'ZZZ-B'] }, TODAY)
  expect(found).toMatchObject({ symbol: 'ZTS', exDate: TODAY, terms: { kind: 'symbol_change', to: 'ZZZ.A' } })
})

test('a filing counts for thirty days', () => {
  const onDay = (ago: number) => [{ ...TAKEN_OVER, filed: addDays(TODAY, -ago) }]
  const kinds = (ago: number) => endsOf({ ticker: 'ZTS', filings: onDay(ago), tickers: ['ZTS'] }, TODAY).length
  expect([kinds(-1), kinds(0), kinds(30), kinds(31)]).toEqual([0, 1, 1, 0])
})

test('a class of shares is the same symbol with a dash', () => {
  expect(endsOf({ ticker: 'BRK.B', filings: [], tickers: ['BRK-A', 'BRK-B'] }, TODAY)).toEqual([])
})
