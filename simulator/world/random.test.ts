import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inverseNormal, randomOf, seedNumber } from './random.ts'

test('equal addresses draw equally, and neighbours do not', () => {
  const draws = (day: number) => {
    const random = randomOf(7, day, 1)
    return [random.uniform(), random.normal(), random.studentT(5)]
  }
  expect(draws(20261120)).toEqual(draws(20261120))
  expect(draws(20261120)).not.toEqual(draws(20261121))
})

test('the first draws of consecutive days are uncorrelated and centred', () => {
  const firsts = Array.from({ length: 5000 }, (_, day) => randomOf(7, day, 1).normal())
  const mean = firsts.reduce((sum, value) => sum + value, 0) / firsts.length
  const lagged = firsts.slice(1).reduce((sum, value, index) => sum + value * firsts[index]!, 0) / firsts.length
  expect(Math.abs(mean)).toBeLessThan(0.05)
  expect(Math.abs(lagged)).toBeLessThan(0.05)
})

test('the inverse normal is odd, increasing, and right at the known quantile', () => {
  expect(inverseNormal(0.975)).toBeCloseTo(1.959964, 5)
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 0.998, noNaN: true }), (p) => {
      expect(inverseNormal(p)).toBeLessThan(inverseNormal(p + 0.001))
      expect(inverseNormal(p) + inverseNormal(1 - p)).toBeCloseTo(0, 8)
    }),
  )
})

test('text and numbers both give a seed', () => {
  expect(seedNumber('alpha')).not.toBe(seedNumber('beta'))
  expect(seedNumber(7)).not.toBe(seedNumber(8))
})
