import { expect, test } from 'vitest'
import type { MarketQuote } from '../domain/market/market-quote.ts'
import type { FetchedQuote } from '../postgres/market/latest-quotes.ts'
import type { Lookup } from './live-market.ts'
import { storedQuotesFirst } from './stored-quotes-first.ts'

const NOW = new Date('2026-11-20T15:31:00Z')
const before = (ms: number): Date => new Date(NOW.getTime() - ms)

const quote = (price: number, rest: Partial<MarketQuote> = {}): MarketQuote => ({
  symbol: 'SPY',
  price,
  bid: price,
  ask: price,
  bidSize: 1,
  askSize: 1,
  volume: null,
  previousClose: null,
  quotedAt: NOW,
  source: 'schwab',
  delaySeconds: 0,
  ...rest,
})
const stored = (fetchedMsAgo: number, rest: Partial<MarketQuote> = {}): FetchedQuote => ({
  ...quote(600, rest),
  fetchedAt: before(fetchedMsAgo),
})
const AWAY: Lookup<MarketQuote> = { value: null, reason: 'away', unknown: false }
const UNKNOWN: Lookup<MarketQuote> = { value: null, reason: 'no provider has a quote of it', unknown: true }
const answered = (value: MarketQuote): Lookup<MarketQuote> => ({ value, reason: null, unknown: false })

/** The answer for SPY, and the symbols that were requested from a provider. */
async function read(row: FetchedQuote | null, answer: Lookup<MarketQuote>, prefer: 'newest' | 'answer') {
  const requested: string[] = []
  const market = {
    async quotes(symbols: readonly string[]) {
      requested.push(...symbols)
      return new Map(symbols.map((symbol) => [symbol, answer]))
    },
  }
  const rules = { stored: row ? [row] : [], market, freshMs: () => 3_000, prefer }
  const served = (await storedQuotesFirst(['SPY'], NOW, rules)).get('SPY')!
  return { price: served.value?.price ?? null, reason: served.reason, unknown: served.unknown, requested }
}

test.each([
  ['fetched 3,000 ms ago saves', 3_000, []],
  ['fetched 3,001 ms ago does not save', 3_001, ['SPY']],
  ['fetched 1,000 ms ahead saves', -1_000, []],
  ['fetched 1,001 ms ahead does not save', -1_001, ['SPY']],
])('a stored quote %s a request', async (_name, fetchedMsAgo, requested) => {
  expect((await read(stored(fetchedMsAgo), AWAY, 'newest')).requested).toEqual(requested)
})

test.each(['newest', 'answer'] as const)(
  'an old stored quote is served with the reason while vendors are down (%s)',
  async (prefer) => {
    expect(await read(stored(60_000), AWAY, prefer)).toMatchObject({ price: 600, reason: 'away', unknown: false })
    expect(await read(null, AWAY, prefer)).toMatchObject({ price: null, reason: 'away' })
  },
)

test('an older answer of another vendor yields to the stored quote only where the newest is preferred', async () => {
  const older = answered(quote(590, { source: 'cboe', quotedAt: before(900_000) }))
  expect(await read(stored(60_000), older, 'newest')).toMatchObject({
    price: 600,
    reason: 'schwab does not answer, and cboe has only an older quote',
  })
  expect(await read(stored(60_000), older, 'answer')).toMatchObject({ price: 590, reason: null })
})

test('an older answer of the same vendor yields without a reason, and an equally old one is served', async () => {
  const older = answered(quote(590, { quotedAt: before(1) }))
  expect(await read(stored(60_000), older, 'newest')).toMatchObject({ price: 600, reason: null })
  expect(await read(stored(60_000), answered(quote(590)), 'newest')).toMatchObject({ price: 590, reason: null })
})

test('a vendor that answers with a quote far older than its last one counts as not answering', async () => {
  const behind = (ms: number) => answered(quote(590, { quotedAt: before(ms) }))
  expect(await read(stored(6_000), behind(30_000), 'newest')).toMatchObject({ price: 600, reason: null })
  expect(await read(stored(6_000), behind(30_001), 'newest')).toMatchObject({
    price: 600,
    reason: 'schwab answers with a quote that is older than its last one',
  })
})

test('a symbol that every vendor denies is unknown, except for a valuation that has a stored quote', async () => {
  expect(await read(stored(60_000), UNKNOWN, 'newest')).toMatchObject({ price: null, unknown: true })
  expect(await read(stored(60_000), UNKNOWN, 'answer')).toMatchObject({ price: 600, unknown: false })
  expect(await read(null, UNKNOWN, 'answer')).toMatchObject({ price: null, unknown: true })
})

test('a fresh stored quote is served as if just fetched, without a request', async () => {
  const market = { quotes: () => Promise.reject(new Error('asked')) }
  const rules = { stored: [stored(0)], market, freshMs: () => 3_000, prefer: 'newest' } as const
  expect((await storedQuotesFirst(['SPY'], NOW, rules)).get('SPY')).toEqual(answered(quote(600)))
})
