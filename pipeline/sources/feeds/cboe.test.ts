import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { instantAt } from '../../../shared/time/eastern.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import type { FeedContext } from '../source.ts'
import { cboeCloses } from './cboe-closes.ts'
import { cboeIndexHistory } from './cboe-index-history.ts'
import { cboeOptions, parseOsi } from './cboe-options.ts'
import { cboeQuote } from './cboe-quote.ts'

const text = (path: string) => readFileSync(new URL(`../../../harness/fixtures/${path}`, import.meta.url), 'utf8')
const bytes = (content: string) => new TextEncoder().encode(content)
const invalid = expect.objectContaining({ kind: 'invalid' })
const day = tradingDay('2026-11-20')
const at = (time: string): FeedContext => ({ at: instantAt(day, time), day, mode: 'latest', fredApiKey: null })
const vixFile = cboeIndexHistory({ name: 'VIX', series: 'vix_close', required: true })
const skewFile = cboeIndexHistory({ name: 'SKEW', series: 'skew_close', required: true })
const spyQuote = cboeQuote({ symbol: 'SPY', series: 'spy_close', required: true })
const vixQuote = cboeQuote({ symbol: '_VIX', series: 'vix_close', required: true })
const spyBody = (change: object = {}, outer: object = {}) => {
  const whole = JSON.parse(text('cboe-quote/SPY.json'))
  return bytes(JSON.stringify({ ...whole, ...outer, data: { ...whole.data, ...change } }))
}

describe('index history', () => {
  it('the value is CLOSE of four prices, or the one column of a two-column file', () => {
    expect(vixFile.parse(bytes(text('cboe-index-history/VIX_History.csv')), at('19:00')).observations.at(-1)).toEqual({
      series: 'vix_close',
      day: '2026-11-19',
      value: 16.02,
    })
    expect(skewFile.parse(bytes(text('cboe-index-history/SKEW_History.csv')), at('19:00')).observations).toHaveLength(3)
  })

  it('finds its column by CLOSE, else by its own name, else as the only other one; zeros are not values', () => {
    const values = (header: string, row: string) =>
      skewFile.parse(bytes(`DATE,${header}\n11/19/2026,${row}\n`), at('19:00')).observations.map(({ value }) => value)
    expect(values('CLOSE,SKEW', '140,150')).toEqual([140])
    expect(values('SKEW,CLOSE', '140,150')).toEqual([150])
    expect(values('SKEW,OTHER', '140,150')).toEqual([140])
    expect(values('OTHER,SKEW', '140,150')).toEqual([150])
    expect(values('anything', '140')).toEqual([140])
    expect(values('SKEW', '0')).toEqual([])
  })

  it.each([
    ['neither CLOSE nor its own column', 'DATE,OPEN,HIGH\n11/19/2026,16,16\n'],
    ['another header', 'Date,Close\n11/19/2026,16\n'],
    ['day before month', 'DATE,OPEN,HIGH,LOW,CLOSE\n19/11/2026,16,16,16,16\n'],
    ['a shifted column', 'DATE,OPEN,HIGH,LOW,CLOSE\n11/19/2026,16,16,16,1600000\n'],
    ['NaN', 'DATE,OPEN,HIGH,LOW,CLOSE\n11/19/2026,16,16,16,NaN\n'],
    ['tomorrow', 'DATE,OPEN,HIGH,LOW,CLOSE\n11/21/2026,16,16,16,16\n'],
  ])('refuses %s', (_, body) => {
    expect(() => vixFile.parse(bytes(body), at('19:00'))).toThrow(invalid)
  })
})

describe('daily bars', () => {
  const feed = cboeCloses({ symbol: 'SPY', series: 'spy_close' })

  it('prices are read from strings, and days without an open are dropped', () => {
    const { observations } = feed.parse(bytes(text('cboe-closes/SPY.json')), at('19:00'))
    expect(observations.map(({ value }) => value)).toEqual([682.33, 685.14])
  })

  it('another symbol, numbers for strings, and a cut document are refused', () => {
    const body = text('cboe-closes/SPY.json')
    expect(() => feed.parse(bytes(body.replace('"SPY"', '"SPX"')), at('19:00'))).toThrow(invalid)
    expect(() => feed.parse(bytes(body.replaceAll('"685.1400"', '685.14')), at('19:00'))).toThrow(invalid)
    expect(() => feed.parse(bytes(body.slice(0, -40)), at('19:00'))).toThrow(invalid)
  })
})

describe('delayed quote', () => {
  it("a quote has the vendor's Eastern time of the price, not the UTC stamp", () => {
    const { quotes, observations } = spyQuote.parse(spyBody(), at('10:00'))
    expect(quotes[0]).toMatchObject({ symbol: 'SPY', price: 686.42, previousClose: 685.140014648438 })
    expect(quotes[0]?.quotedAt.toISOString()).toBe('2026-11-20T14:45:00.000Z')
    expect(observations).toEqual([])
  })

  it('a quote gives the provisional close once the feed must show it, and not before', () => {
    const body = bytes(text('cboe-quote/_VIX-after-close.json'))
    expect(vixQuote.parse(body, at('16:35')).observations).toEqual([
      { series: 'vix_close', day: '2026-11-20', value: 16.21 },
    ])
    expect(vixQuote.parse(body, at('16:35')).quotes[0]?.symbol).toBe('VIX')
    const early = text('cboe-quote/_VIX-after-close.json').replace('21:35:02', '21:20:00')
    expect(vixQuote.parse(bytes(early), at('16:20')).observations).toEqual([])
  })

  it('a last trade well before the bell is never the close', () => {
    const body = spyBody({ last_trade_time: '2026-11-20T15:40:00' }, { timestamp: '2026-11-20 21:35:00' })
    expect(spyQuote.parse(body, at('16:35')).observations).toEqual([])
  })

  it.each([
    ['half an hour after the bell, with a trade of the bell', '16:30', '16:00:00', true],
    ['a minute sooner', '16:29', '16:00:00', false],
    ['with a trade five minutes before the bell', '16:35', '15:55:00', true],
    ['with one of a second sooner', '16:35', '15:54:59', false],
  ])('a quote is the close %s: at %s with a trade of %s it is %s', (_what, now, traded, isClose) => {
    const stamp = { timestamp: `2026-11-20 21:${now.slice(3)}:00` }
    const { observations } = spyQuote.parse(spyBody({ last_trade_time: `2026-11-20T${traded}` }, stamp), at(now))
    expect(observations.length).toBe(isClose ? 1 : 0)
  })

  it('a price of 0 is refused, so that it does not renew the last good one', () => {
    const none = expect.objectContaining({ kind: 'invalid', message: 'SPY has no price' })
    expect(() => spyQuote.parse(spyBody({ current_price: 0 }), at('10:00'))).toThrow(none)
    expect(() => spyQuote.parse(spyBody({ last_trade_time: null }), at('10:00'))).toThrow(none)
  })

  it("yesterday's trade is accepted until today's can be shown, then it is stale", () => {
    const yesterday = { last_trade_time: '2026-11-19T16:00:00' }
    expect(spyQuote.parse(spyBody(yesterday, { timestamp: '2026-11-20 14:45:00' }), at('09:45')).quotes).toHaveLength(1)
    expect(() => spyQuote.parse(spyBody(yesterday), at('10:10'))).toThrow(invalid)
  })

  it.each([
    ['a stale trade', { last_trade_time: '2026-11-20T09:30:00' }, {}, '11:00'],
    ['a trade in the future', { last_trade_time: '2026-11-20T10:05:00' }, {}, '10:00'],
    ['a stamp in the future', {}, { timestamp: '2026-11-20 18:00:00' }, '10:00'],
    ['a price as text', { current_price: '686.42' }, {}, '10:00'],
    ['a negative price', { current_price: -1 }, {}, '10:00'],
    ['an absurd price', { current_price: 1e308 }, {}, '10:00'],
    ['another symbol', {}, { symbol: 'SPX' }, '10:00'],
    ['an impossible date', { last_trade_time: '2026-13-40T10:00:00' }, {}, '10:00'],
    ['no data', {}, { data: null }, '10:00'],
  ] as [string, object, object, string][])('refuses %s', (_, change, outer, time) => {
    const body =
      'data' in outer
        ? bytes(JSON.stringify({ ...JSON.parse(text('cboe-quote/SPY.json')), ...outer }))
        : spyBody(change, outer)
    expect(() => spyQuote.parse(body, at(time))).toThrow(invalid)
  })
})

describe('option chain', () => {
  const feed = cboeOptions('SPY')
  const body = text('cboe-options/SPY.json')

  it('contracts are read from their names, and dropped adjusted ones are counted', () => {
    const { chains, notes } = feed.parse(bytes(body), at('10:00'))
    expect(chains[0]).toMatchObject({ underlying: 'SPY', spot: 686.42 })
    expect(chains[0]?.contracts).toHaveLength(6)
    expect(chains[0]?.contracts[0]).toEqual({
      expiration: '2026-12-18',
      strike: 690,
      right: 'call',
      bid: 8.1,
      ask: 8.14,
      iv: 0.1312,
      openInterest: 2834,
      volume: 327,
    })
    expect(notes).toEqual(['1 adjusted contracts dropped'])
  })

  it('an implied volatility of 0 is unknown', () => {
    const deep = feed.parse(bytes(body), at('10:00')).chains[0]?.contracts.find(({ strike }) => strike === 400)
    expect(deep?.iv).toBeNull()
  })

  it('a chain of one contract whose strike is small is whole, and notes nothing', () => {
    const one = JSON.parse(body)
    const rows = one.data.options.slice(0, 1).map((row: object) => ({ ...row, option: 'SPY261218C00000500' }))
    const only = (change: object = {}) =>
      feed.parse(bytes(JSON.stringify({ ...one, data: { ...one.data, options: rows, ...change } })), at('10:00'))
    expect([only().chains[0]?.contracts[0]?.strike, only().notes]).toEqual([0.5, []])
    expect(only({ current_price: 1_000_000 }).chains[0]?.spot).toBe(1_000_000)
    expect(() => only({ current_price: 1_000_001 })).toThrow(invalid)
    expect(() => only({ options: [{ ...rows[0], option: 'SPY261218C00000000' }] })).toThrow(invalid)
    expect(() => only({ options: [{ ...rows[0], bid: 1_000_001 }] })).toThrow(invalid)
    expect(only({ options: [{ ...rows[0], volume: 1e9 }] }).chains[0]?.contracts[0]?.volume).toBe(1e9)
    expect(() => only({ options: [{ ...rows[0], volume: 1e9 + 1 }] })).toThrow(invalid)
  })

  it('a list without a single quote, or without any open interest, is refused, so that the last good chain remains', () => {
    const chain = JSON.parse(body)
    const withEach = (change: object) => {
      const options = chain.data.options.map((row: object) => ({ ...row, ...change }))
      return feed.parse(bytes(JSON.stringify({ ...chain, data: { ...chain.data, options } })), at('10:00'))
    }
    expect(() => withEach({ bid: 0, ask: 0, iv: 0 })).toThrow('SPY: no contract of the chain is quoted')
    expect(() => withEach({ open_interest: 0 })).toThrow('SPY: no contract of the chain has open interest')
    for (const some of [
      { bid: 0, iv: 0 },
      { ask: 0, iv: 0 },
      { bid: 0, ask: 0, iv: 0.2 },
    ])
      expect(withEach(some).chains[0]?.contracts).toHaveLength(6)
  })

  it('a chain of another underlying is refused, and without it a cycle has no gamma', () => {
    expect(() => cboeOptions('QQQ').parse(bytes(body), at('10:00'))).toThrow('requested QQQ, got another symbol')
    expect(feed.required).toBe(true)
  })

  it('the tail of an OSI name decides, and roots may hold digits', () => {
    expect(parseOsi('SPXW260918P06500500')).toEqual({
      root: 'SPXW',
      expiration: '2026-09-18',
      right: 'put',
      strike: 6500.5,
    })
    expect(parseOsi('CLX1260821C00095000').root).toBe('CLX1')
    expect(parseOsi('SPY   261218C00690000').root).toBe('SPY')
    for (const wrong of ['SPY', 'SPY261318C00690000', 'SPY261218X00690000', '261218C00690000']) {
      expect(() => parseOsi(wrong)).toThrow(invalid)
    }
  })

  it.each([
    ['no contracts', body.replace(/"options":\[.*\]/, '"options":[]')],
    ['only adjusted contracts', body.replaceAll('"SPY2', '"SPY12')],
    ['a contract twice', body.replace('SPY261218C00700000', 'SPY261218C00690000')],
    ['a negative open interest', body.replace('"open_interest":2834.0', '"open_interest":-1')],
    ['a spot of zero', body.replace('"current_price":686.42', '"current_price":0')],
    ['half a document', body.slice(0, 900)],
  ])('refuses %s', (_, text_) => {
    expect(() => feed.parse(bytes(text_), at('10:00'))).toThrow(invalid)
  })
})
