import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawn } from '../../../harness/drawing.ts'
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

test('a name is centred over its level, or moved inwards at an edge so that it is whole', () => {
  const middleAt = (at: number) =>
    placeLabels([{ price: 674, keys: [], label: 'call wall', tier: 0 }], { width: WIDTH, x: () => at })[0]!.middle
  expect(middleAt(WIDTH / 2)).toBe(WIDTH / 2)
  expect(middleAt(WIDTH) + middleAt(0)).toBeCloseTo(WIDTH, 6)
  expect(middleAt(WIDTH)).toBeLessThan(WIDTH)
  expect(middleAt(middleAt(0) + 1)).toBe(middleAt(0) + 1)
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

describe.each(['wide', 'narrow'] as const)('what the %s drawing shows', (variant) => {
  const levels = [
    ['expected_move_low', 'low of the expected move'],
    ['zero_gamma', 'zero gamma'],
    ['call_wall', 'call wall'],
    ['expected_move_high', 'high of the expected move'],
    ['front_put_wall', 'front put wall'],
  ] as const
  const prices = [620, 640, 660, 680, 720]
  const markup = gammaRail({
    spot: 650,
    axis: { low: 600, high: 700 },
    ticks: levels.map(([key, label], at) => ({ price: prices[at]!, keys: [key], label, tier: at % 2 === 0 ? 0 : 1 })),
  })
  const all = (kind: string, name: string) =>
    drawn(markup, variant, kind).filter(({ class: found }) => found.split(' ').includes(name))
  const [axis] = all('line', 'axis')
  const [left, right] = [axis!.at('x1'), axis!.at('x2')]
  const place = (price: number) => left + ((price - 600) / 100) * (right - left)

  test('each level is at its price, and one beyond the axis at its end', () => {
    const ticks = all('line', 'tick').map((tick) => tick.at('x1'))
    expect(ticks.toSorted((a, b) => a - b)).toEqual(
      [620, 640, 660, 680, 700].map((price) => Number(place(price).toFixed(1))),
    )
    expect(all('circle', 'here').map((dot) => [dot.at('cx'), dot.at('cy')])).toEqual([[place(650), axis!.at('y1')]])
    expect(
      drawn(markup, variant, 'text')
        .slice(-2)
        .map((end) => [end.text, end.at('x')]),
    ).toEqual([
      ['600', left],
      ['700', right],
    ])
  })

  test('put walls and zero gamma are below, call walls above, and the others neither', () => {
    const kinds = all('line', 'tick').map((tick) => [tick.at('x1'), tick.class])
    expect(new Map(kinds as [number, string][])).toEqual(
      new Map([
        [Number(place(620).toFixed(1)), 'tick '],
        [Number(place(640).toFixed(1)), 'tick down'],
        [Number(place(660).toFixed(1)), 'tick up'],
        [Number(place(680).toFixed(1)), 'tick '],
        [Number(place(700).toFixed(1)), 'tick down'],
      ]),
    )
  })

  test('the expected move is shaded from its low to its high', () => {
    const [range] = all('rect', 'range')
    expect(range!.at('x')).toBeCloseTo(place(620), 1)
    expect(range!.at('x') + range!.at('width')).toBeCloseTo(place(680), 0)
    expect([range!.at('y') < axis!.at('y1'), range!.at('y') + range!.at('height') > axis!.at('y1')]).toEqual([
      true,
      true,
    ])
  })

  test('names of the first tier stand above the axis, of the second below it, each over its level', () => {
    const names = drawn(markup, variant, 'text').slice(0, -2)
    const [above, below] = [true, false].map((isAbove) =>
      names.filter((name) => name.at('y') < axis!.at('y1') === isAbove).map(({ text }) => text),
    )
    expect([above!.join(', '), below!.join(', ')]).toEqual([
      '620 low of the expected move, 660 call wall, 720 front put wall',
      '640 zero gamma, 680 high of the expected move',
    ])
    expect(names.find(({ text }) => text === '660 call wall')!.at('x')).toBeCloseTo(place(660), 1)
  })
})
