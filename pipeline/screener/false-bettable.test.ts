import { expect, test } from 'vitest'
import { everBettable, falseBettable } from './false-bettable.ts'

test.each([
  { cohorts: 0, probability: 0 },
  { cohorts: 7, probability: 0 },
  { cohorts: 52, probability: 0.11 },
  { cohorts: 104, probability: 0.21 },
])(
  'one of eight worthless archetypes is ever BETTABLE within $cohorts cohorts with probability $probability',
  (row) => {
    expect(falseBettable(row.cohorts)).toBeCloseTo(row.probability, 2)
  },
)

test('a coin that is looked at for five hundred cohorts is ever BETTABLE in at most one stream of twenty', () => {
  expect(everBettable(500)).toBeLessThan(0.05)
  expect(everBettable(500)).toBeGreaterThan(everBettable(104))
})
