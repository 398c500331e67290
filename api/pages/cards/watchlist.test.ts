import { expect, test } from 'vitest'
import { textOf } from '../../../harness/text-of.ts'
import { readExample } from '../../openapi/read-example.ts'
import { watchlistCard } from './watchlist.ts'

type Given = Parameters<typeof watchlistCard>

test('the table of pinned companies shows the day of its closes', () => {
  const [company] = readExample<{ companies: object[] }>(
    import.meta.url,
    '../../company/watchlist-example.json',
  ).companies
  const shown = (...days: (string | null)[]) => {
    const companies = days.map((day) => ({ ...company, day }))
    const value = { count: companies.length, companies, reason: null }
    const nothing = { value: null, reason: null, staleSeconds: null }
    return watchlistCard({ ...nothing, value } as unknown as Given[0], nothing as Given[1])
  }
  expect(shown('2026-11-19', '2026-11-20', null)).toContain('3 pinned, closes of 20 Nov 2026')
  expect(shown(null)).not.toContain('closes of')
})

const nothing = { value: null, reason: null, staleSeconds: null }
const shown = (list: object, changes: object = nothing): string =>
  textOf(watchlistCard({ ...nothing, value: list } as unknown as Given[0], changes as Given[1]))
const company = {
  ticker: 'AAPL',
  name: 'Apple',
  day: '2026-11-23',
  close: 456.44,
  change: -0.004,
  iv30: 0.263,
  iv_rank: 0.16,
  next_report: '2027-02-08',
  implied_move: 0.016,
}

test('a pinned company is shown with its close, its volatility and its next report', () => {
  const unknown = { ...company, ticker: 'XYZ', name: null, close: null, change: null, iv30: null, iv_rank: null }
  const bare = { ...unknown, next_report: null, implied_move: null }
  expect(shown({ count: 2, companies: [company, bare], reason: null })).toBe(
    'Companies 2 pinned, closes of 23 Nov 2026 figures Pinned companies Company Close Change Volatility, 30 days Rank Next ' +
      'report Implied move AAPL Apple 456.44 −0.4 % 26.3 % 16 % 8 Feb 2027 1.6 % XYZ unknown unknown unknown unknown ' +
      'unknown unknown No close, volatility, rank: no reason is known (XYZ). No next report: neither the calendar nor a ' +
      'past report tells it (XYZ). Every member of the index has a page: write its ticker after /company/.',
  )
})

test('the five largest changes are listed below, and a table without companies gives the reason', () => {
  const changes = ['A', 'B', 'C', 'D', 'E', 'F'].map((ticker) => ({ ticker, text: `moved ${ticker}.` }))
  const list = { count: 1, companies: [company], reason: null }
  const text = shown(list, { ...nothing, value: { changes } })
  expect(text).toContain('1.6 % A moved A. B moved B. C moved C. D moved D. E moved E. Every member')
  expect(shown({ count: 0, companies: [], reason: null })).toBe('Companies 0 pinned figures No company is pinned.')
  expect(shown({ count: 0, companies: [], reason: 'nothing is pinned yet' })).toContain('Nothing is pinned yet.')
})

test('an unknown figure has its reason below the table, once for all companies that share it', () => {
  const reason = 'needs 126 of its own sessions with an iv30; 3 are known'
  const young = { ...company, iv_rank: null, implied_move: null, reason }
  const text = shown({ count: 2, companies: [young, { ...young, ticker: 'XYZ', implied_move: 0.02 }], reason: null })
  expect(text).toContain(
    'No rank: needs 126 of its own sessions with an iv30; 3 are known (all companies). ' +
      'No implied move: no stored option chain implies one for the day of the report (AAPL). Every member',
  )
})
