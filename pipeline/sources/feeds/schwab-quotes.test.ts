import { describe, expect, test } from 'vitest'
import { parseSchwabQuotes } from './schwab-quotes.ts'

const AT = Date.parse('2026-11-20T15:31:00Z')
const quote = { lastPrice: 600, bidPrice: 599.99, askPrice: 600.01, bidSize: 5, askSize: 7, quoteTime: AT }
const NOW = new Date(AT + 5_000)
const parse = (more: object = {}, said: object = {}, now = NOW) =>
  parseSchwabQuotes({ SPY: { quote: { ...quote, ...said }, ...more } }, { symbols: ['SPY'], now }).get('SPY')
const invalid = expect.objectContaining({ kind: 'invalid' })

describe('quotes of Schwab', () => {
  test('a quote has its sides in shares, and the newer of its two times', () => {
    expect(parse({}, { tradeTime: AT - 1_000, totalVolume: 9, closePrice: 598, openPrice: 599 })).toEqual({
      symbol: 'SPY',
      price: 600,
      bid: 599.99,
      ask: 600.01,
      bidSize: 500,
      askSize: 700,
      volume: 9,
      previousClose: 598,
      open: 599,
      quotedAt: new Date(AT),
      realtime: true,
    })
    expect(parse({}, { tradeTime: AT + 1_000 })?.quotedAt).toEqual(new Date(AT + 1_000))
  })

  test('a quote that is not for professionals, or delayed by its own word, is not live', () => {
    expect(parse({ quoteType: 'NBBO' })?.realtime).toBe(true)
    expect(parse({ quoteType: 'NFL' })?.realtime).toBe(false)
    expect(parse({ realtime: false })?.realtime).toBe(false)
    expect(parse({ realtime: false, quoteType: 'NFL' })?.realtime).toBe(false)
  })

  test('an absurd side counts as missing, and an absurd price leaves the symbol out', () => {
    expect(parse({}, { bidPrice: -999, askSize: 'NaN' })).toMatchObject({ bid: null, ask: 600.01, askSize: null })
    const both = { SPY: { quote: { ...quote, lastPrice: 0 } }, QQQ: { quote } }
    expect([...parseSchwabQuotes(both, { symbols: ['SPY', 'QQQ'], now: NOW }).keys()]).toEqual(['QQQ'])
    expect(parse({}, { lastPrice: 1_000_000 })?.price).toBe(1_000_000)
  })

  test('a quote without a time is left out', () => {
    const timeless = { SPY: { quote: { lastPrice: 600 } }, QQQ: { quote } }
    expect([...parseSchwabQuotes(timeless, { symbols: ['SPY', 'QQQ'], now: NOW }).keys()]).toEqual(['QQQ'])
  })

  test('an answer without one believable symbol is refused, unless the vendor knows none of them', () => {
    expect(() => parse({}, { lastPrice: -5 })).toThrow(invalid)
    expect(() => parseSchwabQuotes([], { symbols: ['SPY'], now: NOW })).toThrow(invalid)
    expect(() => parseSchwabQuotes({ SPY: {} }, { symbols: ['NOPE', 'SPY'], now: NOW })).toThrow(invalid)
    expect(parseSchwabQuotes({}, { symbols: ['SPY'], now: NOW })).toEqual(new Map())
  })

  test('the trade of the regular session is added where it is credible', () => {
    const regular = { regularMarketLastPrice: 601, regularMarketTradeTime: AT }
    expect(parse({ regular })?.regular).toEqual({ price: 601, at: new Date(AT) })
    expect(parse({ regular: { ...regular, regularMarketLastPrice: -1 } })).not.toHaveProperty('regular')
  })

  test.each([
    ['a price of a million', { lastPrice: 1_000_000 }, true],
    ['a price of more', { lastPrice: 1_000_001 }, false],
    ['a time of 2000', { quoteTime: Date.UTC(2000, 0, 1) }, true],
    ['a time before it', { quoteTime: Date.UTC(2000, 0, 1) - 1 }, false],
    ['a time after 2100', { quoteTime: Date.UTC(2100, 0, 1) + 1 }, false],
    ['a time a minute ahead', { quoteTime: NOW.getTime() + 60_000 }, true],
    ['a time further ahead', { quoteTime: NOW.getTime() + 60_001 }, false],
    ['a trade an hour ahead', { tradeTime: NOW.getTime() + 3_600_000 }, false],
    ['a time in seconds', { quoteTime: AT / 1_000 }, false],
    ['a part of a millisecond', { quoteTime: AT + 0.5 }, false],
  ])('%s can be believed or not: %j is %s', (_what, said, isBelieved) => {
    const quotes = parseSchwabQuotes(
      { SPY: { quote: { ...quote, ...said } }, QQQ: { quote } },
      { symbols: ['SPY', 'QQQ'], now: NOW },
    )
    expect(quotes.has('SPY')).toBe(isBelieved)
  })

  test('a count of more than a million millions, or below zero, counts as missing', () => {
    expect(parse({}, { totalVolume: 1e12, bidSize: 1e12 })).toMatchObject({ volume: 1e12, bidSize: 1e14 })
    expect(parse({}, { totalVolume: 1e12 + 1, bidSize: -1, askSize: 0 })).toMatchObject({
      volume: null,
      bidSize: null,
      askSize: 0,
    })
  })

  test('a field that a quote lacks is null, and an index has no regular trade', () => {
    expect(
      parseSchwabQuotes(
        { VIX: { quote: { lastPrice: 16, tradeTime: AT }, regular: null } },
        { symbols: ['VIX'], now: NOW },
      ).get('VIX'),
    ).toEqual({
      symbol: 'VIX',
      price: 16,
      bid: null,
      ask: null,
      bidSize: null,
      askSize: null,
      volume: null,
      previousClose: null,
      quotedAt: new Date(AT),
      realtime: true,
    })
  })
})
