import { expect, test } from 'vitest'
import { ETFS } from '../../shared/domain/market/tradeable.ts'
import { simulated } from './asking.ts'

const simulator = simulated()
const BROWSER = { 'user-agent': 'Mozilla/5.0 (test)' }
const seconds = (instant: string) => Math.floor(Date.parse(instant) / 1000)
const path = (symbol: string, from = '2026-11-01T05:00:00Z', to = '2026-12-01T05:00:00Z') =>
  `/yahoo/v8/finance/chart/${symbol}?period1=${seconds(from)}&period2=${seconds(to)}&interval=1d`

interface Charted {
  meta: Record<string, unknown>
  timestamp: number[]
  indicators: { quote: [{ volume: (number | null)[] }]; adjclose?: [{ adjclose: number[] }] }
  closes: (number | null)[]
}

const chart = async (at: string, asked: string): Promise<Charted> => {
  const answer = await simulator.at(at, asked, BROWSER)
  expect(answer.status).toBe(200)
  const [result] = JSON.parse(answer.text).chart.result
  return { ...result, closes: result.indicators.quote[0].close }
}

test('chart: has a bar per session at its open, and during a session an extra bar of the last trade', async () => {
  const after = await chart('2026-11-20T21:30:00Z', path('TLT'))
  expect(after.timestamp.at(-1)).toBe(seconds('2026-11-20T14:30:00Z'))
  expect(after.timestamp).toHaveLength(15)
  const during = await chart('2026-11-20T15:00:00Z', path('TLT'))
  expect(during.timestamp.at(-1)).toBe(seconds('2026-11-20T15:00:00Z'))
  expect(during.closes.slice(0, -1)).toEqual(after.closes.slice(0, -1))
  expect(during.meta).toMatchObject({ symbol: 'TLT', gmtoffset: -18000, dataGranularity: '1d' })
})

test('chart: adjusted closes end at the close and lie further below it before each dividend; an index has none', async () => {
  const { indicators, closes } = await chart('2026-11-20T21:30:00Z', path('TLT', '2025-11-20T05:00:00Z'))
  const adjusted = indicators.adjclose![0].adjclose
  expect(adjusted.at(-1)!).toBeCloseTo(closes.at(-1)!, 1)
  expect(adjusted[0]! / closes[0]!).toBeCloseTo(1 - 0.042, 2)
  expect((await chart('2026-11-20T21:30:00Z', path('DX-Y.NYB'))).indicators.adjclose).toBeUndefined()
})

test('chart: some years have a hole of nulls', async () => {
  const { closes } = await chart('2026-11-20T21:30:00Z', path('XLK', '2016-11-20T05:00:00Z'))
  expect(closes.filter((close) => close === null).length).toBeGreaterThan(0)
  expect(closes.filter((close) => close === null).length).toBeLessThan(10)
})

test('members: class shares have a dash, in the list a dot', async () => {
  const list = await simulator.now('/constituents/datasets/s-and-p-500-companies/main/data/constituents.csv')
  expect(list.text.split('\n')[0]).toMatch(/^Symbol,Security,GICS Sector,/)
  expect(list.text).toContain('\nBRK.B,"Berkshire Hathaway",Financials,')
  await chart('2026-11-20T21:30:00Z', path('BRK-B'))
  expect((await simulator.now(path('BRK.B'), BROWSER)).status).toBe(404)
})

test('funds: every tradable fund has bars with a volume', async () => {
  for (const symbol of ETFS.keys()) {
    const { closes, indicators, meta } = await chart('2026-11-20T21:30:00Z', path(symbol, '2026-11-16T05:00:00Z'))
    expect(closes, symbol).toHaveLength(5)
    expect(meta).toMatchObject({ symbol, instrumentType: 'ETF' })
    expect(
      indicators.quote[0].volume.every((volume) => volume === null || volume > 1e5),
      symbol,
    ).toBe(true)
  }
})

test('members: fall with the market, each in its own way', async () => {
  const symbols = ['AAPL', 'JPM', 'XOM', 'PG', 'CAT', 'NEE', 'UNH', 'HD']
  const range = ['2024-01-02T05:00:00Z', '2026-11-20T21:00:00Z'] as const
  const returnsOf = async (symbol: string) => {
    const { closes } = await chart('2026-11-20T21:30:00Z', path(symbol, ...range))
    return closes.flatMap((close, i) => (i > 0 && close && closes[i - 1] ? [Math.log(close / closes[i - 1]!)] : []))
  }
  const all = await Promise.all(symbols.map(returnsOf))
  expect(new Set(all.map((returns) => returns[0])).size).toBe(symbols.length)
  const length = Math.min(...all.map((returns) => returns.length))
  const tail = all.map((returns) => returns.slice(-length))
  const average = tail[0]!.map((_, day) => tail.reduce((sum, returns) => sum + returns[day]!, 0) / symbols.length)
  const variance = (values: number[]) => values.reduce((sum, value) => sum + value ** 2, 0) / values.length
  const own = tail.reduce((sum, returns) => sum + variance(returns), 0) / symbols.length
  // Independent members would leave an eighth of the variance in the average, identical ones all of it.
  expect(variance(average) / own).toBeGreaterThan(0.2)
  expect(variance(average) / own).toBeLessThan(0.8)
})

test('fed-fund futures: cover this month and later ones, at prices that reflect today’s rate', async () => {
  const at = '2026-11-20T21:30:00Z'
  const near = await chart(at, path('ZQX26.CBT'))
  const world = JSON.parse((await simulator.now(`/control/world?at=${at}`)).text)
  expect(100 - near.closes.at(-1)!).toBeGreaterThan(world.target_upper - 0.5)
  expect(100 - near.closes.at(-1)!).toBeLessThan(world.target_upper + 0.25)
  expect(near.meta.instrumentType).toBe('FUTURE')
  await chart(at, path('ZQZ27.CBT'))
  for (const gone of ['ZQV26.CBT', 'ZQZ29.CBT']) expect((await simulator.at(at, path(gone), BROWSER)).status).toBe(404)
})

test('refusals: 429 in plain text for clients that are not browsers, 404 and 422 in the vendor’s JSON', async () => {
  const stranger = await simulator.now(path('TLT'))
  expect([stranger.status, stranger.type, stranger.text]).toEqual([429, 'text/plain', 'Too Many Requests'])
  const unknown = await simulator.now(path('NOPE'), BROWSER)
  expect(unknown.status).toBe(404)
  expect(JSON.parse(unknown.text).chart.error.code).toBe('Not Found')
  expect((await simulator.now('/yahoo/v8/finance/chart/TLT?range=max', BROWSER)).status).toBe(422)
})
