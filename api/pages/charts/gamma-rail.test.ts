import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gammaRail, placeLabels } from './gamma-rail.ts'

const WIDTH = 340
const CHARACTER = 6

const extent = ({ tick, x, anchor }: ReturnType<typeof placeLabels>[number]) => {
  const long = (String(tick.price).length + tick.label.length + 1) * CHARACTER
  const from = anchor === 'start' ? x : anchor === 'end' ? x - long : x - long / 2
  return { from, to: from + long }
}

test('labels of one row never lie over one another, however near the levels are', () => {
  const tick = fc.record({
    price: fc.integer({ min: 600, max: 700 }),
    keys: fc.constant<string[]>([]),
    label: fc.stringMatching(/^[a-z, ]{1,30}$/),
    tier: fc.constant<0 | 1>(0),
  })
  fc.assert(
    fc.property(fc.array(tick, { maxLength: 14 }), (ticks) => {
      const placed = placeLabels(ticks, { width: WIDTH, x: (price) => ((price - 600) / 100) * WIDTH })
      for (const [at, one] of placed.entries())
        for (const other of placed.slice(at + 1)) {
          if (one.row !== other.row) continue
          const [a, b] = [extent(one), extent(other)]
          expect(a.to <= b.from || b.to <= a.from).toBe(true)
        }
    }),
  )
})

test('every level is named for readers who do not see the picture', () => {
  const markup = gammaRail({
    spot: 669.6,
    axis: { low: 616, high: 704 },
    ticks: [
      { price: 620, keys: ['put_wall'], label: 'put wall', tier: 0 },
      { price: 670, keys: ['spot', 'call_wall'], label: 'SPY, call wall', tier: 1 },
    ],
  })
  expect(markup).toContain('aria-label="Levels on one price axis: 620 put wall, 670 SPY, call wall; price 669.6"')
  expect(markup.match(/<text/g)).toHaveLength(2 * (2 + 2))
})

test('without an axis there is no picture', () => {
  expect(gammaRail({ spot: null, axis: null, ticks: [] })).not.toContain('<svg')
})
