import { describe, expect, test } from 'vitest'
import { chainPoint } from '../../harness/fixtures/market-inputs/chain-point.ts'
import { marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import type { ChainAnalysis } from '../../shared/domain/contract/gamma.ts'
import { DAILY_METRICS, STATE_METRICS } from '../../shared/domain/contract/metrics.ts'
import type { ChainPoint, MarketInputs } from '../inputs/market-inputs.ts'
import { shown } from '../maths/shown.ts'
import { latestMetrics } from './latest-metrics.ts'

const analysis = { zero_gamma: 664.5, max_pain: 667, expected_move: { next_session: 6, rest_of_day: 4 } }
const chain = chainPoint({
  spot: 600,
  zeroGamma: 1,
  maxPain: 1,
  analysis: analysis as unknown as ChainAnalysis,
})
const inputs = (more: Partial<MarketInputs> = {}) => ({ ...marketInputs('2026-11-20', '10:00', { chain }), ...more })
const of = (metric: string, given = inputs()) => latestMetrics(given).metrics.find((each) => each.metric === metric)!

test('every metric is listed once, those with a value are counted, and no other is without a reason', () => {
  const { metrics, n } = latestMetrics(inputs())
  expect(metrics.map(({ metric }) => metric)).toEqual([...DAILY_METRICS, ...STATE_METRICS].map(({ metric }) => metric))
  expect(n).toBe(metrics.filter(({ value }) => value !== null).length)
  expect(n).toBeLessThan(metrics.length)
  for (const { metric, value, reason, quality, source } of metrics) {
    expect([metric, value === null]).toEqual([metric, reason !== null])
    expect([metric, value === null]).toEqual([metric, quality === 'missing'])
    expect([metric, value === null]).toEqual([metric, source === null])
  }
})

describe('a level of the option chain', () => {
  test.each([
    ['call_wall', 680],
    ['put_wall', 650],
    ['zero_gamma', 664.5],
    ['max_pain', 667],
    ['expected_move', 1],
  ])('%s is %s, of the time of its chain', (metric, value) => {
    expect(of(metric)).toMatchObject({
      value,
      time: '2026-11-20T09:45:00-05:00',
      source: 'options',
      age_seconds: 900,
      age_sessions: 0,
      quality: 'fresh',
    })
  })

  test.each([
    ['call_wall', { callWall: null }, 'no strike has a positive exposure'],
    ['put_wall', { putWall: null }, 'no strike has a negative exposure'],
    ['zero_gamma', { analysis: { ...analysis, zero_gamma: null } }, 'the exposure does not change its sign'],
    ['max_pain', { analysis: { ...analysis, max_pain: null } }, 'no open interest is known'],
    [
      'expected_move',
      { analysis: { ...analysis, expected_move: { next_session: null } } },
      'no volatility at the money is known',
    ],
    ['call_wall', { netGamma: null }, 'no option chain of this session is known yet'],
  ])('%s that is not known says why', (metric, change, reason) => {
    const given = inputs({ chain: { ...chain, ...change } as unknown as ChainPoint })
    expect(of(metric, given)).toMatchObject({ value: null, time: null, age_seconds: null, reason })
  })
})

test('a series is of its last day, and a component of its oldest input', () => {
  const given = inputs()
  const { vix3m_close: vix3m, dtwexbgs: dollar } = given.series
  expect(of('vix3m_close')).toMatchObject({ value: 16.6, time: '2026-11-20T09:45:00-05:00' })
  expect(of('vix3m_close', inputs({ quotes: {} }))).toMatchObject({
    value: shown(vix3m!.at(-1)!.value),
    time: vix3m!.at(-1)!.day,
    age_seconds: null,
    age_sessions: 1,
  })
  expect(of('dollar')).toMatchObject({ time: dollar!.at(-1)!.day })
  expect(of('treasury_10y', inputs({ series: { ...given.series, dgs10: [] } }))).toMatchObject({ value: null })
})

test('a figure that is computed of many is of the cutoff', () => {
  expect(of('health_score')).toMatchObject({
    time: '2026-11-20T10:00:00-05:00',
    known_at: '2026-11-20T10:00:00-05:00',
    age_sessions: 0,
    age_seconds: 0,
    source: 'engine',
    quality: 'fresh',
  })
})
