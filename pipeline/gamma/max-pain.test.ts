import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maxPain, type OpenInterest } from './max-pain.ts'

const paidAt = (interest: readonly OpenInterest[], price: number): number =>
  interest.reduce(
    (sum, { strike, calls, puts }) => sum + calls * Math.max(0, price - strike) + puts * Math.max(0, strike - price),
    0,
  )

it('no listed strike pays holders less than max pain', () => {
  const interest = fc.array(
    fc.record({ strike: fc.integer({ min: 1, max: 60 }), calls: fc.nat({ max: 500 }), puts: fc.nat({ max: 500 }) }),
    { minLength: 1 },
  )
  fc.assert(
    fc.property(interest, (each) => {
      const found = maxPain(each, 30)
      if (found === null) {
        expect(each.every(({ calls, puts }) => calls + puts === 0)).toBe(true)
        return
      }
      for (const { strike } of each) expect(paidAt(each, found)).toBeLessThanOrEqual(paidAt(each, strike))
    }),
  )
})

it('max pain is the nearest to spot of equal strikes, and null without open interest', () => {
  const flat = [
    { strike: 10, calls: 0, puts: 5 },
    { strike: 20, calls: 0, puts: 0 },
    { strike: 30, calls: 5, puts: 0 },
  ]
  expect([maxPain(flat, 19), maxPain(flat, 28)]).toEqual([20, 30])
  expect([maxPain(flat, 15), maxPain(flat, 25), maxPain(flat, 25.1), maxPain(flat, 5)]).toEqual([10, 20, 30, 10])
  expect(maxPain([{ strike: 10, calls: 0, puts: 0 }], 10)).toBeNull()
})
