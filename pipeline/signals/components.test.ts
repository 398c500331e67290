import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { calmSeries, marketInputs, type Wish } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import type { ChainAnalysis } from '../../shared/domain/contract/gamma.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { ownGammaView } from '../inputs/gamma-view.ts'
import { PILLARS, type ReadyReading } from './component.ts'
import { components } from './index.ts'

const read = (key: string, wish: Wish = {}, time = '20:30') => {
  const component = components.find((each) => each.key === key)
  if (!component) throw new Error(`no component ${key}`)
  return component.read(marketInputs('2026-11-20', time, wish))
}
const ready = (key: string, wish: Wish = {}, time?: string): ReadyReading => {
  const reading = read(key, wish, time)
  if (reading.status !== 'ready') throw new Error(reading.reason)
  return reading
}

describe('component registry', () => {
  it('the registry lists every defined component, each in a file of its key', () => {
    const folder = new URL('.', import.meta.url)
    const defining = readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .filter((file) => readFileSync(new URL(file, folder), 'utf8').includes('= defineComponent('))
      .map((file) => file.replace('.ts', '').replaceAll('-', '_'))
    expect(components.map(({ key }) => key).sort()).toEqual(defining.sort())
  })

  it('13 components share 100 points, and four of them are the pillars', () => {
    expect(components).toHaveLength(13)
    expect(components.reduce((sum, { max }) => sum + max, 0)).toBe(100)
    expect(components.flatMap(({ pillar }) => pillar ?? []).sort()).toEqual([...PILLARS].sort())
  })
})

describe('the good side scores more', () => {
  it.each([
    ['vix', 'vix_close', 11, 28],
    ['hy_oas', 'hy_oas', 3, 7],
    ['dix', 'dix', 0.48, 0.4],
    ['gex', 'gex_vendor', 9e9, 1e8],
    ['gex', 'gex_vendor', 4e9, -2e9],
    ['yield_curve', 't10y2y', 1.5, -0.5],
    ['dollar', 'dtwexbgs', 117, 126],
    ['breakevens', 't10yie', 2.2, 3.2],
    ['breakevens', 't10yie', 2.2, 1.2],
    ['oil', 'wti', 63, 90],
    ['oil', 'wti', 63, 40],
    ['skew', 'skew_close', 138, 175],
    ['skew', 'skew_close', 138, 110],
    ['vix_term', 'vix3m_close', 18, 13],
    ['breadth', 'pct_above_50dma', 75, 30],
    ['aaii', 'aaii_bullish', 0.37, 0.6],
    ['aaii', 'aaii_bullish', 0.37, 0.15],
    ['cot', 'cot_es_noncommercial_net', -40_000, 300_000],
    ['cot', 'cot_es_noncommercial_net', -40_000, -300_000],
  ] as [string, SeriesId, number, number][])('%s: %s at %d beats %d', (key, series, good, bad) => {
    const better = ready(key, { last: { [series]: good }, quotes: {}, whole: true })
    const worse = ready(key, { last: { [series]: bad }, quotes: {}, whole: true })
    expect(better.pointsFraction).toBeGreaterThan(worse.pointsFraction)
    expect(better.display).not.toBe(worse.display)
  })
})

describe('every ready component', () => {
  it.each(components.map(({ key }) => key))('%s has inputs, a trend and a level in words', (key) => {
    const reading = ready(key, { whole: true })
    expect(reading.inputs.length).toBeGreaterThan(0)
    expect(reading.inputs.every(({ quality }) => quality === 'fresh')).toBe(true)
    expect(reading.trend?.current).toBeCloseTo(reading.value, 10)
    expect(reading.label).not.toBe('')
  })

  it.each([
    'vix_close',
    'hy_oas',
    'dix',
    'skew_close',
    'wti',
    'dtwexbgs',
    't10yie',
    't10y2y',
    'pct_above_50dma',
    'aaii_bullish',
    'cot_es_noncommercial_net',
  ] as SeriesId[])('the component of %s is not ready without it, and states why', (series) => {
    const component = components.find((each) => each.series[0] === series)
    expect(
      component?.read(marketInputs('2026-11-20', '20:30', { series: { [series]: null }, quotes: {}, whole: true })),
    ).toMatchObject({
      status: 'not_ready',
      reason: expect.stringContaining(series),
    })
  })
})

describe('GEX never mixes its two series in one percentile', () => {
  const cutoff = instantAt(tradingDay('2026-11-20'), '11:00')
  const own = calmSeries('gex_own', cutoff, [2e9, 1e9])
  const chain = {
    underlying: 'SPY',
    spot: 670,
    quotedAt: new Date(cutoff.getTime() - 900_000),
    knownAt: cutoff,
    netGamma: 4e9,
    callWall: 680,
    putWall: 660,
    contractsUsed: 4000,
    contractsSkipped: 100,
    source: 'options',
  }

  it("GEX is the vendor's series, labelled, until own history has 126 sessions", () => {
    const reading = ready('gex', { series: { gex_own: own.slice(-120) }, chain }, '11:00')
    expect(reading.inputs[0]?.series).toBe('gex_vendor')
    expect(reading.display).toContain("vendor's series")
  })

  it("GEX is own history, with the cycle's chain as today's value", () => {
    const reading = ready('gex', { series: { gex_own: own.slice(-125) }, chain }, '11:00')
    expect(reading.inputs[0]).toMatchObject({ series: 'gex_own', value: 4e9, for: '2026-11-20T10:45:00-05:00' })
    expect(reading.percentile).toBe(100)
  })

  it("GEX ranks today's chain without what expires today, as closing chains are, by the sign of that", () => {
    const wish = { series: { gex_own: own.slice(-125) }, chain: { ...chain, netGammaWithoutToday: 5e8 } }
    const reading = ready('gex', wish, '11:00')
    expect(reading).toMatchObject({ value: 5e8, display: '$0.50bn per 1 % (own SPY chain without 0DTE)' })
    expect(reading.percentile).toBeLessThan(5)
    expect(reading.inputs[0]).toMatchObject({ series: 'gex_own', value: 5e8 })
    const signs = { sign: 'positive', without_today: { sign: 'uncertain' } } as ChainAnalysis
    const signed = { ...wish, chain: { ...wish.chain, analysis: signs } }
    expect(ownGammaView(marketInputs('2026-11-20', '11:00', signed)).isCertain).toBe(false)
  })

  it('GEX without either series is not ready, with what it has and needs', () => {
    expect(read('gex', { series: { gex_own: own.slice(-50), gex_vendor: null }, chain }, '11:00')).toMatchObject({
      have: 51,
      need: 126,
    })
  })
})

it('a percentile of HY OAS states how short its history is', () => {
  const oas = marketInputs('2026-11-20', '20:30').series.hy_oas!
  const of = (sessions: number) => ready('hy_oas', { series: { hy_oas: oas.slice(-sessions) } })
  expect(of(252)).toMatchObject({ percentile: expect.any(Number), percentileSpan: 'last year' })
  expect(of(251)).toMatchObject({ percentile: expect.any(Number), percentileSpan: '251 sessions of history' })
  expect(of(125).percentile).toBeNull()
})

it('VIX term has no ratio of a quote of today and a close of yesterday', () => {
  expect(read('vix_term', { quotes: { VIX: 40 } }, '10:00')).toMatchObject({ status: 'not_ready' })
})

it('oil’s change from a price that was not positive is counted from the last positive one, so the component stays', () => {
  const wti = calmSeries('wti', instantAt(tradingDay('2026-11-20'), '20:30'), [64, 1])
  const negativeFor = (days: number) => {
    const [from, to] = [-20 - days + 1, -20].map((count) => addSessions(wti.at(-1)!.day, count).day)
    return wti.map((point) => (point.day >= from! && point.day <= to! ? { ...point, value: -36.98 } : point))
  }
  expect(read('oil', { series: { wti: negativeFor(1) } })).toMatchObject({
    status: 'ready',
    display: expect.stringMatching(/ % in 21 sessions\)$/),
  })
  expect(read('oil', { series: { wti: negativeFor(6) } })).toMatchObject({ status: 'not_ready' })
  const fallen = wti.map((point, index) => (index === wti.length - 1 ? { ...point, value: -36.98 } : point))
  expect(read('oil', { series: { wti: fallen } })).toMatchObject({ display: expect.stringMatching(/^-\$36\.98 \(-/) })
})

describe('weekly components', () => {
  it.each([['aaii', 'aaii_bearish', 'bulls are for 2026-11-19, bears for 2026-11-12: no common week']] as [
    string,
    SeriesId,
    string,
  ][])('%s without the last week of %s has no reading', (key, series, reason) => {
    const points = marketInputs('2026-11-20', '20:30', { whole: true }).series[series]!
    expect(read(key, { whole: true, series: { [series]: points.slice(0, -1) } })).toMatchObject({ reason })
  })

  it.each(['aaii', 'cot'])('%s ranks within three years of weeks and needs 52', (key) => {
    const { series } = marketInputs('2026-11-20', '20:30', { whole: true })
    const names = components.find((component) => component.key === key)!.series
    const short = Object.fromEntries(names.map((name) => [name, series[name]!.slice(-51)]))
    expect(read(key, { whole: true, series: short })).toMatchObject({ status: 'not_ready', have: 51, need: 52 })
    expect(ready(key, { whole: true }).percentileSpan).toBe('last three years')
    const young = Object.fromEntries(names.map((name) => [name, series[name]!.slice(-60)]))
    expect(ready(key, { whole: true, series: young }).percentileSpan).toBe('60 weeks of history')
  })

  it('a survey of the week before is fresh until the next is due, then stale, then absent', () => {
    const at = (date: string, time: string) => {
      const component = components.find(({ key }) => key === 'aaii')!
      const known = marketInputs('2026-11-20', '20:30', { whole: true }).series
      return component.read({ ...marketInputs(date, time), series: known })
    }
    const quality = (reading: ReturnType<typeof at>) => reading.status === 'ready' && reading.inputs[0]?.quality
    expect(quality(at('2026-11-25', '20:30'))).toBe('fresh')
    expect(quality(at('2026-11-30', '20:30'))).toBe('stale')
    expect(at('2026-12-18', '20:30')).toMatchObject({
      status: 'not_ready',
      reason: expect.stringContaining('sessions before the newest published value'),
    })
  })
})

it('the level of the VIX is stated to the cent, as the exchange prints it', () => {
  const calm = calmSeries('vix_close', instantAt(tradingDay('2026-11-20'), '20:30'), [15, 1])
  const vix = calm.map((point, index) => (index === calm.length - 1 ? { ...point, value: 15.678 } : point))
  expect(read('vix', { series: { vix_close: vix } })).toMatchObject({ display: '15.68' })
})
