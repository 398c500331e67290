import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gammaRail, placeLabels } from './gamma-rail.ts'

const WIDTH = 340
/** As wide as DejaVu Sans, the widest of the fonts, sets a letter on average. */
const CHARACTER = 6.5

const extent = ({ lines, middle }: ReturnType<typeof placeLabels>[number]) => {
  const long = Math.max(...lines.map(({ length }) => length)) * CHARACTER
  return { from: middle - long / 2, to: middle + long / 2 }
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
      for (const { from, to } of placed.map(extent)) {
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeLessThanOrEqual(WIDTH)
      }
      for (const [at, one] of placed.entries())
        for (const other of placed.slice(at + 1)) {
          if (one.row + one.lines.length <= other.row || other.row + other.lines.length <= one.row) continue
          const [a, b] = [extent(one), extent(other)]
          expect(a.to <= b.from || b.to <= a.from).toBe(true)
        }
    }),
  )
})

test('a label of many names is broken where it would be wider than the drawing', () => {
  const label = 'call wall, front call wall, previous close, 50-day average, high of the expected move'
  const [placed] = placeLabels([{ price: 674, keys: [], label, tier: 0 }], { width: WIDTH, x: () => 200 })
  expect(placed!.lines.join(', ')).toBe(`674 ${label}`)
  expect(placed!.lines.length).toBeGreaterThan(1)
  for (const line of placed!.lines) expect(line.length * CHARACTER).toBeLessThanOrEqual(WIDTH)
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
