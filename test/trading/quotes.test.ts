import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { faultProxy } from '../../harness/fault-proxy.ts'
import { saveLatestQuotes } from '../../shared/postgres/market/latest-quotes.ts'
import { NOW } from '../api/support/seed.ts'
import { get, openVendors, UNQUOTED, type Vendors } from './vendors.ts'

let vendors: Vendors
beforeAll(async () => {
  vendors = await openVendors()
})
beforeEach(async () => {
  vendors.at = NOW
  await vendors.db.sql`truncate latest_quotes, quote_wishes`
})
afterEach(() => vendors.world.heal())
afterAll(() => vendors.close())

const later = (ms: number) => new Date(NOW.getTime() + ms)

test('a real-time quote has price, touch, sizes, change and its source', async () => {
  const app = await vendors.replica()
  const { status, body } = await get(app, 'quote/spy')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    symbol: 'SPY',
    name: 'SPDR S&P 500 ETF Trust',
    kind: 'etf',
    source: 'schwab',
    quality: 'good',
    reason: null,
    quoted_at: '2026-11-20T10:31:00-05:00',
    age_seconds: 0,
    delay_seconds: 0,
    delayed: false,
  })
  expect(body.ask - body.bid).toBeCloseTo(0.02, 6)
  expect(body.bid_size).toBeGreaterThanOrEqual(100)
  expect(body.volume).toBeGreaterThan(1e6)
  expect(body.change).toBeCloseTo(body.price - body.previous_close, 4)
  expect(body.change_percent).toBeCloseTo((100 * body.change) / body.previous_close, 3)
})

test('the configured first provider answers, and a delayed feed is marked as delayed and not as stale', async () => {
  const app = await vendors.replica({ providers: 'cboe,schwab' })
  const { body } = await get(app, 'quote/SPY')
  expect(body).toMatchObject({ source: 'cboe', delay_seconds: 900, delayed: true, quality: 'delayed' })
  expect(body.age_seconds).toBeGreaterThanOrEqual(900)
  expect(body.age_seconds).toBeLessThan(970)
})

test('Alpaca’s free feeds are real-time quotes of one exchange, with null for missing fields', async () => {
  const app = await vendors.replica({ providers: 'alpaca,cboe' })
  const { body } = await get(app, 'quote/SPY')
  expect(body).toMatchObject({ source: 'alpaca', delay_seconds: 0, delayed: false, quality: 'good', reason: null })
  expect(body).toMatchObject({ volume: null, previous_close: null, change: null })
  const index = (await get(app, 'quote/VIX')).body
  expect(index).toMatchObject({ source: 'cboe', delayed: true })
  const chain = (await get(app, 'options/chain/SPY?strike_count=6')).body
  expect(chain).toMatchObject({ source: 'alpaca', delay_seconds: 900, delayed: true, strikes: 6 })
  expect(chain.contracts[0]).toMatchObject({ open_interest: null, volume: null, quality: 'delayed' })
})

test.each([
  ['without a login', { loggedIn: false }, null],
  ['wedged', {}, { mode: 'stall', path: '/marketdata' }],
  ['429', {}, { mode: 'status', status: 429, path: '/marketdata' }],
  ['malformed', {}, { mode: 'malformed', path: '/marketdata' }],
])('the next vendor answers in time when the preferred one is %s', async (_name, options, fault) => {
  const app = await vendors.replica(options)
  if (fault) await vendors.fault('schwab', fault)
  const { status, body } = await get(app, 'quote/AAPL')
  expect(status).toBe(200)
  expect(body).toMatchObject({ symbol: 'AAPL', name: 'Apple Inc.', kind: 'stock', source: 'cboe', reason: null })
})

test('class shares and an index have quotes, an unquoted member has nulls, an unknown symbol is 404', async () => {
  const app = await vendors.replica()
  expect((await get(app, 'quote/BRK.B')).body).toMatchObject({ source: 'schwab', quality: 'good' })
  const index = (await get(app, 'quote/VIX')).body
  expect(index).toMatchObject({ kind: 'index', quality: 'no_market', bid: null, ask: null, bid_size: null })
  expect(index.price).toBeGreaterThan(5)
  const unquoted = await get(app, `quote/${UNQUOTED}`)
  expect(unquoted).toMatchObject({ status: 200, body: { name: 'Kellanova', price: null, quality: null } })
  expect(unquoted.body.reason).toBe('no provider has a quote of it')
  for (const symbol of ['NOPE', 'MSFT', 'SPY1', '%24VIX', '__proto__', 'SPY%2FA']) {
    const unknown = await get(app, `quote/${symbol}`)
    expect(unknown, symbol).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(JSON.stringify(unknown.body), symbol).not.toContain(symbol)
  }
})

test('vendors decide which symbols exist until a list of members is known', async () => {
  const members = await vendors.db.sql`delete from index_members returning symbol, known_at, sector, name, source`
  const app = await vendors.replica()
  expect((await get(app, 'quote/MSFT')).body).toMatchObject({ source: 'schwab', kind: null, name: null })
  expect((await get(app, 'quote/NOPE')).status).toBe(404)
  expect((await get(app, 'tickers')).body).toMatchObject({ count: 30, reason: expect.stringContaining('only funds') })
  await vendors.db.sql`insert into index_members ${vendors.db.sql(members)}`
})

test('several symbols are answered in order, duplicates once, unknown ones as entries; more than ten are 400', async () => {
  const app = await vendors.replica()
  const { status, body } = await get(app, 'quotes?symbols=AAPL,%20spy,NOPE,AAPL,VOO,BRK--B,$SPX')
  expect(status).toBe(200)
  expect(body.count).toBe(6)
  expect(body.quotes.map(({ symbol }: { symbol: string }) => symbol)).toEqual([
    'AAPL',
    'SPY',
    'NOPE',
    'VOO',
    'BRK--B',
    '$SPX',
  ])
  for (const at of [2, 4, 5])
    expect(body.quotes[at]).toMatchObject({
      price: null,
      kind: null,
      reason: expect.stringContaining('unknown symbol'),
    })
  expect(body.quotes[1].price).toBeGreaterThan(0)
  const symbols = (count: number) => Array.from({ length: count }, (_, index) => `S${index}`).join(',')
  expect((await get(app, `quotes?symbols=${symbols(10)}`)).body.count).toBe(10)
  for (const query of [`?symbols=${symbols(11)}`, '?symbols=', '', '?symbols=,', '?symbols=A&symbols=B']) {
    const refused = await get(app, `quotes${query}`)
    expect(refused, query).toMatchObject({ status: 400, body: { details: { fields: ['symbols'] } } })
  }
})

test('while feeds are down the last good quote has its age and a reason, and a fresh replica has nulls', async () => {
  const app = await vendors.replica()
  const fresh = await vendors.replica()
  const before = (await get(app, 'quote/SPY')).body
  for (const vendor of ['schwab', 'cboe'] as const) await vendors.fault(vendor, { mode: 'status', status: 500 })
  vendors.at = later(600_000)
  // A quote is reused for one second of real time.
  const after = await eventually(async () => {
    const { status, body } = await get(app, 'quote/SPY')
    expect(status).toBe(200)
    return body.reason !== null && body
  })
  expect(after).toMatchObject({ price: before.price, quoted_at: before.quoted_at, age_seconds: 600, quality: 'stale' })
  expect(after).toMatchObject({ reason: expect.stringMatching(/schwab: .*500; cboe: .*500/) })
  const none = await get(fresh, 'quotes?symbols=SPY,NOPE')
  expect(none).toMatchObject({ status: 200, body: { count: 2, reason: null } })
  expect(none.body.quotes[0]).toMatchObject({ price: null, quoted_at: null, quality: null })
  expect(none.body.quotes[0].reason).toMatch(/schwab: .*500/)
})

test('a quote of the close is good until the next open and stale after it', async () => {
  const app = await vendors.replica({ providers: 'schwab' })
  vendors.at = new Date('2026-11-22T15:00:00Z')
  const sunday = (await get(app, 'quote/SPY')).body
  // The simulated vendor trades for four hours after the close, as the real one does.
  expect(sunday).toMatchObject({ quoted_at: '2026-11-20T20:00:00-05:00', quality: 'good' })
  const quote = { ...EXAMPLE, quotedAt: new Date('2026-11-20T21:00:00Z') }
  vendors.at = new Date('2026-11-23T14:30:01Z')
  await saveLatestQuotes(vendors.db.sql, [quote], vendors.at)
  expect((await get(app, 'quote/ZTS')).body).toMatchObject({ price: 7, quality: 'stale' })
})

const EXAMPLE = {
  symbol: 'ZTS',
  price: 7,
  bid: 6.99,
  ask: 7.01,
  bidSize: 100,
  askSize: null,
  volume: null,
  previousClose: null,
  quotedAt: NOW,
  source: 'schwab' as const,
  delaySeconds: 0,
}

test.each([
  ['crossed', { bid: 7.02, ask: 7.01 }],
  ['locked', { bid: 7.01, ask: 7.01 }],
  ['zero_bid', { bid: 0, ask: 7.01 }],
  ['no_ask', { bid: 7, ask: null }],
  ['no_market', { bid: null, ask: null }],
])('a touch that cannot be traded on has its quality: %s', async (quality, touch) => {
  const app = await vendors.replica()
  await saveLatestQuotes(vendors.db.sql, [{ ...EXAMPLE, ...touch }], NOW)
  expect((await get(app, 'quote/ZTS')).body).toMatchObject({ quality, change: null, change_percent: null, ...touch })
})

test('a fresh stored quote saves a request, and a symbol that is read is wished for', async () => {
  const app = await vendors.replica()
  await vendors.fault('schwab', { mode: 'status', status: 500 })
  await vendors.fault('cboe', { mode: 'status', status: 500 })
  await saveLatestQuotes(vendors.db.sql, [EXAMPLE], later(-3_000))
  expect((await get(app, 'quote/ZTS')).body).toMatchObject({ price: 7, reason: null })
  // A millisecond later the vendors are called; as they do not answer, the stored quote is still served.
  await vendors.db.sql`update latest_quotes set fetched_at = ${later(-3_001)}`
  expect((await get(app, 'quote/ZTS')).body).toMatchObject({ price: 7, reason: expect.stringContaining('500') })
  await vendors.db.sql`update latest_quotes set delay_seconds = 900, fetched_at = ${later(-60_000)}`
  expect((await get(app, 'quote/ZTS')).body).toMatchObject({ price: 7, reason: null, delayed: true })
  await vendors.world.heal()
  await vendors.db.sql`update latest_quotes set fetched_at = ${later(-60_001)}`
  await eventually(async () => expect((await get(app, 'quote/ZTS')).body.price).not.toBe(7))
  await eventually(async () => {
    const wishes = await vendors.db.sql`select w.symbol from quote_wishes as w limit 10`
    expect(wishes.map(({ symbol }) => symbol)).toEqual(['ZTS'])
  })
})

test('a quote fetched earlier never replaces one fetched later', async () => {
  await saveLatestQuotes(vendors.db.sql, [{ ...EXAMPLE, price: 8 }], NOW)
  await saveLatestQuotes(vendors.db.sql, [EXAMPLE], later(-1))
  const [row] = await vendors.db.sql`select l.price from latest_quotes as l limit 1`
  expect(row).toEqual({ price: 8 })
})

test('a request budget is shared by all processes, and when it is used up that is the reason', async () => {
  const app = await vendors.replica({ providers: 'cboe', metered: true })
  expect((await get(app, 'quote/AAPL')).body).toMatchObject({ source: 'cboe' })
  await vendors.db.sql`update vendor_budgets set tokens = 12, refilled_at = clock_timestamp() where vendor = 'cboe'`
  const { status, body } = await get(app, 'quote/ZTS')
  expect(status).toBe(200)
  expect(body).toMatchObject({ price: null, reason: 'cboe: the request budget of cboe is used up for now' })
})

test('a vendor answers without the database, and without both the answer is 200 with a reason', async () => {
  const proxy = await faultProxy(vendors.db.url)
  const app = await vendors.replica({ sql: proxy.url })
  await eventually(async () => expect((await get(app, 'quote/SPY')).body.price).toBeGreaterThan(0))
  proxy.inject('refuse')
  expect((await get(app, 'quote/SPY')).body).toMatchObject({ source: 'schwab' })
  await vendors.fault('schwab', { mode: 'status', status: 500 })
  await vendors.fault('cboe', { mode: 'status', status: 500 })
  for (const url of ['quote/ZTS', 'quotes?symbols=ZTS,AAPL', 'options/chain/ZTS']) {
    const { status, body, headers } = await get(app, url)
    expect(status, url).toBe(200)
    expect(body.reason, url).toMatch(/database/)
    expect(headers['x-reason'], url).toMatch(/database/)
  }
  await proxy.close()
})
