import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../harness/property-tests.ts'
import { accountValue } from './account-value.ts'
import type { PricedHolding } from './liquidation.ts'
import { type CalledAccount, planCall } from './maintenance-call.ts'

const held = (
  instrument: string,
  quantity: number,
  markE4: number,
  { bidE4 = markE4 - 10, askE4 = markE4 + 10 }: { bidE4?: number | null; askE4?: number | null } = {},
): PricedHolding & { markE4: number } => ({
  instrument,
  underlying: instrument.replace(/\d.*/, ''),
  quantity,
  costE4: Math.sign(quantity),
  bidE4,
  askE4,
  markE4,
})

const called = (cashE4: number, all: (PricedHolding & { markE4: number })[]): CalledAccount => ({
  cashE4,
  held: all,
  marksE4: new Map(all.map(({ instrument, markE4 }) => [instrument, markE4])),
})

const afterPlan = (of: CalledAccount) => {
  const plan = planCall(of)
  const gained = (name: string) => plan.fills.find(({ instrument }) => instrument === name)?.quantity ?? 0
  const left = of.held.map((each) => ({ ...each, quantity: each.quantity + gained(each.instrument) }))
  return { plan, left, value: accountValue(of.cashE4 + plan.cashE4, left, of.marksE4) }
}

test.each<[string, CalledAccount, { fills: string[]; cashE4: number; untradable: string[] }]>([
  [
    'as many shares as needed are bought back with cash',
    // Equity is 28,000 and 30,000 is required; each share bought back lowers the requirement by 300 and costs 10.
    called(128_000, [held('SPY', -100, 1_000)]),
    { fills: ['SPY 7'], cashE4: -7_070, untradable: [] },
  ],
  [
    'the largest short is bought back first',
    called(125_000, [held('AAPL', -100, 100), held('SPY', -90, 1_000)]),
    { fills: ['SPY 18'], cashE4: -18_180, untradable: [] },
  ],
  [
    'the largest short is bought back first, in any order of the positions',
    called(125_000, [held('SPY', -90, 1_000), held('AAPL', -100, 100)]),
    { fills: ['SPY 18'], cashE4: -18_180, untradable: [] },
  ],
  ...[['SPY', 'AAPL'] as const, ['AAPL', 'SPY'] as const].map(
    ([one, other]): [string, CalledAccount, { fills: string[]; cashE4: number; untradable: string[] }] => [
      `of two equal shorts the first by name is bought back, listed as ${one}, ${other}`,
      called(129_999, [held(one, -50, 1_000), held(other, -50, 1_000)]),
      { fills: ['AAPL 1'], cashE4: -1_010, untradable: [] },
    ],
  ),
  [
    'not one share more is bought back than cures the call',
    // 2,300 are missing, and each share brings 290 of them.
    called(127_700, [held('SPY', -100, 1_000)]),
    { fills: ['SPY 8'], cashE4: -8_080, untradable: [] },
  ],
  [
    'nothing is sold when cash pays exactly',
    called(7_070, [held('SPY', -100, 1_000), held('AAPL', 121, 1_000)]),
    { fills: ['SPY 7'], cashE4: -7_070, untradable: [] },
  ],
  [
    'something is sold when cash lacks the smallest amount of money',
    called(7_069, [held('SPY', -100, 1_000), held('AAPL', 121, 1_000)]),
    { fills: ['SPY 7', 'AAPL -1'], cashE4: -6_080, untradable: [] },
  ],
  [
    'where only the underlying itself can pay, all of it is closed, its short in one fill',
    called(5_000, [held('SPY', -100, 1_000), held('SPY261218C00000130', 6, 20_000)]),
    { fills: ['SPY 100', 'SPY261218C00000130 -6'], cashE4: -101_000 + 119_940, untradable: [] },
  ],
  [
    'what cash cannot pay is raised by selling',
    called(100, [held('SPY', -100, 1_000), held('AAPL', 128, 1_000)]),
    { fills: ['SPY 7', 'AAPL -8'], cashE4: 850, untradable: [] },
  ],
  [
    'all of it is bought back, leaving a debt, when equity is negative',
    called(90_000, [held('SPY', -100, 1_000)]),
    { fills: ['SPY 100'], cashE4: -101_000, untradable: [] },
  ],
  [
    'a short without an ask is named, and the next is bought back',
    called(125_000, [held('SPY', -90, 1_000, { askE4: null }), held('AAPL', -100, 100)]),
    { fills: ['AAPL 100'], cashE4: -11_000, untradable: ['SPY'] },
  ],
  [
    'nothing is sold when nothing can be bought back',
    called(100, [held('SPY', -100, 1_000, { askE4: null }), held('AAPL', 128, 1_000)]),
    { fills: [], cashE4: 0, untradable: ['SPY'] },
  ],
  [
    'an account that is not called keeps everything',
    called(130_000, [held('SPY', -100, 1_000)]),
    { fills: [], cashE4: 0, untradable: [] },
  ],
  [
    'an account that lacks the smallest amount of money is called, and one share bought back cures it',
    called(129_999, [held('SPY', -100, 1_000)]),
    { fills: ['SPY 1'], cashE4: -1_010, untradable: [] },
  ],
  [
    'a position without a mark counts as worthless, so it cures no call',
    {
      cashE4: 129_999,
      held: [held('SPY', -100, 1_000), held('AAPL', 5, 1_000)],
      marksE4: new Map([['SPY', 1_000]]),
    },
    { fills: ['SPY 1'], cashE4: -1_010, untradable: [] },
  ],
])('%s', (_name, of, expected) => {
  const { fills, cashE4, untradable } = planCall(of)
  expect({ fills: fills.map((each) => `${each.instrument} ${each.quantity}`), cashE4, untradable }).toEqual(expected)
})

test('a plan meets the call if possible, crosses no zero and leaves no debt it could pay', () => {
  const price = fc.integer({ min: 100, max: 10_000 })
  const one = fc.record({
    name: fc.constantFrom('AA', 'BB', 'CC', 'DD261218C00000100', 'AA261218P00000100'),
    quantity: fc.integer({ min: -40, max: 40 }).filter((each) => each !== 0),
    markE4: price,
    spreadE4: fc.integer({ min: 0, max: 20 }),
    isOffered: fc.boolean(),
  })
  const positions = fc
    .uniqueArray(one, { selector: ({ name }) => name, minLength: 1, maxLength: 5 })
    .map((rows) =>
      rows.map(({ name, quantity, markE4, spreadE4, isOffered }) =>
        held(name, quantity, markE4, { bidE4: markE4 - spreadE4, askE4: isOffered ? markE4 + spreadE4 : null }),
      ),
    )
  let cured = 0
  fc.assert(
    // Equity around the requirement, above and below.
    fc.property(positions, fc.integer({ min: -10, max: 40 }), (all, pct) => {
      const shortE4 = all.reduce((sum, { quantity, markE4 }) => sum + Math.max(0, -quantity * markE4), 0)
      const worthE4 = all.reduce((sum, { quantity, markE4 }) => sum + quantity * markE4, 0)
      const cashE4 = Math.round((pct * shortE4) / 100) - worthE4
      const of = called(cashE4, all)
      const before = accountValue(cashE4, of.held, of.marksE4).maintenance
      const { plan, left, value } = afterPlan(of)
      expect(plan.fills.reduce((sum, each) => sum - each.quantity * each.unitE4, 0)).toBe(plan.cashE4)
      expect(new Set(plan.fills.map(({ instrument }) => instrument)).size).toBe(plan.fills.length)
      for (const [at, each] of left.entries()) {
        expect(each.quantity * all[at]!.quantity).toBeGreaterThanOrEqual(0)
        expect(Math.abs(each.quantity)).toBeLessThanOrEqual(Math.abs(all[at]!.quantity))
      }
      if (!before?.isCalled) {
        expect(plan.fills).toEqual([])
        return
      }
      const isOpen = left.some(
        ({ instrument, quantity, askE4 }) => quantity < 0 && instrument.length === 2 && askE4 !== null,
      )
      if (isOpen) expect(value.maintenance?.isCalled ?? false).toBe(false)
      if (plan.fills.length > 0 && value.maintenance?.isCalled === false) cured += 1
      const free = left.filter(
        ({ underlying, quantity, bidE4 }) =>
          quantity > 0 && bidE4! > 0 && !all.some((each) => each.underlying === underlying && each.quantity < 0),
      )
      if (plan.fills.length > 0 && free.length > 0) expect(cashE4 + plan.cashE4).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: runs(3_000) },
  )
  expect(cured).toBeGreaterThan(runs(300, 20))
})
