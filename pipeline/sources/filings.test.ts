import { describe, expect, test } from 'vitest'
import type { CompanyToFetch, ListedFiling } from '../../shared/domain/market/company-record.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { filings } from './filings.ts'
import { type FeedContext, NO_DATA } from './source.ts'

const DAY = tradingDay('2026-11-20')
const APPLE: CompanyToFetch = { ticker: 'AAPL', name: 'Apple', cik: 320_193, stored: new Set(), nextReport: null }
const ago = (days: number): TradingDay => addDays(DAY, -days)

const context = (...companies: CompanyToFetch[]): FeedContext => ({
  at: instantAt(DAY, '18:40'),
  day: DAY,
  mode: 'latest',
  fredApiKey: null,
  companies,
})

let number = 0
const filed = (form: string, day: TradingDay, time = '16:30'): ListedFiling =>
  ({ accession: `0000320193-26-${++number}`, form, filed: day, knownAt: instantAt(day, time), document: 'x' }) as never

/** The requests that follow when the submissions of Apple list these filings. */
const followed = (listed: readonly ListedFiling[], stored: readonly ListedFiling[] = []): string[] => {
  const company = { ...APPLE, stored: new Set(stored.map(({ accession }) => accession)) }
  const data = { ...NO_DATA, listings: [{ ticker: 'AAPL', filings: [...listed] }] }
  return filings.follow!(data, context(company)).map(({ id }) => id)
}
const formOf = ({ accession }: ListedFiling): string => `sec-form-${accession}`
const FACTS = 'sec-facts-320193'

test('a company without a number is looked up in the list of tickers, and its submissions follow in the same run', () => {
  const nameless = { ...APPLE, ticker: 'NEW', cik: null }
  expect(filings.feeds(context(APPLE)).map(({ id }) => id)).toEqual(['sec-submissions-320193'])
  expect(filings.feeds(context(nameless, APPLE)).map(({ id }) => id)).toEqual(['sec-tickers', 'sec-submissions-320193'])
  const found = { ...NO_DATA, ciks: [{ ticker: 'NEW', cik: 7, name: 'New' }] }
  expect(filings.follow!(found, context(nameless, APPLE)).map(({ id }) => id)).toEqual(['sec-submissions-7'])
  expect(filings.follow!(NO_DATA, context(nameless, APPLE))).toEqual([])
})

describe('insiders’ forms', () => {
  test.each(['3', '4', '5', '4/A'])('a new form %s is read', (form) => {
    const each = filed(form, ago(1))
    expect(followed([each])).toEqual([formOf(each)])
  })

  test.each(['144', '8-K', 'SC 13G', '4T', 'F-4'])('a form %s is not', (form) => {
    expect(followed([filed(form, ago(1))])).toEqual([])
  })

  test('of half a year, and no older one', () => {
    const [last, older] = [filed('4', ago(180)), filed('4', ago(181))]
    expect(followed([last, older])).toEqual([formOf(last)])
  })

  test('stored ones are not read again, nor are those that are not public yet', () => {
    const [stored, later, due] = [filed('4', ago(1)), filed('4', DAY, '18:41'), filed('4', DAY, '18:40')]
    expect(followed([stored, later, due], [stored])).toEqual([formOf(due)])
  })

  test('forty at a time, the first of the list', () => {
    const all = Array.from({ length: 41 }, () => filed('4', ago(2)))
    expect(followed(all)).toEqual(all.slice(0, 40).map(formOf))
  })
})

describe('stated figures', () => {
  const known = filed('10-Q', ago(90))

  test.each(['10-K', '10-Q', '10-KT', '10-QT', '20-F', '40-F', '10-K/A'])('a new %s asks for them', (form) => {
    const each = filed(form, ago(1))
    expect(followed([each, known], [known])).toEqual([FACTS])
  })

  test.each(['8-K', '6-K', 'NT 10-K', '10-D'])('a new %s does not', (form) => {
    expect(followed([filed(form, ago(1)), known], [known])).toEqual([])
  })

  test('one that is late by more than ten days is not waited for any longer', () => {
    expect(followed([filed('10-K', ago(10)), known], [known])).toEqual([FACTS])
    expect(followed([filed('10-K', ago(11)), known], [known])).toEqual([])
  })

  test('a company of which nothing is stored gets them, however old its newest filing is', () => {
    expect(followed([filed('10-K', ago(300))])).toEqual([FACTS])
  })
})
