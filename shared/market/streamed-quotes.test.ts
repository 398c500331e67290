import { expect, test } from 'vitest'
import type { MarketQuote } from '../domain/market/market-quote.ts'
import { createStreamedQuotes } from './streamed-quotes.ts'

const at = (ms: number) => new Date(Date.UTC(2026, 10, 20, 15, 31) + ms)
const polled = (ms: number, change: Partial<MarketQuote> = {}): MarketQuote => ({
  symbol: 'SPY',
  price: 690,
  bid: 689.9,
  ask: 690.1,
  bidSize: 100,
  askSize: 100,
  volume: 5,
  previousClose: 680,
  quotedAt: at(ms),
  source: 'alpaca',
  delaySeconds: 0,
  ...change,
})
const touch = (ms: number, bp: number) => ({ t: at(ms), bp, bs: 1, ap: bp + 0.1, as: 2 })

function following(...symbols: string[]) {
  const book = createStreamedQuotes(0)
  book.follow(symbols, 1_000)
  return book
}
const spy = (book: ReturnType<typeof following>) => book.all(0).get('SPY')

test('a thousand messages leave one quote, the newest, and one change', () => {
  const book = following('SPY')
  for (let ms = 0; ms < 1_000; ms++) {
    book.touch('SPY', touch(ms, 600 + ms / 100), 1_000)
    book.trade('SPY', { t: at(ms), p: 600 + ms / 100 })
  }
  expect(book.changes(0)).toMatchObject([
    { symbol: 'SPY', price: 609.99, bid: 609.99, bidSize: 100, quotedAt: at(999) },
  ])
  expect(book.changes(0)).toEqual([])
})

test('late data change nothing, streamed or polled', () => {
  const book = following('SPY')
  book.touch('SPY', touch(10, 650), 1_000)
  book.trade('SPY', { t: at(12), p: 650.05 })
  book.touch('SPY', touch(9, 1), 1_000)
  book.trade('SPY', { t: at(11), p: 1 })
  book.addPolled([polled(5)], 2_000)
  // An older polled quote contributes only the fields that the stream lacks.
  expect(spy(book)).toMatchObject({ price: 650.05, bid: 650, volume: 5, previousClose: 680, quotedAt: at(12) })
  book.addPolled([polled(20)], 3_000)
  expect(spy(book)).toMatchObject({ price: 690, bid: 689.9, quotedAt: at(20) })
})

test('a symbol has no quote until both price and touch are known', () => {
  const book = following('SPY', 'KO')
  book.trade('SPY', { t: at(10), p: 650 })
  book.touch('KO', touch(10, 60), 1_000)
  expect(book.all(0).size).toBe(0)
  expect(book.changes(0)).toEqual([])
  book.addPolled([polled(5)], 2_000)
  expect(spy(book)).toMatchObject({ price: 650, bid: 689.9, quotedAt: at(10) })
  expect(book.changes(0)).toMatchObject([{ symbol: 'SPY' }])
})

test('a polled quote that is newer than the only trade brings its own price', () => {
  const book = following('SPY')
  book.trade('SPY', { t: at(10), p: 650 })
  book.addPolled([polled(20)], 2_000)
  expect(spy(book)).toMatchObject({ price: 690, bid: 689.9, quotedAt: at(20) })
})

test('a quote polled before the vendor confirmed the symbol is ignored, because updates may lie between', () => {
  const book = following('SPY')
  book.addPolled([polled(5)], 999)
  expect(book.all(0).size).toBe(0)
  book.addPolled([polled(5)], 1_000)
  expect(book.all(0).size).toBe(1)
})

test('symbols that are not followed, or no longer, are not stored', () => {
  const book = following('SPY')
  book.touch('KO', touch(1, 60), 1_000)
  book.trade('KO', { t: at(1), p: 60 })
  book.addPolled([polled(1, { symbol: 'KO' }), polled(1)], 2_000)
  expect([...book.all(0).keys()]).toEqual(['SPY'])
  book.follow(['KO'], 3_000)
  expect(book.all(0).size).toBe(0)
})

test('a poll is due at first, each minute, and five seconds after a failed one', () => {
  const book = following('SPY')
  expect(book.due(1_000)).toEqual(['SPY'])
  expect(book.due(5_999)).toEqual([])
  expect(book.due(6_000)).toEqual(['SPY'])
  book.addPolled([polled(1)], 6_000)
  expect(book.due(65_999)).toEqual([])
  expect(book.due(66_000)).toEqual(['SPY'])
})

test('of data of the same instant the later message counts, and a polled quote counts as the latest', () => {
  const book = following('SPY')
  book.trade('SPY', { t: at(10), p: 650 })
  book.trade('SPY', { t: at(10), p: 651 })
  book.touch('SPY', touch(10, 650), 1_000)
  book.touch('SPY', touch(10, 650.5), 1_000)
  expect(spy(book)).toMatchObject({ price: 651, bid: 650.5 })
  book.addPolled([polled(10)], 2_000)
  expect(spy(book)).toMatchObject({ price: 690, bid: 689.9 })
})

test('a polled quote that is newer than the only touch replaces it', () => {
  const book = following('SPY')
  book.touch('SPY', touch(10, 650), 1_000)
  book.addPolled([polled(20)], 2_000)
  expect(spy(book)).toMatchObject({ price: 690, bid: 689.9, quotedAt: at(20) })
})

test.each<[string, (book: ReturnType<typeof following>) => void]>([
  ['trade', (book) => book.trade('SPY', { t: at(30), p: 651 })],
  ['touch', (book) => book.touch('SPY', touch(30, 651), 3_000)],
  ['polled quote', (book) => book.addPolled([polled(5, { volume: 6 })], 3_000)],
])('a %s alone is a change', (_what, change) => {
  const book = following('SPY')
  book.addPolled([polled(20)], 2_000)
  book.changes(0)
  change(book)
  expect(book.changes(0)).toHaveLength(1)
})

test('a symbol whose touch has not come since an instant is not among the quotes, although its trades have', () => {
  const book = following('SPY', 'KO')
  book.touch('SPY', touch(10, 650), 1_000)
  book.touch('KO', touch(10, 60), 1_000)
  book.trade('KO', { t: at(11), p: 60 })
  book.trade('SPY', { t: at(12), p: 650 })
  book.touch('KO', touch(30_000, 61), 31_000)
  book.trade('SPY', { t: at(30_000), p: 660 })
  expect([...book.all(1_000).keys()]).toEqual(['SPY', 'KO'])
  expect([...book.all(1_001).keys()]).toEqual(['KO'])
  expect(book.changes(1_001)).toMatchObject([{ symbol: 'KO', bid: 61 }])
  book.addPolled([polled(32_000)], 32_000)
  expect([...book.all(31_001).keys()]).toEqual(['SPY'])
})
