import { expect, test } from 'vitest'
import { phaseQuantile, quantile } from './cycle-latency.ts'

test('a quantile is the nearest rank, and null without values', () => {
  const values = Array.from({ length: 27 }, (_, index) => 27 - index)
  expect([0.5, 0.95, 1].map((q) => quantile(values, q))).toEqual([14, 26, 27])
  expect([0.5, 0.95, 1].map((q) => quantile([7], q))).toEqual([7, 7, 7])
  expect(quantile([], 0.5)).toBeNull()
})

test('each phase has its own quantile, and a phase that was not measured does not count as 0', () => {
  const cycles = [
    { collected: 100, computed: 10, reported: 1, total: 111 },
    { collected: null, computed: 30, reported: 3, total: 200 },
  ]
  expect(phaseQuantile(cycles, 1)).toEqual({ collected: 100, computed: 30, reported: 3, total: 200 })
  expect(phaseQuantile(cycles, 0.5)).toEqual({ collected: 100, computed: 10, reported: 1, total: 111 })
  expect(phaseQuantile([], 0.5)).toEqual({ collected: null, computed: null, reported: null, total: null })
})
