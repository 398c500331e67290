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

  test('a side of 0 counts as not quoted, and two of them give no market', () => {
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

describe('what a snapshot may state', () => {
  const has = (change: object) =>
    parseAlpacaSnapshots(
      { SPY: { latestTrade: TRADE, latestQuote: TOUCH, dailyBar: TODAY, ...change }, KO: { latestTrade: TRADE } },
      { symbols: ['SPY', 'KO'], feed: 'sip', now: NOW },
    ).has('SPY')
  const ahead = (ms: number) => ({ latestQuote: { ...TOUCH, t: new Date(NOW.getTime() + ms).toISOString() } })

  test.each([
    ['a price of a million', { latestTrade: { ...TRADE, p: 1_000_000 } }, true],
    ['a price of more', { latestTrade: { ...TRADE, p: 1_000_001 } }, false],
    ['a side of a million', { latestQuote: { ...TOUCH, ap: 1_000_000 } }, true],
    ['a side of more', { latestQuote: { ...TOUCH, ap: 1_000_001 } }, false],
    ['a size of a million millions', { latestQuote: { ...TOUCH, as: 1e12 } }, true],
    ['a size of more', { latestQuote: { ...TOUCH, as: 1e12 + 1 } }, false],
    ['a time a minute ahead, of a clock that is a little fast', ahead(60_000), true],
    ['a time further ahead', ahead(60_001), false],
    ['a time without a zone', { latestTrade: { ...TRADE, t: '2026-11-20T15:30:58' } }, false],
  ])('%s: it is believed or not', (_what, change, isBelieved) => {
    expect(has(change)).toBe(isBelieved)
  })

  test('without a touch neither side has a size', () => {
    const quotes = parseAlpacaSnapshots({ KO: { latestTrade: TRADE } }, { symbols: ['KO'], feed: 'sip', now: NOW })
    expect(quotes.get('KO')).toMatchObject({ bid: null, bidSize: null, askSize: null, quotedAt: new Date(TRADE.t) })
  })

  test('a bad daily bar costs the figures of the day and not the quote', () => {
    const parsed = parseAlpacaSnapshots(
      { SPY: { latestTrade: TRADE, dailyBar: { ...TODAY, c: -1 }, prevDailyBar: BEFORE } },
      { symbols: ['SPY'], feed: 'sip', now: NOW },
    )
    expect(parsed.get('SPY')).toMatchObject({ price: 686.42, volume: null, previousClose: null })
    const noOpen = { latestTrade: TRADE, dailyBar: { ...TODAY, o: 0 }, prevDailyBar: null }
    const quote = parseAlpacaSnapshots({ SPY: noOpen }, { symbols: ['SPY'], feed: 'sip', now: NOW }).get('SPY')
    expect(quote).toMatchObject({ volume: 9_841_220, previousClose: null })
    expect(quote).not.toHaveProperty('open')
  })
})

describe('snapshots of options', () => {
  const QUOTE = { t: '2026-11-20T15:30:59Z', bp: 8.1, bs: 12, bx: 'X', ap: 8.14, as: 20, ax: 'X', c: ' ' }
  const GREEKS = { delta: 0.5, gamma: 0.01, theta: -0.1, vega: 0.7, rho: 0.2 }
  const parse = (snapshots: object, more: object = {}) =>
    parseAlpacaContracts({ snapshots, next_page_token: null, ...more }, 'SPY', NOW)
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

  test('a contract quoted in the future is left out, so that the chain is not newer than now', () => {
    const ahead = { ...QUOTE, t: new Date(NOW.getTime() + 60_001).toISOString() }
    const page = parse({ SPY261218C00690000: { latestQuote: QUOTE }, SPY261218C00700000: { latestQuote: ahead } })
    expect(page.contracts.map(({ strike }) => strike)).toEqual([690])
    expect(page.quotedAt).toEqual(new Date(QUOTE.t))
    expect(() => parse({ SPY261218C00700000: { latestQuote: ahead } })).toThrow(invalid)
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
    expect(() => parseAlpacaContracts(body, 'SPY', NOW)).toThrow(invalid)
  })
})

describe('what a page of options may state', () => {
  const NAME = 'SPY261218C00690000'
  const GREEKS = { delta: 0.5, gamma: 0.01, theta: -0.1, vega: 0.7, rho: 0.2 }
  const parse = (snapshots: object) => parseAlpacaContracts({ snapshots }, 'SPY', NOW)
  const only = (change: object) =>
    parse({ [NAME]: { impliedVolatility: 0.13, greeks: GREEKS, ...change } }).contracts[0]!

  test.each([
    ['an implied volatility of a hundred', { impliedVolatility: 100 }, 100],
    ['more', { impliedVolatility: 100.1 }, null],
    ['none', { impliedVolatility: 0 }, null],
  ])('%s is read as it is, or as unknown: %j', (_what, change, iv) => expect(only(change).iv).toBe(iv))

  test('a greek beyond a million is invalid, and then the contract has none', () => {
    for (const rho of [1e6, -1e6]) expect(only({ greeks: { ...GREEKS, rho } }).greeks).toEqual({ ...GREEKS, rho })
    for (const rho of [1e6 + 1, -1e6 - 1]) expect(only({ greeks: { ...GREEKS, rho } }).greeks).toBeNull()
  })

  test('a page has ten thousand contracts at most, and no time where none is quoted', () => {
    const names = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`SPY261218C${String(at + 1).padStart(8, '0')}`, {}]))
    const { contracts, quotedAt } = parse(names(10_000))
    expect([contracts.length, quotedAt]).toEqual([10_000, null])
    expect(() => parse(names(10_001))).toThrow(invalid)
  })

  test('class shares have a root without a dot, and a strike of zero is not a contract', () => {
    const page = parseAlpacaContracts({ snapshots: { BRKB261218P00500000: {}, BRKB261218P00000000: {} } }, 'BRK.B', NOW)
    expect(page.contracts.map(({ contract }) => contract)).toEqual(['BRKB261218P00500000'])
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

  test('a name has one to twelve characters', () => {
    const named = (S: string) => parse({ T: 't', S, ...TRADE }).length
    expect([0, 1, 12, 13].map((length) => named('A'.repeat(length)))).toEqual([0, 1, 1, 0])
  })

  test('a frame has ten thousand messages at most', () => {
    const many = (count: number) => parse(...Array.from({ length: count }, () => ({ T: 'b' })))
    expect(many(10_000)).toEqual([])
    expect(() => many(10_001)).toThrow(invalid)
  })

  test('a subscription of trades or of quotes alone does not count, nor do other words of success', () => {
    expect(parse({ T: 'subscription', trades: ['SPY'] }, { T: 'subscription', quotes: ['SPY'] })).toEqual([
      { kind: 'subscribed', symbols: [] },
      { kind: 'subscribed', symbols: [] },
    ])
    expect(parse({ T: 'success', msg: 'other' }, { T: 'success' })).toEqual([])
    expect(parse({ T: 'error', code: 'x' })).toEqual([{ kind: 'refused', code: 0 }])
  })
})
