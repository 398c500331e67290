import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../harness/property-tests.ts'
import { type PricedHolding, planLiquidation } from './liquidation.ts'

const held = (
  instrument: string,
  quantity: number,
  bidE4: number | null,
  askE4: number | null = bidE4 === null ? null : bidE4 + 10,
  underlying = instrument.replace(/\d.*/, ''),
): PricedHolding => ({ instrument, underlying, quantity, costE4: Math.sign(quantity), bidE4, askE4 })

const planned = (owed: number, all: PricedHolding[]) => {
  const { fills, cashE4, untradable } = planLiquidation(owed, all)
  return { fills: fills.map(({ instrument, quantity }) => `${instrument} ${quantity}`), cashE4, untradable }
}

test.each<[string, number, PricedHolding[], ReturnType<typeof planned>]>([
  [
    'the largest position is sold first, and only as much as needed',
    2_500,
    [held('AAPL', 10, 100), held('SPY', 100, 500), held('QQQ', 20, 400)],
    { fills: ['SPY -5'], cashE4: 2_500, untradable: [] },
  ],
  [
    'the next position is sold when the first is not enough',
    51_000,
    [held('AAPL', 10, 100), held('SPY', 100, 500), held('QQQ', 20, 400)],
    { fills: ['SPY -100', 'QQQ -3'], cashE4: 51_200, untradable: [] },
  ],
  [
    'positions without a bid are named and skipped',
    5_000,
    [held('SPY', 100, null), held('QQQ', 20, 0), held('AAPL', 10, 100)],
    { fills: ['AAPL -10'], cashE4: 1_000, untradable: ['QQQ', 'SPY'] },
  ],
  [
    'a covered call is closed together with its cover, and only after positions that cover nothing',
    10_000,
    [held('SPY', 100, 500), held('SPY261218C00600000', -1, 5_000, 6_000), held('AAPL', 10, 100)],
    { fills: ['AAPL -10', 'SPY -100', 'SPY261218C00600000 1'], cashE4: 45_000, untradable: [] },
  ],
  [
    'a short without an ask keeps its cover',
    10_000,
    [held('SPY', 100, 500), held('SPY261218C00600000', -1, null)],
    { fills: [], cashE4: 0, untradable: ['SPY261218C00600000'] },
  ],
  [
    'a short alone is not closed, because it costs more than it brings',
    100,
    [held('SPY', -10, 500)],
    { fills: [], cashE4: 0, untradable: [] },
  ],
  [
    'an underlying whose close brings the smallest amount is closed',
    10,
    [held('SPY', 1, 6_001), held('SPY261218C00600000', -1, 5_000, 6_000)],
    { fills: ['SPY -1', 'SPY261218C00600000 1'], cashE4: 1, untradable: [] },
  ],
  [
    'an underlying whose close brings nothing stays',
    10,
    [held('SPY', 1, 6_000), held('SPY261218C00600000', -1, 5_000, 6_000)],
    { fills: [], cashE4: 0, untradable: [] },
  ],
  [
    'one more unit is sold when the smallest amount of money is missing',
    501,
    [held('SPY', 100, 500)],
    { fills: ['SPY -2'], cashE4: 1_000, untradable: [] },
  ],
  [
    'a position more is sold when the first leaves the smallest amount of money missing',
    1_001,
    [held('SPY', 10, 100), held('AAPL', 10, 50)],
    { fills: ['SPY -10', 'AAPL -1'], cashE4: 1_050, untradable: [] },
  ],
  [
    'an underlying with shorts stays when one before it brought exactly what is owed',
    1_000,
    [
      held('SPY', 2, 3_500),
      held('SPY261218C00600000', -1, 5_000, 6_000),
      held('AAPL', 2, 3_000),
      held('AAPL261218C00600000', -1, 5_000, 5_500),
    ],
    { fills: ['SPY -2', 'SPY261218C00600000 1'], cashE4: 1_000, untradable: [] },
  ],
  ['nothing is sold when nothing is held', 100, [], { fills: [], cashE4: 0, untradable: [] }],
])('%s', (_name, owed, all, expected) => expect(planned(owed, all)).toEqual(expected))

test('no fill crosses zero, and no cover of a remaining short is sold', () => {
  const price = fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: null })
  const one = fc.record({
    at: fc.constantFrom('AA', 'BB', 'CC'),
    kind: fc.constantFrom('', '1C', '2C'),
    quantity: fc.integer({ min: -20, max: 20 }).filter((each) => each !== 0),
    price,
  })
  const all = fc
    .uniqueArray(one, { selector: ({ at, kind }) => at + kind, maxLength: 9 })
    .map((rows) => rows.map(({ at, kind, quantity, price: bid }) => held(at + kind, quantity, bid, undefined, at)))
  fc.assert(
    fc.property(all, fc.integer({ min: 1, max: 400_000 }), (positions, owed) => {
      const { fills, cashE4 } = planLiquidation(owed, positions)
      expect(fills.reduce((sum, each) => sum - each.quantity * each.unitE4, 0)).toBe(cashE4)
      expect(cashE4).toBeGreaterThanOrEqual(0)
      const left = positions.map((each) => {
        const gained = fills.find(({ instrument }) => instrument === each.instrument)?.quantity ?? 0
        expect(Math.abs(each.quantity + gained) <= Math.abs(each.quantity)).toBe(true)
        expect((each.quantity + gained) * each.quantity).toBeGreaterThanOrEqual(0)
        return { ...each, quantity: each.quantity + gained, sold: gained !== 0 }
      })
      for (const each of left.filter(({ quantity }) => quantity < 0))
        expect(left.some(({ underlying, sold }) => underlying === each.underlying && sold)).toBe(false)
    }),
    { numRuns: runs(1_000) },
  )
})
