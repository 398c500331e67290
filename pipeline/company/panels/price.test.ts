import { describe, expect, test } from 'vitest'
import { barsOf, UNKNOWN } from '../../../harness/fixtures/unknown-company.ts'
import { PricePanel } from '../../../shared/domain/contract/company/price.ts'
import { addSessions } from '../../../shared/time/calendar.ts'
import type { Bar } from '../inputs.ts'
import { averageOf, averageTrueRange, pricePanel, realisedVolatility } from './price.ts'

const { day: DAY, cutoff: CUTOFF } = UNKNOWN
const panelOf = (bars: readonly Bar[]) => PricePanel.parse(pricePanel({ ...UNKNOWN, bars }))
const flat = (length: number, close = 100): number[] => Array.from({ length }, () => close)

describe('an average of closes', () => {
  test('is of the newest sessions alone and needs all of them', () => {
    expect(averageOf([1_000, 10, 20, 30], 3)).toBe(20)
    expect(averageOf([10, 20, 30], 3)).toBe(20)
    expect(averageOf([10, 20], 3)).toBeNull()
  })

  test.each([20, 50, 200] as const)('over %i sessions has its own length in the panel', (sessions) => {
    const name = `sma${sessions}` as const
    // One older close of a million, which a longer average would show.
    expect(panelOf(barsOf([1e6, ...flat(sessions)]))[name]).toBe(100)
    const short = panelOf(barsOf(flat(sessions - 1)))
    expect(short[name]).toBeNull()
    expect(short.reasons[name]).toBe(`needs ${sessions} sessions, ${sessions - 1} are known`)
  })
})

describe('a true range', () => {
  test('is averaged over the newest fourteen sessions, the close before them included', () => {
    // Ranges of 2 but the first, which falls from a close of 130 to a low of 99: (31 + 13 × 2) / 14.
    expect(averageTrueRange(barsOf([1_000, 130, ...flat(14)]))).toBeCloseTo(57 / 14, 12)
    expect(averageTrueRange(barsOf(flat(14)))).toBeNull()
    expect(averageTrueRange(barsOf(flat(15)))).toBe(2)
  })

  test('is unknown if one of the fourteen sessions has a close alone; the session before them needs no range', () => {
    const without = (wanted: number) =>
      averageTrueRange(barsOf(flat(15), (at) => (at === wanted ? { high: null, low: null } : {})))
    expect([without(0), without(1), without(14)]).toEqual([2, null, null])
    const half = barsOf(flat(15), (at) => (at === 7 ? { low: null } : {}))
    expect(averageTrueRange(half)).toBeNull()
  })

  test('is a share of the newest close', () => {
    expect(panelOf(barsOf([...flat(14), 80]))).toMatchObject({ atr14: 3.35714, atr14_share: 0.0419643 })
  })
})

describe('a realised volatility', () => {
  test('by hand: moves of plus and minus one percent, with the sample variance, in a year of 252 sessions', () => {
    // 21 moves: 11 up and 10 down by 0.01. Their mean is 0.01 / 21; their variance (21 - 1 / 21) × 0.0001 / 20.
    const closes = Array.from({ length: 22 }, (_, at) => 100 * Math.exp(at % 2 === 0 ? 0 : 0.01))
    const hand = Math.sqrt((((21 - 1 / 21) * 0.0001) / 20) * 252)
    expect(realisedVolatility(closes)).toBeCloseTo(hand, 12)
    expect(hand).toBeCloseTo(0.16248, 5)
    // Older closes do not count.
    expect(realisedVolatility([1, 1_000, ...closes])).toBeCloseTo(hand, 12)
  })

  test('of a price that grows by the same share every session is nothing', () => {
    expect(realisedVolatility(Array.from({ length: 22 }, (_, at) => 100 * 1.02 ** at))).toBeCloseTo(0, 9)
  })

  test('needs 22 closes', () => {
    expect(realisedVolatility(flat(21))).toBeNull()
    expect(realisedVolatility(flat(22))).toBe(0)
    expect(panelOf(barsOf(flat(21))).reasons.realised_volatility_21).toBe('needs 22 sessions, 21 are known')
  })
})

describe('a trend', () => {
  // 150 closes of the first price, 49 of the second and the newest one.
  const trendOf = (first: number, second: number, now: number) =>
    panelOf(barsOf([...flat(150, first), ...flat(49, second), now])).trend

  test.each([
    ['up', 'the close is above the average of 50 and that one above the average of 200', 100, 110, 120],
    ['mixed', 'the close is above the average of 50, which is below that of 200', 110, 100, 120],
    ['down', 'the close is below the average of 50 and that one below the average of 200', 120, 110, 100],
    ['mixed', 'the close is below the average of 50, which is above that of 200', 100, 110, 90],
    ['mixed', 'all are the same', 100, 100, 100],
  ] as const)('is %s where %s', (trend, _, first, second, now) => {
    expect(trendOf(first, second, now)).toBe(trend)
  })

  test('needs 200 sessions', () => {
    expect(panelOf(barsOf([...flat(149), ...flat(49, 110), 120])).trend).toBeNull()
  })
})

describe('a change', () => {
  const { change: newest } = panelOf(barsOf([100, 110]))

  test('needs the close before the first of its sessions', () => {
    expect(newest).toEqual({ d1: 0.1, d5: null, d21: null, d63: null, d252: null })
    const of = (length: number) => panelOf(barsOf(flat(length))).change
    expect([of(5).d5, of(6).d5, of(252).d252, of(253).d252]).toEqual([null, 0, null, 0])
  })

  test('relative to SPY is over the same two days, however many other days of SPY are known', () => {
    const bars = barsOf([100, 105, 110, 110, 110, 120])
    const market = bars.map(({ day }, at) => ({ day, value: [400, 999, 999, 999, 500, 440][at]!, knownAt: CUTOFF }))
    const relativeOf = (known: typeof market) => pricePanel({ ...UNKNOWN, bars, market: known }).relative
    // 120 / 110 - 440 / 500 and 120 / 100 - 440 / 400.
    expect(relativeOf(market)).toMatchObject({ d1: 0.210909, d5: 0.1, d21: null })
    expect(relativeOf(market.toSpliced(1, 3))).toMatchObject({ d1: 0.210909, d5: 0.1 })
    expect(relativeOf(market.slice(1))).toMatchObject({ d1: 0.210909, d5: null })
    expect(relativeOf(market.slice(0, -1))).toMatchObject({ d1: null, d5: null })
  })
})

describe('a volume', () => {
  test('is held against the mean of the twenty sessions before it, itself not included', () => {
    const bars = barsOf(flat(22), (at) => ({ volume: at === 0 ? 1e9 : at === 1 ? 300 : at === 21 ? 220 : 100 }))
    // (300 + 19 × 100) / 20 = 110.
    expect(panelOf(bars)).toMatchObject({ volume: 220, volume_average_20: 110, volume_ratio: 2 })
  })

  test('has no average while one of the twenty sessions has none, or while they are fewer', () => {
    const none = { volume_average_20: null, volume_ratio: null }
    expect(panelOf(barsOf(flat(20)))).toMatchObject(none)
    expect(panelOf(barsOf(flat(21), (at) => (at === 5 ? { volume: null } : {})))).toMatchObject(none)
    const alone = panelOf(barsOf(flat(21), (at) => (at === 20 ? { volume: null } : {})))
    expect(alone).toMatchObject({ volume: null, volume_average_20: 100, volume_ratio: null })
    expect(alone.reasons).toMatchObject({ volume: 'the vendor sent a close alone' })
  })
})

test('a year that fell ends below its highest close, and older closes are not in it', () => {
  const closes = [500, 1, 200, 50, ...flat(249, 100), 150]
  // 252 closes: from 200 on.
  expect(panelOf(barsOf(closes))).toMatchObject({ high_252: 200, low_252: 50, from_high: -0.25 })
})

test('the history is of the newest sixty sessions, the newest first', () => {
  const { history } = panelOf(barsOf(Array.from({ length: 70 }, (_, at) => at + 1)))
  expect([history.length, history[0], history[59]]).toEqual([
    60,
    { day: DAY, close: 70, volume: 100 },
    { day: addSessions(DAY, -59).day, close: 11, volume: 100 },
  ])
})

test('a figure that needs more sessions names what is missing', () => {
  const { reasons } = panelOf(barsOf(flat(260), (at) => (at === 258 ? { low: null, volume: null } : {})))
  expect(reasons).toEqual({
    relative: 'a close of SPY on one of the two days is not known',
    atr14: 'a session of the last 14 has no high and low',
    atr14_share: 'a session of the last 14 has no high and low',
    volume_average_20: 'a session of the last 21 has no volume',
    volume_ratio: 'a session of the last 21 has no volume',
  })
  const last = panelOf(barsOf(flat(260), (at) => (at === 259 ? { volume: null } : {})))
  expect(last).toMatchObject({ volume_average_20: 100, volume_ratio: null })
  expect(last.reasons).toMatchObject({ volume_ratio: 'a session of the last 21 has no volume' })
})
