import { expect, test } from 'vitest'
import { elementsOf } from '../../../harness/drawing.ts'
import { meter } from './meter.ts'
import { shareBar } from './share-bar.ts'

test.each([
  [0, 3],
  [50, 32],
  [100, 61],
  [-5, 3],
  [130, 61],
])('the percentile %d lies at %d of the 64 that the meter is wide', (percentile, place) => {
  const [track] = elementsOf(meter(percentile), 'rect')
  expect([track!.at('x'), track!.at('width')]).toEqual([0, 64])
  expect(elementsOf(meter(percentile), 'circle').map((dot) => dot.at('cx'))).toEqual([place])
})

test('an unknown percentile has no meter', () => expect(meter(null)).toBe(''))

test('a share fills its part of the bar, and its interval is a line over it', () => {
  const bars = elementsOf(shareBar({ rate: 0.3, low: 0.25, high: 0.4 }), 'rect')
  expect(bars.map((bar) => [bar.class, bar.at('width')])).toEqual([
    ['track', 100],
    ['fill', 30],
    ['bounds', 15],
  ])
  expect(bars[2]!.at('x')).toBe(25)
})

test('an unknown share or interval is not drawn, and no bar is longer than the whole', () => {
  const widths = (share: Parameters<typeof shareBar>[0]) =>
    elementsOf(shareBar(share), 'rect').map((bar) => bar.at('width'))
  expect(widths({ rate: null, low: null, high: 0.4 })).toEqual([100, 0])
  expect(widths({ rate: 1.2, low: 0.2, high: null })).toEqual([100, 100])
})
