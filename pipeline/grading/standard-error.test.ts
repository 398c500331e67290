import { expect, test } from 'vitest'
import { seeded } from '../../shared/domain/seeded.ts'
import { mean, standardDeviation } from '../maths/statistics.ts'
import { standardError } from './standard-error.ts'

/** Gains whose mean is zero; each depends on the one before. */
function gains(seed: number, dependence: number, n = 600): number[] {
  const random = seeded(seed)
  let last = 0
  return Array.from({ length: n }, () => {
    last = dependence * last + (random() - 0.5)
    return last
  })
}

const errorOf = (values: readonly number[], effective = values.length) =>
  standardError(
    values.map((gain, start) => ({ start, weight: 1, gain })),
    mean(values)!,
    effective,
  )

test('independent gains have the textbook error, within a third', () => {
  const values = gains(1, 0)
  const plain = standardDeviation(values)! / Math.sqrt(values.length)
  expect(errorOf(values)).toBeGreaterThan(0.999 * plain)
  expect(errorOf(values)).toBeLessThan(1.34 * plain)
  expect(errorOf(values, 150)).toBeCloseTo(2 * plain, 12)
})

test('gains that last have an error that holds their true mean', () => {
  const outside = Array.from({ length: 100 }, (_, seed) => gains(seed, 0.95)).filter(
    (values) => Math.abs(mean(values)!) > 3 * errorOf(values),
  )
  expect(outside.length).toBeLessThanOrEqual(4)
})

test('a date with many claims weighs as many, and is still one date', () => {
  const dates = [0, 20, 40].map((start) => ({ start, weight: start === 0 ? 8 : 1, gain: start === 0 ? 1 : 0 }))
  expect(standardError(dates, 0.8, 3)).toBeCloseTo(Math.sqrt((1.6 ** 2 + 2 * 0.8 ** 2) * 1.5) / 10, 12)
  expect(standardError(dates.slice(0, 1), 1, 1)).toBe(0)
})
