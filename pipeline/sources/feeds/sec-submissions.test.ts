import { expect, test } from 'vitest'
import { readSubmissions } from './sec-submissions.ts'

/** Submissions of a bank that has issued so many notes in the year, with its quarterly report among them. */
const bankOf = (notes: number) => {
  const rows = Array.from({ length: notes + 1 }, (_, at) => ({ form: at === 40 ? '10-Q' : '424B2', at }))
  return {
    cik: '19617',
    name: 'Example Bank',
    tickers: ['JPM', 'JPM-PC', 'AMJ'],
    exchanges: ['NYSE', 'NYSE', 'NYSE'],
    filings: {
      recent: {
        accessionNumber: rows.map(({ at }) => `0000019617-21-${String(at).padStart(6, '0')}`),
        filingDate: rows.map(() => '2021-08-03'),
        reportDate: rows.map(() => ''),
        acceptanceDateTime: rows.map(() => '2021-08-03T16:26:23.000Z'),
        form: rows.map(({ form }) => form),
        items: rows.map(() => ''),
        primaryDocument: rows.map(() => 'x.htm'),
      },
    },
  }
}

test('a bank that files ten thousand prospectuses a year is read, and the forms that count are kept', () => {
  const { filings, profile } = readSubmissions(bankOf(10_353), 19_617)
  expect(filings.map(({ form, accession }) => [form, accession])).toEqual([['10-Q', '0000019617-21-000040']])
  expect(profile).toMatchObject({ cik: 19_617, exchange: 'NYSE' })
})

test('who a company is has no characters that a reader does not see', () => {
  const { profile } = readSubmissions(
    { ...bankOf(1), name: 'Example\u202e Bank\u{e0041}\n', category: 'Large\u200b<br>Bank' },
    19_617,
  )
  expect(profile).toMatchObject({ name: 'Example Bank', category: 'Large, Bank', industry: null })
  expect(readSubmissions({ ...bankOf(1), name: '\u200b' }, 19_617).profile.name).toBe('CIK 19617')
})

test('more rows than any filer has are refused', () => {
  expect(() => readSubmissions(bankOf(100_000), 19_617)).toThrow('no submissions of the SEC')
})

test('columns of unequal lengths and another company are refused', () => {
  const bank = bankOf(2)
  bank.filings.recent.form.pop()
  expect(() => readSubmissions(bank, 19_617)).toThrow('unequal lengths')
  expect(() => readSubmissions(bankOf(2), 7)).toThrow('another company')
})
