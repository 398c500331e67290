import { expect, test } from 'vitest'
import { readExample } from '../../openapi/read-example.ts'
import { watchlistCard } from './watchlist.ts'

type Given = Parameters<typeof watchlistCard>

test('the table of pinned companies tells the day of its closes', () => {
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
