import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import { parseCboeLiveChain, parseCboeLiveQuote } from './cboe-live.ts'
import { parseSchwabChain, parseSchwabExpirations } from './schwab-chains.ts'

const fixture = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../../harness/fixtures/${path}`, import.meta.url), 'utf8'))
const NOW = new Date('2026-11-20T15:00:14Z')
const invalid = expect.objectContaining({ kind: 'invalid' })

describe('Cboe quotes', () => {
  const body = (change: object = {}) => {
    const whole = fixture('cboe-quote/SPY.json')
    return { ...whole, data: { ...whole.data, ...change } }
  }
  const parse = (change: object = {}) => parseCboeLiveQuote(body(change), 'SPY', NOW)

  test('a quote has the touch with sizes in shares, and the Eastern time of the last trade', () => {
    expect(parse()).toEqual({
      symbol: 'SPY',
      price: 686.42,
      bid: 686.41,
      ask: 686.43,
      bidSize: 800,
      askSize: 600,
      volume: 9841220,
      previousClose: 685.140014648438,
      open: 685.3,
      quotedAt: new Date('2026-11-20T14:45:00Z'),
      source: 'cboe',
      delaySeconds: 900,
    })
  })

  test('two absent sides give no market, and a single side of 0 is a bid of 0', () => {
    expect(parse({ bid: 0, ask: 0 })).toMatchObject({ bid: null, ask: null, bidSize: null })
    expect(parse({ bid: 0 })).toMatchObject({ bid: 0, ask: 686.43 })
    expect(parse({ prev_day_close: 0, volume: null })).toMatchObject({ previousClose: null, volume: null })
  })

  test('a symbol without a price gives null, and an old price is served with its time', () => {
    expect(parse({ current_price: 0 })).toBeNull()
    expect(parse({ last_trade_time: null })).toBeNull()
    expect(parse({ last_trade_time: '2026-11-13T15:59:59' })?.quotedAt).toEqual(new Date('2026-11-13T20:59:59Z'))
  })

  test.each([
    ['a quote of tomorrow', body({ last_trade_time: '2026-11-21T09:45:00' })],
    ['a quote in UTC instead of Eastern time', body({ last_trade_time: '2026-11-20T14:45:00' })],
    ['a negative bid', body({ bid: -1 })],
    ['a quote of another symbol', { ...body(), symbol: 'QQQ' }],
    ['a page', '<html>'],
    ['nothing', null],
  ])('%s is refused', (_name, refused) => {
    expect(() => parseCboeLiveQuote(refused, 'SPY', NOW)).toThrow(invalid)
  })
})

describe('Cboe chains', () => {
  const body = (change: object = {}, more: object[] = []) => {
    const whole = fixture('cboe-options/SPY.json')
    const [row] = whole.data.options
    const options = [{ ...row, ...change }, ...more.map((each) => ({ ...row, ...each }))]
    return { ...whole, data: { ...whole.data, options } }
  }
  const GREEKS = { delta: 0.5, gamma: 0.01, theta: -0.1, vega: 0.7, rho: 0.2 }
  const DECEMBER = tradingDay('2026-12-18')
  const first = (change: object) => parseCboeLiveChain(body(change), 'SPY', NOW).expirations.get(DECEMBER)![0]!

  test('contracts are sorted by expiration, nearest first, without adjusted roots or a strike of nothing', () => {
    const more = ['SPY261120P00600000', 'SPY1261120P00600000', 'SPY261120P00000000'].map((option) => ({ option }))
    const { spot, expirations } = parseCboeLiveChain(body({}, more), 'SPY', NOW)
    expect(spot).toBe(686.42)
    expect([...expirations.keys()]).toEqual(['2026-11-20', '2026-12-18'])
    expect(expirations.get(tradingDay('2026-11-20'))).toHaveLength(1)
  })

  test('greeks are the vendor’s where it has all of them and a volatility', () => {
    expect(first(GREEKS)).toMatchObject({ iv: 0.1312, greeks: GREEKS, bidSize: 12, openInterest: 2834 })
    expect(first({ ...GREEKS, rho: null }).greeks).toBeNull()
    expect(first({ ...GREEKS, iv: 0 })).toMatchObject({ iv: null, greeks: null })
    expect(first({}).greeks).toBeNull()
  })

  test.each([
    ['a contract without an OSI name', body({ option: 'SPY-DEC-690' })],
    ['a chain without a price of the underlying', { ...body(), data: { ...body().data, current_price: 0 } }],
    ['an empty chain', { ...body(), data: { ...body().data, options: [] } }],
  ])('%s is refused', (_name, refused) => {
    expect(() => parseCboeLiveChain(refused, 'SPY', NOW)).toThrow(invalid)
  })
})

describe('Schwab chains', () => {
  const DAY = tradingDay('2026-12-18')
  const AT = 1_795_186_800_000
  const asked = { expiration: DAY, now: new Date(AT + 5_000) }
  const CONTRACT = {
    putCall: 'CALL',
    symbol: 'SPY   261218C00690000',
    bid: 8.1,
    ask: 8.14,
    bidSize: 12,
    askSize: 20,
    totalVolume: 327,
    openInterest: 2834,
    volatility: 12.5,
    delta: 0.5,
    gamma: 0.01,
    theta: -0.1,
    vega: 0.7,
    rho: 0.2,
    settlementType: 'P',
    nonStandard: false,
    quoteTimeInLong: AT,
  }
  const body = (contract: unknown, outer: object = {}) => ({
    status: 'SUCCESS',
    isDelayed: false,
    underlyingPrice: 686.4,
    underlying: null,
    putExpDateMap: {},
    callExpDateMap: { '2026-12-18:28': { '690.0': contract } },
    ...outer,
  })
  const first = (change: object) => parseSchwabChain(body([{ ...CONTRACT, ...change }]), asked)!.contracts[0]!

  test('percentages become fractions, and the padded symbol becomes ours', () => {
    const chain = parseSchwabChain(body([CONTRACT]), asked)!
    expect(chain).toMatchObject({ spot: 686.4, delayed: false, quotedAt: new Date(AT) })
    expect(chain.contracts).toEqual([
      {
        contract: 'SPY261218C00690000',
        expiration: DAY,
        right: 'call',
        strike: 690,
        settlement: 'pm',
        bid: 8.1,
        ask: 8.14,
        bidSize: 12,
        askSize: 20,
        volume: 327,
        openInterest: 2834,
        iv: 0.125,
        greeks: { delta: 0.5, gamma: 0.01, theta: -0.1, vega: 0.7, rho: 0.2 },
      },
    ])
  })

  test('contracts of another expiration are left out', () => {
    const later = { ...CONTRACT, symbol: 'SPY   261231C00690000' }
    expect(parseSchwabChain(body([CONTRACT, later]), asked)!.contracts.map(({ contract }) => contract)).toEqual([
      'SPY261218C00690000',
    ])
  })

  test('a contract whose name cannot be read is left out, and the others are served', () => {
    for (const symbol of ['SPY', 'SPY   261318C00690000']) {
      const chain = parseSchwabChain(body([{ ...CONTRACT, symbol }, CONTRACT]), asked)!
      expect(chain.contracts.map(({ contract }) => contract)).toEqual(['SPY261218C00690000'])
    }
  })

  test('the names of the wire and of the documentation are read, in a list or alone', () => {
    const { bid: _bid, ask: _ask, ...rest } = CONTRACT
    expect(parseSchwabChain(body({ ...rest, bidPrice: 1, askPrice: 2 }), asked)!.contracts[0]).toMatchObject({
      bid: 1,
      ask: 2,
    })
    expect(parseSchwabChain(body(rest), asked)!.contracts[0]).toMatchObject({ bid: 0, ask: 0 })
  })

  test('-999, NaN and absurd figures become null, and settlement at the open is marked', () => {
    expect(first({ volatility: -999 })).toMatchObject({ iv: null, greeks: null })
    expect(first({ volatility: 'NaN', delta: 'NaN' })).toMatchObject({ iv: null, greeks: null })
    expect(first({ volatility: 7805.668 })).toMatchObject({ iv: null })
    expect(first({ gamma: -999 })).toMatchObject({ iv: 0.125, greeks: null })
    expect(first({ theta: -998 }).greeks).toMatchObject({ theta: -998 })
    expect(first({ settlementType: 'A' }).settlement).toBe('am')
  })

  test('a day without contracts gives null, and a chain without a valid contract is refused', () => {
    expect(parseSchwabChain(body([], { callExpDateMap: {} }), asked)).toBeNull()
    expect(parseSchwabChain(body([CONTRACT], { status: 'FAILED' }), asked)).toBeNull()
    for (const refused of [
      body([{ ...CONTRACT, nonStandard: true }]),
      body([{}]),
      body([CONTRACT], { underlyingPrice: 0 }),
      [],
      null,
    ]) {
      expect(() => parseSchwabChain(refused, asked)).toThrow(invalid)
    }
  })

  test('a contract quoted in the future is left out, and a chain whose underlying is, is refused', () => {
    const ahead = { ...CONTRACT, symbol: 'SPY   261218C00700000', quoteTimeInLong: asked.now.getTime() + 60_001 }
    const chain = parseSchwabChain(body([ahead, CONTRACT]), asked)!
    expect(chain.contracts.map(({ contract }) => contract)).toEqual(['SPY261218C00690000'])
    expect(chain.quotedAt).toEqual(new Date(AT))
    const underlying = { last: 686.4, mark: null, quoteTime: ahead.quoteTimeInLong, tradeTime: null }
    expect(() => parseSchwabChain(body([CONTRACT], { underlying }), asked)).toThrow(invalid)
    expect(() => parseSchwabChain(body([ahead]), asked)).toThrow(invalid)
  })

  test('standard expirations are listed once a day, nearest first', () => {
    const list = (...days: [string, boolean?][]) => ({
      expirationList: days.map(([expirationDate, standard = true]) => ({ expirationDate, standard })),
    })
    const listed = list(['2026-12-18'], ['2026-11-20'], ['2026-12-18'], ['2026-11-27', false])
    expect(parseSchwabExpirations(listed)).toEqual(['2026-11-20', '2026-12-18'])
    expect(() => parseSchwabExpirations(list(['2026-02-30']))).toThrow(invalid)
    expect(() => parseSchwabExpirations({})).toThrow(invalid)
  })
})
