import { afterAll, beforeAll, expect, test } from 'vitest'
import { ETFS, SYMBOL } from '../../shared/domain/tradeable.ts'
import { saveMembers } from '../../shared/postgres/members.ts'
import { testApi } from '../api/support/api.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { get, MEMBERS } from './vendors.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.drop())

test('members as last fetched and funds, each once, with where they come from', async () => {
  const app = await testApi(db.url, { limits: { documentAgeMs: 0 } })
  expect((await get(app, 'tickers')).body).toMatchObject({
    count: ETFS.size,
    reason: expect.stringContaining('has not been fetched yet'),
  })
  const [{ name: _name, ...apple }, ...others] = MEMBERS
  await saveMembers(db.sql, [apple, ...others], { at: new Date('2026-11-18T22:15:00Z'), source: 'breadth' })
  // The next list names the one that had no name, and another has left.
  await saveMembers(db.sql, MEMBERS.slice(0, 2), { at: new Date('2026-11-19T22:15:00Z'), source: 'breadth' })
  const { body } = await get(app, 'tickers')
  expect(body).toMatchObject({
    count: ETFS.size + 2,
    reason: null,
    sources: [
      { kind: 'stock', source: 'members of the S&P 500, source breadth', as_of: '2026-11-19', count: 2 },
      { kind: 'etf', count: ETFS.size },
    ],
  })
  const symbols = body.tickers.map(({ symbol }: { symbol: string }) => symbol)
  expect(symbols).toEqual([...new Set(symbols)].sort())
  expect(body.tickers).toContainEqual({
    symbol: 'AAPL',
    name: 'Apple Inc.',
    sector: 'Information Technology',
    kind: 'stock',
  })
  expect(body.tickers).toContainEqual({ symbol: 'SPY', name: 'SPDR S&P 500 ETF Trust', sector: null, kind: 'etf' })
  expect(symbols).not.toContain('ZTS')
  expect(symbols).not.toContain('VIX')
  // Who left can still be held, so it has a quote.
  expect((await get(app, 'quote/ZTS')).body).toMatchObject({ name: 'Zoetis', kind: 'stock', price: null })
})

test('every fund has a symbol of ours', () => {
  for (const symbol of ETFS.keys()) expect(symbol).toMatch(SYMBOL)
})
