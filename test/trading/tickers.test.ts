import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { constituents } from '../../pipeline/sources/feeds/constituents.ts'
import { ETFS, SYMBOL } from '../../shared/domain/market/tradeable.ts'
import { saveMembers } from '../../shared/postgres/market/members.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { testApi } from '../api/support/api.ts'
import { get, MEMBERS, openVendors } from './vendors.ts'

const db = testDatabase()

test('the tickers are the members as last fetched and the funds, each once, with their sources', async () => {
  const app = await testApi(db.url, { limits: { documentAgeMs: 0 } })
  expect((await get(app, 'tickers')).body).toMatchObject({
    count: ETFS.size,
    reason: expect.stringContaining('has not been fetched yet'),
  })
  const [{ name: _name, ...apple }, ...others] = MEMBERS
  await saveMembers(db.sql, [apple, ...others], { at: new Date('2026-11-18T22:15:00Z'), source: 'breadth' })
  // The next list adds a missing name, and one member has left.
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
  // A former member may still be held, so it has a quote.
  expect((await get(app, 'quote/ZTS')).body).toMatchObject({ name: 'Zoetis', kind: 'stock', price: null })
})

test('every fund has a well-formed symbol', () => {
  for (const symbol of ETFS.keys()) expect(symbol).toMatch(SYMBOL)
})

test('every ticker has a quote at every vendor of the simulated market', async () => {
  await using opened = new AsyncDisposableStack()
  const vendors = await openVendors()
  opened.defer(() => vendors.close())
  const context = { at: vendors.at, day: tradingDay('2026-11-20'), mode: 'latest', fredApiKey: null } as const
  const list = await fetch(`${vendors.world.simulator.url}/constituents${constituents.request(context).path}`)
  const { members } = constituents.parse(new Uint8Array(await list.arrayBuffer()), context)
  await saveMembers(vendors.db.sql, members, { at: vendors.at, source: 'breadth' })
  for (const provider of ['schwab', 'alpaca', 'cboe']) {
    const app = await vendors.replica({ providers: provider })
    const { tickers } = (await get(app, 'tickers')).body
    expect(tickers).toHaveLength(members.length + ETFS.size)
    for (let first = 0; first < tickers.length; first += 10) {
      const asked = tickers.slice(first, first + 10).map(({ symbol }: { symbol: string }) => symbol)
      // A vendor may miss its deadline on a busy machine; the next request queries it again.
      await eventually(async () => {
        const { quotes } = (await get(app, `quotes?symbols=${asked}`)).body
        for (const { symbol, source, quality, bid, ask, price, reason } of quotes) {
          expect({ symbol, source, quality, reason }).toEqual({
            symbol,
            source: provider,
            quality: provider === 'cboe' ? 'delayed' : 'good',
            reason: null,
          })
          expect(price > 0.5 && price < 20_000 && bid < ask, `${symbol} at ${price}`).toBe(true)
        }
      })
    }
  }
})
