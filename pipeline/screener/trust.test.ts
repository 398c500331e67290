import { expect, test } from 'vitest'
import { seeded } from '../../shared/domain/seeded.ts'
import { betaCdf } from '../maths/beta.ts'
import { driftOf, edgeProbability, isProven, standingOf, tierOf } from './trust.ts'

const STREAMS = 20_000

/** Every probability once: 20,000 streams look at the same few tallies. */
function tableOf(cohortsMax: number): (number | null)[][] {
  return Array.from({ length: cohortsMax + 1 }, (_, cohorts) =>
    Array.from({ length: cohorts + 1 }, (_hits, hits) => edgeProbability({ cohorts, hits })),
  )
}

/** The share of streams that are BETTABLE at any look, one look after each cohort. */
function everBettable(rate: number, cohortsMax: number, seed: number): number {
  const table = tableOf(cohortsMax)
  const random = seeded(seed)
  let ever = 0
  for (let stream = 0; stream < STREAMS; stream++) {
    const hits: boolean[] = []
    let count = 0
    for (let cohorts = 1; cohorts <= cohortsMax; cohorts++) {
      const hit = random() < rate
      hits.push(hit)
      if (hit) count++
      const edge = table[cohorts]![count]!
      if (tierOf(edge, edge) !== 'BETTABLE' || driftOf(hits) === 'degraded') continue
      ever++
      break
    }
  }
  return ever / STREAMS
}

test('a coin that is looked at after each of 500 cohorts is ever BETTABLE in at most 5 % of streams', () => {
  const share = everBettable(0.5, 500, 1)
  expect(share).toBeGreaterThan(0.01)
  expect(share).toBeLessThanOrEqual(0.05)
})

test('a hit rate of 0.64 is found within 120 cohorts in at least 75 % of streams', () => {
  expect(everBettable(0.64, 120, 2)).toBeGreaterThanOrEqual(0.75)
})

test('a hit rate of 0.72 is found within 60 cohorts in at least 85 % of streams', () => {
  expect(everBettable(0.72, 60, 3)).toBeGreaterThanOrEqual(0.85)
})

test('the beta distribution agrees with exact values', () => {
  expect(betaCdf(0.5, 25, 25)).toBeCloseTo(0.5, 12)
  expect(betaCdf(0.3, 1, 1)).toBeCloseTo(0.3, 12)
  // The sum of binomial probabilities: P(Beta(3, 5) <= 0.4) = P(Binomial(7, 0.4) >= 3).
  expect(betaCdf(0.4, 3, 5)).toBeCloseTo(0.580096, 10)
  expect(betaCdf(0.9, 3, 5) + betaCdf(0.1, 5, 3)).toBeCloseTo(1, 12)
  expect([betaCdf(0, 2, 2), betaCdf(1, 2, 2)]).toEqual([0, 1])
})

const hits = (hit: number, miss: number) => [...Array(hit).fill(true), ...Array(miss).fill(false)] as boolean[]

test('nothing is known of an edge below eight cohorts', () => {
  expect(edgeProbability({ cohorts: 7, hits: 7 })).toBeNull()
  expect(edgeProbability({ cohorts: 8, hits: 8 })).toBeGreaterThan(0.5)
})

test('imported cohorts lift an archetype to PROBATION at most', () => {
  const all = hits(30, 2)
  expect(standingOf({ all, postLock: [] }, 'insufficient')).toMatchObject({ tier: 'PROBATION', pEdge: null })
  expect(standingOf({ all, postLock: all }, 'insufficient').tier).toBe('BETTABLE')
})

test('a falsified or drifted archetype is NO-BET, however many cohorts hit', () => {
  const all = hits(60, 5)
  expect(standingOf({ all, postLock: all }, 'falsified').tier).toBe('NO-BET')
  const drifted = [...hits(60, 0), ...hits(8, 12)]
  expect(standingOf({ all: drifted, postLock: drifted }, 'passed')).toMatchObject({ drift: 'degraded', tier: 'NO-BET' })
})

test('an archetype is proven from 30 cohorts on, once a coin is improbable', () => {
  expect(isProven({ cohorts: 29, hits: 29 })).toBe(false)
  expect(isProven({ cohorts: 30, hits: 23 })).toBe(true)
  expect(isProven({ cohorts: 30, hits: 18 })).toBe(false)
})
