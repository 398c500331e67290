import { expect, it } from 'vitest'
import { calmSeries, marketInputs, type Wish } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { cascade } from './cascade.ts'

const spread = (vix: number, last: NonNullable<Wish['last']> = {}) =>
  cascade(
    marketInputs('2026-11-20', '10:00', {
      whole: true,
      quotes: { SPY: 690, VIX: vix, VIX3M: vix + 2 },
      last: { hy_oas: 3.1, pct_above_50dma: 71, gex_vendor: 9e9, dix: 0.46, ...last },
    }),
  )

it.each([
  ['none', 13, {}, 0, 0, null],
  ['contained', 22, {}, 1, 0, 'volatility'],
  ['spreading', 22, { pct_above_50dma: 20 }, 2, 1, 'breadth'],
  ['spreading', 32, { pct_above_50dma: 20, hy_oas: 4 }, 3, 2, 'breadth'],
  ['broad', 32, { pct_above_50dma: 20, hy_oas: 4, gex_vendor: -2e9 }, 4, 3, 'gamma'],
] as const)('stress is %s at VIX %d and %j', (stage, vix, last, strained, stressed, reached) => {
  const day = spread(vix, last)
  expect(day).toMatchObject({ stage, n: 5, n_strained: strained, n_stressed: stressed, reached, reason: null })
  expect(day.order).toHaveLength(strained)
})

it('layers are ordered by the close at which they left calm, and those of one close as stress usually travels', () => {
  const { cutoff } = marketInputs('2026-11-20', '10:00')
  const from = (id: 'vix_close' | 'pct_above_50dma', day: string, value: number) =>
    calmSeries(id, cutoff).map((point) => (point.day >= day ? { ...point, value } : point))
  const orderOf = (vixFrom: string, breadthFrom: string) =>
    cascade(
      marketInputs('2026-11-20', '10:00', {
        whole: true,
        quotes: { SPY: 671, VIX: 22, VIX3M: 24 },
        series: {
          vix_close: from('vix_close', vixFrom, 22),
          pct_above_50dma: from('pct_above_50dma', breadthFrom, 30),
        },
      }),
    ).order
  expect(orderOf('2026-11-10', '2026-11-12')).toEqual(['volatility', 'breadth'])
  expect(orderOf('2026-11-12', '2026-11-10')).toEqual(['breadth', 'volatility'])
  expect(orderOf('2026-11-12', '2026-11-12')).toEqual(['volatility', 'breadth'])
})

it('a layer that was never calm on record left calm first, and its sentence says "or earlier"', () => {
  const { cutoff } = marketInputs('2026-11-20', '10:00')
  const day = cascade(
    marketInputs('2026-11-20', '10:00', {
      whole: true,
      quotes: { SPY: 671, VIX: 22, VIX3M: 24 },
      series: { pct_above_50dma: calmSeries('pct_above_50dma', cutoff, [30, 0.1]) },
    }),
  )
  expect(day.order).toEqual(['breadth', 'volatility'])
  const breadth = day.layers.find(({ layer }) => layer === 'breadth')!
  expect(breadth).toMatchObject({ since_is_older: true, strained_since: null, before: null })
  expect(day.sentence).toBe(
    `Stress is spreading: volatility strained since 2026-11-20, breadth strained since ${breadth.since} or earlier.`,
  )
})

it('fewer than four layers tell no stage', () => {
  const inputs = marketInputs('2026-11-20', '10:00', { whole: true })
  const { hy_oas: _oas, pct_above_50dma: _breadth, ...three } = inputs.series
  const without = (series: typeof inputs.series) => cascade({ ...inputs, series })
  expect(without(three)).toMatchObject({
    stage: 'insufficient_data',
    n: 3,
    reason: 'only 3 of 5 layers have a reading, 4 are needed',
  })
  expect(without({ ...three, hy_oas: inputs.series.hy_oas! })).toMatchObject({ stage: 'none', n: 4, reason: null })
})
