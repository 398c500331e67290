import { describe, expect, test } from 'vitest'
import { parseAlpacaContracts } from './alpaca-chains.ts'
import { parseAlpacaFrames } from './alpaca-frames.ts'
import { parseAlpacaSnapshots } from './alpaca-quotes.ts'

const NOW = new Date('2026-11-20T15:31:00Z')
const invalid = expect.objectContaining({ kind: 'invalid' })
const TRADE = { t: '2026-11-20T15:30:58.123456789Z', x: 'V', p: 686.42, s: 10, c: ['@'], i: 1, z: 'B' }
const TOUCH = { t: '2026-11-20T15:30:59.9Z', ax: 'V', ap: 686.44, as: 3, bx: 'V', bp: 686.4, bs: 2, c: ['R'], z: 'B' }
const bar = (t: string, c: number, v: number) => ({ t, o: c, h: c, l: c, c, v, n: 1, vw: c })
const TODAY = bar('2026-11-20T05:00:00Z', 686.42, 9_841_220)
const BEFORE = bar('2026-11-19T05:00:00Z', 685.14, 70_000_000)

describe('snapshots of shares', () => {
  const parse = (change: object = {}, feed: 'iex' | 'sip' | 'delayed_sip' = 'sip') =>
    parseAlpacaSnapshots(
      { SPY: { latestTrade: TRADE, latestQuote: TOUCH, dailyBar: TODAY, prevDailyBar: BEFORE, ...change } },
      { symbols: ['SPY', 'ZTS'], feed, now: NOW },
    ).get('SPY')

  test('a quote has sizes in shares, the newer of both times to the millisecond, and the previous close', () => {
    expect(parse()).toEqual({
      symbol: 'SPY',
      price: 686.42,
      bid: 686.4,
      ask: 686.44,
      bidSize: 200,
      askSize: 300,
      volume: 9_841_220,
      previousClose: 685.14,
      open: 686.42,
      quotedAt: new Date('2026-11-20T15:30:59.900Z'),
      source: 'alpaca',
      delaySeconds: 0,
    })
  })

  test('a single exchange gives no market volume, and a delayed feed states its delay', () => {
    expect(parse({}, 'iex')).toMatchObject({ volume: null, previousClose: null, delaySeconds: 0 })
    expect(parse({}, 'delayed_sip')).toMatchObject({ volume: 9_841_220, delaySeconds: 900 })
  })

  test('before the first trade of a day the bars are those of the day before', () => {
    const early = { dailyBar: BEFORE, prevDailyBar: bar('2026-11-18T05:00:00Z', 1, 1) }
    expect(parse(early)).toMatchObject({ volume: null, previousClose: 685.14 })
    expect(parse({ dailyBar: null })).toMatchObject({ volume: null, previousClose: null })
  })

  test('a side of 0 is not quoted, and two of them are no market', () => {
    expect(parse({ latestQuote: { ...TOUCH, ap: 0, as: 0 } })).toMatchObject({ bid: 686.4, ask: 0 })
    expect(parse({ latestQuote: { ...TOUCH, ap: 0, bp: 0 } })).toMatchObject({ bid: null, ask: null, bidSize: null })
    expect(parse({ latestQuote: null })).toMatchObject({ price: 686.42, bid: null, ask: null })
  })

  test.each([
    ['of tomorrow', { latestTrade: { ...TRADE, t: '2026-11-21T15:30:58Z' } }],
    ['without a price', { latestTrade: { ...TRADE, p: 0 } }],
    ['without a trade', { latestTrade: null }],
    ['negative', { latestQuote: { ...TOUCH, bp: -5 } }],
  ])('%s: a response without a valid quote is refused', (_name, change) => {
    expect(() => parse(change)).toThrow(invalid)
  })

  test('an unknown symbol is absent, and an invalid one does not affect the others', () => {
    const body = { SPY: { latestTrade: TRADE, latestQuote: TOUCH }, ZTS: { latestTrade: 'none' }, KO: null }
    const found = parseAlpacaSnapshots(body, { symbols: ['SPY', 'ZTS', 'KO', 'NOPE'], feed: 'iex', now: NOW })
    expect([...found.keys()]).toEqual(['SPY'])
    expect(parseAlpacaSnapshots({}, { symbols: ['NOPE'], feed: 'iex', now: NOW }).size).toBe(0)
    for (const refused of ['<html>', null, []]) {
      expect(() => parseAlpacaSnapshots(refused, { symbols: ['SPY'], feed: 'iex', now: NOW })).toThrow(invalid)
    }
  })
})

describe('snapshots of options', () => {
  const QUOTE = { t: '2026-11-20T15:30:59Z', bp: 8.1, bs: 12, bx: 'X', ap: 8.14, as: 20, ax: 'X', c: ' ' }
  const GREEKS = { delta: 0.5, gamma: 0.01, theta: -0.1, vega: 0.7, rho: 0.2 }
  const parse = (snapshots: object, more: object = {}) =>
    parseAlpacaContracts({ snapshots, next_page_token: null, ...more }, 'SPY')
  const only = (change: object) =>
    parse({ SPY261218C00690000: { latestQuote: QUOTE, greeks: GREEKS, impliedVolatility: 0.13, ...change } })
      .contracts[0]!

  test('a contract has touch, figures and name, and null where the interface has no value', () => {
    expect(only({})).toEqual({
      contract: 'SPY261218C00690000',
      expiration: '2026-12-18',
      strike: 690,
      right: 'call',
      bid: 8.1,
      ask: 8.14,
      bidSize: 12,
      askSize: 20,
      iv: 0.13,
      greeks: GREEKS,
      openInterest: null,
      volume: null,
    })
    expect(only({ impliedVolatility: undefined })).toMatchObject({ iv: null, greeks: null })
    expect(only({ greeks: { ...GREEKS, rho: null } })).toMatchObject({ iv: 0.13, greeks: null })
    expect(only({ latestQuote: undefined })).toMatchObject({ bid: 0, ask: 0, bidSize: null })
  })

  test('a page has its newest quote and the next page, without adjusted roots', () => {
    const page = parse(
      { SPY261218C00690000: { latestQuote: QUOTE }, SPY1261218C00690000: { latestQuote: QUOTE } },
      { next_page_token: 'abc' },
    )
    expect(page.contracts).toHaveLength(1)
    expect(page).toMatchObject({ next: 'abc', quotedAt: new Date(QUOTE.t) })
    expect(parse({})).toEqual({ contracts: [], quotedAt: null, next: null })
    const next = (length: number) => parse({}, { next_page_token: 'a'.repeat(length) }).next?.length
    expect([next(1), next(500)]).toEqual([1, 500])
    expect(() => next(0)).toThrow(invalid)
    expect(() => next(501)).toThrow(invalid)
  })

  test.each([
    ['a page', '<html>'],
    ['no snapshots', {}],
    ['a contract with another name', { snapshots: { 'SPY-DEC-690': {} } }],
    ['not one valid contract', { snapshots: { SPY261218C00690000: { latestQuote: { ...QUOTE, bp: -1 } } } }],
  ])('%s is refused', (_name, body) => {
    expect(() => parseAlpacaContracts(body, 'SPY')).toThrow(invalid)
  })
})

describe('frames of the stream', () => {
  const parse = (...messages: object[]) => parseAlpacaFrames(JSON.stringify(messages))

  test('control messages', () => {
    expect(parse({ T: 'success', msg: 'connected' })).toEqual([{ kind: 'connected' }])
    expect(parse({ T: 'success', msg: 'authenticated' })).toEqual([{ kind: 'authenticated' }])
    expect(parse({ T: 'error', code: 406, msg: 'connection limit exceeded' })).toEqual([{ kind: 'refused', code: 406 }])
    expect(parse({ T: 'error' })).toEqual([{ kind: 'refused', code: 0 }])
  })

  test('a symbol counts as subscribed when both its trades and its quotes come', () => {
    const frame = { T: 'subscription', trades: ['SPY', 'KO'], quotes: ['SPY', 'AAPL'], bars: [] }
    expect(parse(frame)).toEqual([{ kind: 'subscribed', symbols: ['SPY'] }])
  })

  test('a frame gives its trades and quotes, without other kinds and invalid figures', () => {
    const messages = [
      { T: 't', S: 'SPY', ...TRADE },
      { T: 'q', S: 'SPY', ...TOUCH },
      { T: 'b', S: 'SPY' },
      { T: 'q', S: 'SPY', ...TOUCH, bp: -5 },
      { T: 't', S: 'SPY', ...TRADE, t: 'yesterday' },
    ]
    expect(parse(...messages)).toMatchObject([
      { kind: 'trade', symbol: 'SPY', trade: { p: 686.42, t: new Date('2026-11-20T15:30:58.123Z') } },
      { kind: 'touch', symbol: 'SPY', touch: { bp: 686.4, as: 3 } },
    ])
  })

  test.each(['', '[{"T":"q"', '{"T":"q"}', '[1]', 'null'])('%s is refused', (text) => {
    expect(() => parseAlpacaFrames(text)).toThrow(invalid)
  })
})
