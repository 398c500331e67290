import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canFill, driftBps, FILL_RULES_VERSION, isBeyondWorst, worstPriceE4 } from './fill.ts'

const amount = fc.integer({ min: 0, max: 1e9 })

test('fills at the live touch are of the second rule, which stored trades name', () =>
  expect(FILL_RULES_VERSION).toBe(2))

test.each([
  ['buy', 6_000_100, 3_000, 6_003_100],
  ['sell', 5_999_900, 2_999, 5_996_901],
  [null, 239_300, 1_500, 240_800],
  [null, -19_500, 700, -18_800],
  ['sell', 100, 100, 0],
  ['sell', 100, 500, 0],
] as const)('the worst price of %s quoted at %i with a tolerance of %i is %i', (side, quoted, tolerance, worst) =>
  expect(worstPriceE4(side, quoted, tolerance)).toBe(worst),
)

test('the bound itself fills, one more step against the account does not, and a better price always fills', () => {
  const side = fc.constantFrom('buy' as const, 'sell' as const, null)
  fc.assert(
    fc.property(side, amount, amount, amount, (of, quoted, tolerance, better) => {
      const worst = worstPriceE4(of, quoted, tolerance)
      const against = of === 'sell' ? -1 : 1
      expect(isBeyondWorst(of, worst, worst)).toBe(false)
      expect(isBeyondWorst(of, worst + against, worst)).toBe(true)
      expect(isBeyondWorst(of, worst - against * better, worst)).toBe(false)
    }),
  )
})

const at = (ms: number) => new Date(Date.UTC(2026, 10, 20, 15, 31) + ms)
test.each([
  ['the quote’s own touch', 0, 0, 1_000, true],
  ['a touch from before the quote', -1, 0, 0, false],
  ['a live touch of five seconds', 1_000, 0, 6_000, true],
  ['a live touch of more than five seconds', 1_000, 0, 6_001, false],
  ['a touch of a feed that is a second late, however old', 1_000, 1, 60_000, true],
  ['a delayed touch is as old as its feed', 1_000, 900, 900_000, true],
])('%s can fill: %s', (_name, quotedAt, delaySeconds, now, can) =>
  expect(canFill({ quotedAt: at(quotedAt), delaySeconds }, at(0), at(now))).toBe(can),
)

test.each([
  ['buy', 10_000, 10_010, 10],
  ['sell', 10_000, 10_010, -10],
  [null, -10_000, -10_010, -10],
  [null, 0, 5, null],
  [null, 0, 0, 0],
  ['buy', 30_000, 30_001, 0.33],
  ['buy', 15_000, 15_001, 0.67],
] as const)('a fill of %s quoted at %i and filled at %i drifts by %s basis points', (side, quoted, fill, bps) =>
  expect(driftBps(side, quoted, fill)).toBe(bps),
)
