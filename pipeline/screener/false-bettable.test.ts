import { expect, test } from 'vitest'
import { seeded } from '../../shared/domain/seeded.ts'
import { autocorrelation, everBettable, falseBettable } from './false-bettable.ts'
import { BETTABLE_FROM, edgeProbability } from './trust.ts'

test.each([
  { cohorts: 0, probability: 0 },
  { cohorts: 7, probability: 0 },
  { cohorts: 52, probability: 0.11 },
  { cohorts: 104, probability: 0.21 },
])(
  'one of eight worthless archetypes is ever BETTABLE within $cohorts cohorts with probability $probability',
  (row) => {
    expect(falseBettable(new Array(8).fill(row.cohorts))).toBeCloseTo(row.probability, 2)
  },
)

test('a coin that is looked at for five hundred cohorts is ever BETTABLE in at most one stream of twenty', () => {
  expect(everBettable(500)).toBeLessThan(0.05)
  expect(everBettable(500)).toBeGreaterThan(everBettable(104))
})

test('hits that follow one another make luck look like an edge more often, and the exact number agrees with a draw', () => {
  const [alone, alike] = [everBettable(104), everBettable(104, 0.3)]
  expect(alike).toBeGreaterThan(2 * alone)
  const random = seeded(11)
  let ever = 0
  for (let stream = 0; stream < 4_000; stream++) {
    let [hits, last, reached] = [0, random() < 0.5, false]
    for (let seen = 1; seen <= 104; seen++) {
      last = random() < 0.65 ? last : !last
      hits += last ? 1 : 0
      const edge = edgeProbability({ cohorts: seen, hits })
      reached ||= edge !== null && edge >= BETTABLE_FROM
    }
    ever += reached ? 1 : 0
  }
  expect(ever / 4_000).toBeCloseTo(alike, 1)
  expect(Math.abs(ever / 4_000 - alike)).toBeLessThan(0.03)
})

test('autocorrelation: a coin has none, runs have much, and few cohorts have no answer', () => {
  const random = seeded(3)
  expect(Math.abs(autocorrelation(Array.from({ length: 2_000 }, () => random() < 0.5))!)).toBeLessThan(0.06)
  expect(autocorrelation(Array.from({ length: 100 }, (_, at) => at % 20 < 10))).toBeGreaterThan(0.7)
  expect(autocorrelation(Array.from({ length: 100 }, (_, at) => at % 2 === 0))).toBeLessThan(-0.9)
  expect(autocorrelation(new Array(15).fill(true))).toBeNull()
  expect(autocorrelation(new Array(40).fill(true))).toBeNull()
})

test('by hand: the autocorrelation of hits is the sum of neighbouring deviations over the sum of squares', () => {
  // Eight hits, then eight misses: of the 15 pairs of neighbours 14 agree and one does not, and each of 16 squares is a quarter.
  const blocks = [...new Array<boolean>(8).fill(true), ...new Array<boolean>(8).fill(false)]
  expect(autocorrelation(blocks)).toBeCloseTo((14 - 1) / 16, 12)
  const turns = blocks.map((_, at) => at % 2 === 0)
  expect(autocorrelation(turns)).toBeCloseTo(-15 / 16, 12)
  expect(autocorrelation(blocks.map(() => true))).toBeNull()
  expect(autocorrelation(blocks.slice(1))).toBeNull()
})
