import { expect, test } from 'vitest'
import { tradingDay } from '../../time/trading-day.ts'
import { ActionTerms, termsInWords } from './action-report.ts'

const accepts = (terms: unknown): boolean => ActionTerms.safeParse(terms).success

test('a new symbol has twenty characters at most', () => {
  const becomes = (length: number) => accepts({ kind: 'symbol_change', to: 'Z'.repeat(length) })
  expect([1, 20, 21].map(becomes)).toEqual([true, true, false])
})

test.each(['merger', 'delisting'])('the filing of a %s has a name of sixty characters at most', (kind) => {
  const filedAs = (length: number) => accepts({ kind, filing: '8'.repeat(length) })
  expect([1, 60, 61].map(filedAs)).toEqual([true, true, false])
})

test('a split is of one to a thousand whole shares on both sides', () => {
  const split = (new_shares: number, old_shares: number) => accepts({ kind: 'split', new_shares, old_shares })
  expect([split(1, 1_000), split(1_000, 1)]).toEqual([true, true])
  expect([split(0, 1), split(1, 0), split(1_001, 1), split(1, 1_001), split(1.5, 1)]).not.toContain(true)
})

const PAID = tradingDay('2026-12-10')

test.each<[ActionTerms, string]>([
  [
    { kind: 'dividend', amount_e4: 2_500, is_special: false, pay_date: PAID },
    'dividend of 0.25 dollars, paid 2026-12-10',
  ],
  [
    { kind: 'dividend', amount_e4: 50_000, is_special: true, pay_date: PAID },
    'special dividend of 5 dollars, paid 2026-12-10',
  ],
  [{ kind: 'split', new_shares: 3, old_shares: 2 }, 'split 3:2'],
  [{ kind: 'symbol_change', to: 'META' }, 'change of the symbol to META'],
  [{ kind: 'merger', filing: '0001-26-1' }, 'merger (0001-26-1)'],
])('an operator reads %j as "%s"', (terms, words) => expect(termsInWords(terms)).toBe(words))
