import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { instantAt } from '../../../shared/time/eastern.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import { refuseUnexpected } from '../refuse-unexpected.ts'
import type { FeedContext } from '../source.ts'
import { contractSymbol, fedFundFuture } from './fed-fund-future.ts'
import { parseChart, settledBars } from './yahoo-chart.ts'
import { yahooCloses } from './yahoo-closes.ts'
import { yahooMember } from './yahoo-member.ts'

const file = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../harness/fixtures/yahoo-chart/${name}.json`, import.meta.url)))
const text = (name: string) => new TextDecoder().decode(file(name))
const bytes = (content: string) => new TextEncoder().encode(content)
const invalid = expect.objectContaining({ kind: 'invalid' })
const day = tradingDay('2026-11-20')
const during: FeedContext = { at: instantAt(day, '10:00'), day, mode: 'latest', fredApiKey: null }
const evening: FeedContext = { ...during, at: instantAt(day, '16:50') }

type Column = readonly (number | null)[]

/** A chart of TLT with a bar at each of these seconds, by default a close alone. */
const chart = (timestamp: readonly number[], quote: Record<string, Column> = { close: timestamp.map(() => 90) }) =>
  bytes(
    JSON.stringify({
      chart: {
        result: [
          {
            meta: { symbol: 'TLT', exchangeTimezoneName: 'America/New_York', dataGranularity: '1d' },
            timestamp,
            indicators: { quote: [quote] },
          },
        ],
        error: null,
      },
    }),
  )

const tlt = yahooCloses({ symbol: 'TLT', series: 'tlt_adjclose', adjusted: true, required: true, withBars: true })
const dxy = yahooCloses({ symbol: 'DX-Y.NYB', series: 'dxy_close', adjusted: false, required: true, withBars: false })
const rowsOf = (feed: typeof tlt, body: Uint8Array, context = evening) =>
  feed.parse(body, context).observations.map((row) => [row.day, row.value])

describe('Yahoo chart', () => {
  it('the range is given in seconds: more than a year for latest, five years for history', () => {
    const { path, query, headers } = tlt.request(during)
    expect(path).toBe('/v8/finance/chart/TLT')
    expect(query).toMatchObject({ interval: '1d', period1: '1758859200', period2: '1795186800' })
    expect(headers?.['user-agent']).toMatch(/^Mozilla\//)
    expect(Number(tlt.request({ ...during, mode: 'history' }).query?.period1)).toBeLessThan(1_640_000_000)
  })

  it('nulls are skipped, and a running session has no close yet', () => {
    expect(rowsOf(tlt, file('TLT'), during)).toEqual([
      ['2026-10-30', 89.6583],
      ['2026-11-17', 91.47],
      ['2026-11-18', 92.59],
    ])
  })

  it('the chart of a fund gives its whole bars too, as a member’s does, and that of an index none', () => {
    const { bars, actions } = yahooMember({ symbol: 'TLT' }).parse(file('TLT'), evening)
    expect(bars[0]).toMatchObject({ symbol: 'TLT', days: ['2026-10-30', '2026-11-17', '2026-11-18', '2026-11-20'] })
    expect(tlt.parse(file('TLT'), evening)).toMatchObject({ bars, actions })
    expect(dxy.parse(file('DX-Y.NYB'), evening).bars).toEqual([])
  })

  it('the extra bar of a session that comes twice counts', () => {
    expect(rowsOf(tlt, file('TLT')).at(-1)).toEqual(['2026-11-20', 91.71])
    expect(parseChart(file('TLT'), 'TLT', evening.at).bars).toHaveLength(4)
  })

  it('a midnight bar of summer keeps its date in winter, where gmtoffset would subtract a day', () => {
    expect(rowsOf(dxy, file('DX-Y.NYB')).map(([on]) => on)).toEqual(['2026-07-16', '2026-11-18', '2026-11-19'])
  })

  it('a request for adjusted closes of an index, which has none, is refused', () => {
    const wrong = yahooCloses({
      symbol: 'DX-Y.NYB',
      series: 'dxy_close',
      adjusted: true,
      required: true,
      withBars: false,
    })
    expect(() => wrong.parse(file('DX-Y.NYB'), evening)).toThrow(invalid)
  })

  it.each([
    ['an error body', text('not-found')],
    ['another symbol', text('TLT').replace('"symbol": "TLT"', '"symbol": "SPY"')],
    ['monthly bars', text('TLT').replace('"1d"', '"1mo"')],
    ['another time zone', text('TLT').replace('America/New_York', 'Europe/London')],
    ['a column too short', text('TLT').replace('"close": [89.97, ', '"close": [')],
    ['bars out of order', text('TLT').replace('"timestamp": [1793367000', '"timestamp": [1795185000')],
    ['a close of zero', text('TLT').replace('92.02', '0')],
    ['an absurd close', text('TLT').replace('91.47000122070312', '1e308')],
    ['half a document', text('TLT').slice(0, 700)],
    [
      'no bar at all',
      '{"chart":{"result":[{"meta":{"symbol":"TLT","exchangeTimezoneName":"America/New_York","dataGranularity":"1d"},"indicators":{"quote":[{}]}}],"error":null}}',
    ],
  ])('refuses %s', (_, body) => {
    expect(() => tlt.parse(bytes(body), evening)).toThrow(invalid)
  })

  it('a bar may lie five minutes ahead, as clocks differ, and no further', () => {
    const last = 1_795_185_000
    const at = (aheadSeconds: number) => new Date((last - aheadSeconds) * 1_000)
    const parse = (now: Date) => parseChart(chart([last - 86_400, last]), 'TLT', now).bars.length
    expect(parse(at(300))).toBe(2)
    expect(() => parse(at(301))).toThrow(invalid)
  })

  it('the consent page with status 200 is refused as markup', () => {
    expect(() => refuseUnexpected(bytes('<!DOCTYPE html><html><title>Yahoo'), 'json')).toThrow(invalid)
  })
})

it('a bar is settled half an hour after the close of its session, and that of a half-day sooner', () => {
  const bars = parseChart(file('TLT'), 'TLT', evening.at).bars
  const settled = (time: string) => settledBars(bars, instantAt(day, time)).at(-1)?.day
  expect([settled('16:29'), settled('16:30')]).toEqual(['2026-11-18', '2026-11-20'])
  const friday = tradingDay('2026-11-27')
  const halfDay = parseChart(
    chart([instantAt(friday, '09:30').getTime() / 1_000]),
    'TLT',
    instantAt(friday, '14:00'),
  ).bars
  const count = (time: string) => settledBars(halfDay, instantAt(friday, time)).length
  expect([count('13:29'), count('13:30')]).toEqual([0, 1])
})

it('an answer with an error is refused although it has a result, and so is one with a column too short', () => {
  const now = new Date(1_795_185_000_000)
  const whole = JSON.parse(new TextDecoder().decode(chart([1_795_098_600, 1_795_185_000])))
  const parse = (body: object) => () => parseChart(bytes(JSON.stringify(body)), 'TLT', now)
  expect(parse(whole)().bars).toHaveLength(2)
  const error = { code: 'Not Found', description: 'none' }
  expect(parse({ chart: { ...whole.chart, error } })).toThrow('the chart has no result')
  const [result] = whole.chart.result
  const short = { ...result, indicators: { ...result.indicators, adjclose: [{ adjclose: [90] }] } }
  expect(parse({ chart: { result: [short], error: null } })).toThrow('columns of unequal length')
})

it('a split is of the session in which the vendor dates it, and has whole shares on both sides', () => {
  const opened = 1_795_185_000
  const split = (date: number, numerator: number, denominator: number) => ({ date, numerator, denominator })
  const splits = {
    1: split(opened, 4, 1),
    2: split(opened - 86_400, 1, 8),
    3: split(opened, 2.5, 1),
    4: split(opened, 1, 1),
  }
  const body = JSON.parse(new TextDecoder().decode(chart([opened])))
  body.chart.result[0].events = { splits }
  expect(parseChart(bytes(JSON.stringify(body)), 'TLT', new Date(opened * 1_000))).toMatchObject({
    hasSplit: true,
    splits: [
      { day: '2026-11-20', newShares: 4, oldShares: 1 },
      { day: '2026-11-19', newShares: 1, oldShares: 8 },
    ],
  })
})

describe('the range of a bar', () => {
  const opened = 1_795_185_000
  const rangeOf = (change: Record<string, number | null>) => {
    const bar = { open: 90, high: 92, low: 88, close: 91, volume: 1_000, ...change }
    const quote = Object.fromEntries(Object.entries(bar).map(([part, value]) => [part, [value]]))
    return parseChart(chart([opened], quote), 'TLT', new Date(opened * 1_000)).bars[0]!.range
  }

  it.each([
    ['that opens at its low and closes at its high', { open: 88, close: 92 }],
    ['that opens at its high and closes at its low', { open: 92, close: 88 }],
    ['of one price', { open: 90, high: 90, low: 90, close: 90 }],
    ['without a trade', { volume: 0 }],
    ['of a share below a dollar', { open: 0.5, high: 0.6, low: 0.4, close: 0.5 }],
  ])('is kept of a bar %s', (_, change) => {
    const { open, high, low, volume } = { open: 90, high: 92, low: 88, volume: 1_000, ...change }
    expect(rangeOf(change)).toEqual({ open, high, low, volume })
  })

  it.each([
    ['a low of nothing', { low: 0 }],
    ['a low below nothing', { low: -1 }],
    ['a volume below nothing', { volume: -1 }],
    ['a low above its open', { open: 89, low: 90 }],
    ['a low above its close', { open: 91, close: 89, low: 90 }],
    ['a high below its close', { open: 89, high: 90 }],
    ['a high below its open', { open: 91, close: 89, high: 90 }],
    ['no open', { open: null }],
    ['no volume', { volume: null }],
  ])('is left out of a bar with %s, which is a close alone', (_, change) => {
    expect(rangeOf(change)).toBeNull()
  })
})

describe('a member', () => {
  it('a member is requested with a dash and stored with a dot, and a split marks it as rebased', () => {
    const feed = yahooMember({ symbol: 'BRK.B' })
    expect(feed.request(evening).path).toBe('/v8/finance/chart/BRK-B')
    expect(feed.required).toBe(false)
    const { bars } = feed.parse(file('BRK-B'), evening)
    expect(bars).toMatchObject([
      { symbol: 'BRK.B', days: ['2026-11-18', '2026-11-19'], closes: [497.1, 498.2], rebased: true },
    ])
    for (const [at, range] of bars[0]!.ranges!.entries()) {
      expect(range!.low).toBeLessThanOrEqual(bars[0]!.closes[at]!)
      expect(range!.high).toBeGreaterThanOrEqual(bars[0]!.closes[at]!)
    }
  })
})

describe('the requests and splits of a member', () => {
  const feed = yahooMember({ symbol: 'BRK.B' })

  it('a year is requested, and three of history', () => {
    const from = (context: FeedContext) => Number(feed.request(context).query!.period1) * 1_000
    const daysBack = (context: FeedContext) => (evening.at.getTime() - from(context)) / 86_400_000
    expect(daysBack(evening)).toBeGreaterThan(359)
    expect(daysBack(evening)).toBeLessThan(362)
    expect(daysBack({ ...evening, mode: 'history' })).toBeGreaterThan(1_119)
    expect(daysBack({ ...evening, mode: 'history' })).toBeLessThan(1_122)
  })

  it('a split is reported for a week', () => {
    const splitsAt = (date: string) => {
      const day = tradingDay(date)
      return feed.parse(file('BRK-B'), { ...evening, day, at: instantAt(day, '20:00') }).actions
    }
    expect(splitsAt('2026-11-25')).toMatchObject([
      { symbol: 'BRK.B', exDate: '2026-11-18', terms: { kind: 'split', new_shares: 2, old_shares: 1 } },
    ])
    expect(splitsAt('2026-11-26')).toEqual([])
  })
})

describe('fed-fund futures', () => {
  const feed = fedFundFuture('2026-12', { required: true })

  it.each([
    ['2026-01', 'ZQF26.CBT'],
    ['2026-12', 'ZQZ26.CBT'],
    ['2027-09', 'ZQU27.CBT'],
  ])('the contract of %s is %s', (month, symbol) => expect(contractSymbol(month)).toBe(symbol))

  it('latest gives the running price at its trade, history the settled days at their closes', () => {
    expect(feed.parse(file('ZQZ26.CBT'), during).futures).toEqual([
      { month: '2026-12', price: 96.1575, quotedAt: new Date('2026-11-20T14:59:30Z') },
    ])
    expect(feed.parse(file('ZQZ26.CBT'), { ...during, mode: 'history' }).futures).toEqual([
      { month: '2026-12', price: 96.15, quotedAt: instantAt(tradingDay('2026-11-18'), '16:00') },
      { month: '2026-12', price: 96.1525, quotedAt: instantAt(tradingDay('2026-11-19'), '16:00') },
    ])
  })

  it('a chart of a single day is enough, and one of none is refused', () => {
    const single = JSON.parse(text('ZQZ26.CBT'))
    const [result] = single.chart.result
    const { quote, adjclose } = result.indicators
    result.timestamp = result.timestamp.slice(0, 1)
    for (const column of [quote[0], adjclose?.[0] ?? {}])
      for (const [name, values] of Object.entries<unknown[]>(column)) column[name] = values.slice(0, 1)
    expect(feed.parse(bytes(JSON.stringify(single)), during).futures).toHaveLength(1)
    for (const name of Object.keys(quote[0])) quote[0][name] = [null]
    expect(() => feed.parse(bytes(JSON.stringify(single)), during)).toThrow(invalid)
  })

  it('a price that no funds rate explains and one from the future are refused', () => {
    expect(() => feed.parse(bytes(text('ZQZ26.CBT').replace('96.15,', '9615,')), during)).toThrow(invalid)
    expect(() => feed.parse(file('ZQZ26.CBT'), { ...during, at: instantAt(day, '09:45') })).toThrow(invalid)
  })
})
