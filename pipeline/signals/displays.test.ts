import { expect, test } from 'vitest'
import { calmSeries, marketInputs, type Wish } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import type { LevelName } from '../../shared/domain/contract/signals.ts'
import type { SignalKey } from '../../shared/domain/contract/transition.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { defineComponent } from './component.ts'
import { liveReadings, readComponents } from './read-components.ts'
import { vix } from './vix.ts'

const readAll = (wish: Wish) =>
  readComponents(marketInputs('2026-11-20', '20:30', { whole: true, quotes: {}, ...wish }))
const readingOf = (key: SignalKey, wish: Wish) => readAll(wish).find(({ component }) => component.key === key)!.reading

type Row = [key: SignalKey, last: Wish['last'], display: string, level: LevelName, label: string]
test.each<Row>([
  ['gex', { gex_vendor: 9e9 }, "$9.00bn per 1 % (vendor's series)", 'favorable', 'Strong dampening'],
  ['gex', { gex_vendor: 0 }, "$0.00bn per 1 % (vendor's series)", 'adverse', 'Very thin dealer gamma'],
  ['gex', { gex_vendor: -2e9 }, "-$2.00bn per 1 % (vendor's series)", 'adverse', 'Negative gamma'],
  ['dix', { dix: 0.48 }, '48.0 %', 'favorable', 'Strong accumulation'],
  ['dix', { dix: 0.4449 }, '44.5 %', 'leaning', 'Accumulation'],
  ['dix', { dix: 0.4 }, '40.0 %', 'adverse', 'Distribution'],
  ['skew', { skew_close: 138.24 }, '138.2', 'leaning', 'Tails fairly priced'],
  ['skew', { skew_close: 175 }, '175.0', 'caution', 'Tail hedges dear'],
  ['skew', { skew_close: 110 }, '110.0', 'caution', 'Skew collapsing'],
  ['yield_curve', { t10y2y: 2.5, t10y3m: 2.8 }, '2s10s +2.50, 3m10y +2.80', 'favorable', 'Steep curve'],
  ['yield_curve', { t10y2y: 1.4, t10y3m: 1.6 }, '2s10s +1.40, 3m10y +1.60', 'leaning', 'Positive curve'],
  ['yield_curve', { t10y2y: 0.5, t10y3m: 0.5 }, '2s10s +0.50, 3m10y +0.50', 'neutral', 'Positive curve'],
  ['yield_curve', { t10y2y: 0.45, t10y3m: 0.5 }, '2s10s +0.45, 3m10y +0.50', 'neutral', 'Flat but positive'],
  ['yield_curve', { t10y2y: -0.5, t10y3m: -1.2 }, '2s10s -0.50, 3m10y -1.20', 'adverse', 'Inverted curve'],
  ['breakevens', { t10yie: 2.256, t5yie: 2.312 }, '10y 2.26 %, 5y 2.31 %', 'leaning', 'Inflation near target'],
  ['hy_oas', { hy_oas: 3.126 }, '3.13 %', 'favorable', 'Tight spreads'],
  ['hy_oas', { hy_oas: 7 }, '7.00 %', 'adverse', 'Distressed spreads'],
  ['vix', { vix_close: 28.456 }, '28.46', 'adverse', 'Stressed volatility'],
  ['vix', { vix_close: 11 }, '11.00', 'favorable', 'Calm'],
  ['dollar', { dtwexbgs: 117 }, '117.00 (-2.8 % in 20 sessions)', 'favorable', 'Dollar falling fast'],
  ['dollar', { dtwexbgs: 126 }, '126.00 (+4.7 % in 20 sessions)', 'adverse', 'Dollar surge'],
  ['breadth', { pct_above_50dma: 75 }, '75.0 % above the 50-day average', 'leaning', 'Broad participation'],
  ['breadth', { pct_above_50dma: 30 }, '30.0 % above the 50-day average', 'caution', 'Narrow market'],
  ['aaii', { aaii_bullish: 0.41, aaii_bearish: 0.29 }, '+12.0 points (bulls minus bears)', 'adverse', 'Euphoria'],
  [
    'cot',
    { cot_es_noncommercial_net: -40_000 },
    '-40.0k contracts (net speculative)',
    'leaning',
    'Balanced speculators',
  ],
  ['vix_term', { vix_close: 20, vix3m_close: 25 }, '0.800 (VIX / VIX3M)', 'favorable', 'Steep contango'],
  ['oil', { wti: 64 }, '$64.00 (+2.1 % in 20 sessions)', 'leaning', 'Steady oil'],
])('%s of %j is told as %s and is %s: %s', (key, last, display, level, label) => {
  expect(readingOf(key, { last: last! })).toMatchObject({ display, level, label })
})

test('negative gamma scores 5 % at most, however high it ranks, and a rise above zero ends that', () => {
  const cutoff = instantAt(tradingDay('2026-11-20'), '20:30')
  const reading = readingOf('gex', {
    series: { gex_vendor: calmSeries('gex_vendor', cutoff, [-5e9, 2e9]) },
    last: { gex_vendor: -1e9 },
  })
  expect(reading).toMatchObject({ status: 'ready', percentile: 100, pointsFraction: 0.05, label: 'Negative gamma' })
  expect(reading.status === 'ready' && reading.fractionIf(2e9)).toBe(1)
})

test('VIX term without the three-month index has no reading, and names what is missing', () => {
  expect(readingOf('vix_term', { series: { vix3m_close: null } })).toMatchObject({
    status: 'not_ready',
    reason: expect.stringContaining('vix3m_close'),
  })
})

test('live readings are those that are ready', () => {
  const all = readAll({ series: { hy_oas: null } })
  expect(all).toHaveLength(13)
  expect(liveReadings(all).map(({ component }) => component.key)).toEqual(
    all.map(({ component }) => component.key).filter((key) => key !== 'hy_oas'),
  )
})

test.each([0, 20.5, 21])('a component of %d points is refused', (max) => {
  expect(() => defineComponent({ ...vix, max })).toThrow()
})
test('a component may have from 1 to 20 points', () => {
  expect([1, 20].map((max) => defineComponent({ ...vix, max }).max)).toEqual([1, 20])
})
