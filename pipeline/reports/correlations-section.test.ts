import { expect, it } from 'vitest'
import type { CorrelationClass, CorrelationPair, Correlations } from '../../shared/domain/contract/correlations.ts'
import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { correlationsSection } from './correlations-section.ts'

const pair = (name: string, correlation: number, classification: CorrelationClass | null): CorrelationPair => ({
  status: 'ready',
  name,
  series: 'x',
  measure: 'log_return',
  correlation,
  interval: [-0.5, 0.6],
  n: 20,
  classification,
  window_from: '2026-10-22',
  window_to: '2026-11-19',
  age_sessions: 1,
  percentile: 25.2,
  usual_sign: null,
  normal_range: null,
  reading: `SPY with ${name} in words`,
  inputs: [],
})
const absent: CorrelationPair = {
  status: 'not_ready',
  name: 'TNX',
  series: 'dgs10',
  measure: 'difference',
  have: 0,
  need: 20,
  reason: 'no value of dgs10 is known yet',
}
const section = (pairs: Partial<Correlations['pairs']> = {}): string => {
  const usual = { vix: pair('VIX', -0.92, 'normal'), dxy: pair('DXY', 0, 'normal') }
  const all = {
    ...usual,
    tnx: { ...pair('TNX', 0.13, 'normal'), window_to: '2026-11-18' },
    oil: pair('Oil (USO)', 0.52, 'normal'),
    ...pairs,
  }
  const block = { status: 'ready', classification: 'normal', window_sessions: 20, range_sessions: 252, pairs: all }
  return correlationsSection({ correlations: block } as unknown as SignalsSnapshot)
}

it('gives usual pairs in one line', () => {
  expect(section().split('\n').slice(4)).toEqual([
    '- All within their normal range: VIX -0.92 (-0.50 to 0.60, 25th percentile), DXY 0.00 (-0.50 to 0.60, 25th percentile), Oil (USO) 0.52 (-0.50 to 0.60, 25th percentile), closes up to 2026-11-19; TNX 0.13 (-0.50 to 0.60, 25th percentile), closes up to 2026-11-18',
  ])
})

it('gives unusual, unranked and missing pairs first and in full', () => {
  const odd = section({ vix: pair('VIX', 0.4, 'warning'), oil: pair('Oil (USO)', 0.1, null), tnx: absent })
  expect(odd.split('\n').slice(4)).toEqual([
    '- SPY with VIX in words',
    '- SPY with Oil (USO) in words',
    '- Within the normal range: DXY 0.00 (-0.50 to 0.60, 25th percentile), closes up to 2026-11-19',
    '- SPY with TNX has no reading: no value of dgs10 is known yet',
  ])
})

it('gives the reason when there is no block', () => {
  const none = { correlations: { status: 'not_ready', reason: 'nothing is known' } } as unknown as SignalsSnapshot
  expect(correlationsSection(none)).toBe('## Correlations\n\nNo correlations: nothing is known.')
})
