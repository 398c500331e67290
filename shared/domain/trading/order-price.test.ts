import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderPrice, type TwoSides } from './order-price.ts'
import { netReverseE4, netTouchE4, type PackageLeg, packageToleranceE4 } from './package-price.ts'
import { toleranceOf } from './tolerance.ts'

const SPY: TwoSides = { bidE4: 6_000_000, askE4: 6_000_200, bidSize: 300, askSize: 200 }

test('an order within the displayed size buys at the ask and sells at the bid', () => {
  expect(orderPrice('stock', { side: 'buy', quantity: 200 }, SPY, null)).toEqual({ priceE4: 6_000_200, impactE4: 0 })
  expect(orderPrice('stock', { side: 'sell', quantity: 300 }, SPY, null)).toEqual({ priceE4: 6_000_000, impactE4: 0 })
})

test('shares beyond the displayed size pay the square root of their part of the volume, rounded against the trader', () => {
  const volume = 1_000_000
  // 9,800 of 10,000 are beyond: 600.02 x 0.015 x sqrt(0.0098) x 0.98
  const bought = orderPrice('stock', { side: 'buy', quantity: 10_000 }, SPY, volume)
  expect(bought).toEqual({ priceE4: 6_000_200 + 8_732, impactE4: 8_732 })
  const sold = orderPrice('stock', { side: 'sell', quantity: 301 }, SPY, volume)
  expect(sold).toEqual({ priceE4: 5_999_999, impactE4: 1 })
  expect(orderPrice('stock', { side: 'buy', quantity: 10_001 }, SPY, volume)).toEqual({ availableQuantity: 10_000 })
  expect(orderPrice('stock', { side: 'buy', quantity: 201 }, SPY, null)).toEqual({ availableQuantity: 200 })
  expect(orderPrice('stock', { side: 'buy', quantity: 201 }, SPY, 5_000)).toEqual({ availableQuantity: 200 })
  expect(orderPrice('stock', { side: 'buy', quantity: 1 }, { ...SPY, askSize: null }, 5_000)).toMatchObject({
    impactE4: Math.ceil(6_000_200 * 0.015 * Math.sqrt(1 / 5_000)),
  })
})

test('contracts beyond the displayed size are refused at any volume, and a missing size counts as 0', () => {
  expect(orderPrice('option', { side: 'buy', quantity: 201 }, SPY, 1e9)).toEqual({ availableQuantity: 200 })
  expect(orderPrice('option', { side: 'buy', quantity: 1 }, { ...SPY, askSize: null }, null)).toEqual({
    availableQuantity: 0,
  })
})

test('what the account took within five minutes lessens the displayed size, and what it took today the volume', () => {
  const price = (quantity: number, taken: { recent: number; today: number }, kind: 'stock' | 'option' = 'stock') =>
    orderPrice(kind, { side: 'buy', quantity }, SPY, 1_000_000, taken)
  expect(price(50, { recent: 150, today: 150 })).toEqual({ priceE4: 6_000_200, impactE4: 0 })
  expect(price(51, { recent: 150, today: 150 }, 'option')).toEqual({ availableQuantity: 50 })
  expect(price(1, { recent: 900, today: 900 }, 'option')).toEqual({ availableQuantity: 0 })
  expect(price(9_101, { recent: 0, today: 900 })).toEqual({ availableQuantity: 9_100 })
  expect(price(200, { recent: 0, today: 10_000 })).toEqual({ priceE4: 6_000_200, impactE4: 0 })
})

test('a slice pays what it adds to the impact of the slices before it', () => {
  // Beyond the displayed 200 are 800 shares after the first slice and 1,800 after the second:
  // 600.02 x 0.015 x (sqrt(0.0018) x 1,800 - sqrt(0.0008) x 800) / 1,000.
  const second = orderPrice('stock', { side: 'buy', quantity: 1_000 }, SPY, 1_000_000, { recent: 1_000, today: 1_000 })
  expect(second).toEqual({ priceE4: 6_000_200 + 4_837, impactE4: 4_837 })
})

test('only whole units of the displayed size and of the volume are there', () => {
  const sizes = { ...SPY, askSize: 200.9 }
  expect(orderPrice('option', { side: 'buy', quantity: 201 }, sizes, null)).toEqual({ availableQuantity: 200 })
  expect(orderPrice('stock', { side: 'buy', quantity: 301 }, SPY, 30_099)).toEqual({ availableQuantity: 300 })
})

test('a larger order is never cheaper and never fills inside the touch', () => {
  const size = fc.integer({ min: 1, max: 10_000 })
  fc.assert(
    fc.property(size, size, fc.constantFrom('buy' as const, 'sell' as const), (one, other, side) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)].map((quantity) =>
        orderPrice('stock', { side, quantity }, SPY, 1_000_000),
      )
      if (!less || !more || !('priceE4' in less) || !('priceE4' in more)) throw new Error('both are within the volume')
      expect(more.impactE4).toBeGreaterThanOrEqual(less.impactE4)
      expect(side === 'buy' ? less.priceE4 >= SPY.askE4 : less.priceE4 <= SPY.bidE4).toBe(true)
    }),
  )
})

test.each<[string, number, number, 'stock' | 'option', number]>([
  ['a tick of a share', 100_000, 100_000, 'stock', 100],
  ['a tick of a share below a dollar', 9_998, 9_999, 'stock', 4],
  ['a tick of a share of a few cents', 200, 201, 'stock', 1],
  ['half the spread', 100_000, 101_000, 'stock', 500],
  ['five basis points', 6_000_000, 6_000_200, 'stock', 3_000],
  ['an option by its tick', 29_900, 29_900, 'option', 100],
  ['an option from three dollars on', 30_000, 30_000, 'option', 500],
  ['2 % of a premium', 10_000, 12_000, 'option', 240],
  ['never below its tick', 1_000, 1_100, 'option', 100],
])('tolerance: %s', (_name, bidE4, askE4, kind, expected) =>
  expect(toleranceOf(kind, 'buy', { bidE4, askE4 })).toBe(expected),
)

test('a tolerance is computed from the side that trades', () =>
  expect(toleranceOf('option', 'sell', { bidE4: 10_000, askE4: 12_000 })).toBe(200))

const leg = (ratio: number, bidE4: number, askE4: number): PackageLeg => ({ ratio, sides: { bidE4, askE4 } })
const priced = (...legs: PackageLeg[]) => [netTouchE4(legs), netReverseE4(legs), packageToleranceE4(legs)]

test('the net price of a package takes each leg at its own side', () => {
  expect(priced(leg(1, 50_000, 52_000), leg(-1, 20_000, 21_000))).toEqual([32_000, 29_000, 1_440])
  expect(priced(leg(-1, 50_000, 50_100), leg(1, 20_000, 20_100))).toEqual([-29_900, -30_100, 500])
  expect(priced(leg(1, 50_000, 52_000), leg(-2, 20_000, 21_000))).toEqual([12_000, 8_000, 1_840])
})

test('the tolerance of a package of cheap legs is one tick, and a net price near 0 still has one', () => {
  expect(packageToleranceE4([leg(1, 1_000, 1_600), leg(-1, 900, 1_500)])).toBe(100)
  expect(priced(leg(1, 50_000, 52_000), leg(-1, 52_000, 54_000))).toEqual([0, -4_000, 2_000])
})

test('five basis points of the net price bound the move of a package of narrow legs', () => {
  expect(packageToleranceE4([leg(1, 2_000_000, 2_000_000), leg(-1, 500_000, 500_000)])).toBe(750)
  expect(packageToleranceE4([leg(1, 2_003_999, 2_003_999)])).toBe(1_001)
})

test('a tolerance is rounded down to the smallest amount of money', () => {
  // Half of a spread of 2,001, and 2 % of 12,049 and of 6,049 and 6,000.
  expect(packageToleranceE4([leg(1, 100_000, 102_001)])).toBe(1_000)
  expect(toleranceOf('stock', 'buy', { bidE4: 100_000, askE4: 102_001 })).toBe(1_000)
  expect(toleranceOf('option', 'buy', { bidE4: 10_000, askE4: 12_049 })).toBe(240)
  expect(packageToleranceE4([leg(1, 4_000, 6_049), leg(-1, 6_000, 8_000)])).toBe(240)
})

test('a share of exactly one dollar ticks by a cent', () =>
  expect(toleranceOf('stock', 'buy', { bidE4: 10_000, askE4: 10_000 })).toBe(100))
