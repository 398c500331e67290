import { expect, test } from 'vitest'
import { seeded } from '../../shared/domain/seeded.ts'
import { betaCdf } from '../maths/beta.ts'
import { driftOf, EDGE_WEIGHTS, edgeProbability, edgeWeightTier, isProven, standingOf, tierOf } from './trust.ts'

const STREAMS = 20_000

/** Caches every probability: 20,000 streams look at the same few tallies. */
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

test.each([
  ['own cohorts at 0.8', 0.8, null, 'BETTABLE'],
  ['own cohorts just below', 0.799, null, 'PROBATION'],
  ['own cohorts at 0.6', 0.6, 0.1, 'PROBATION'],
  ['all cohorts at 0.6, whatever the own ones', 0.1, 0.6, 'PROBATION'],
  ['all cohorts at 0.99 and no own ones', null, 0.99, 'PROBATION'],
  ['neither at 0.6', 0.599, 0.599, 'NO-BET'],
  ['nothing known', null, null, 'NO-BET'],
])('the tier of an edge that is probable for %s', (_, own, all, tier) => {
  expect(tierOf(own, all)).toBe(tier)
})

test('the edge is that of a prior of 25 hits and 25 misses above a rate of 0.55', () => {
  expect(edgeProbability({ cohorts: 12, hits: 9 })).toBeCloseTo(1 - betaCdf(0.55, 34, 28), 12)
})

test('drift compares the last twenty cohorts with the earlier ones, and needs twenty of both', () => {
  const of = (earlier: number, recent: number) =>
    driftOf([...hits(earlier, 20 - earlier), ...hits(recent, 20 - recent)])
  expect(driftOf(hits(20, 19))).toBe('insufficient')
  // Of 16 and 9 hits the gap is 0.35, and 2.33 errors are 0.357; of 16 and 8 it is 0.4 against 0.361.
  expect([of(16, 9), of(16, 8)]).toEqual(['stable', 'degraded'])
  expect(of(8, 16)).toBe('stable')
  expect(driftOf([...hits(40, 0), ...hits(19, 1)])).toBe('stable')
})

test('an archetype counts its hits and cohorts of both kinds', () => {
  expect(standingOf({ all: hits(9, 3), postLock: hits(5, 1) }, 'insufficient')).toMatchObject({
    cohortsTotal: 12,
    hitsTotal: 9,
    cohortsPostLock: 6,
    hitsPostLock: 5,
    isProven: false,
    pEdge: null,
  })
})

test.each([
  ['proven', true, 'passed', 'stable', 1.2],
  ['watching', false, 'passed', 'stable', 1],
  ['degraded', true, 'falsified', 'stable', 0.6],
  ['degraded', true, 'passed', 'degraded', 0.6],
] as const)(
  'an archetype weighs on the board as %s (proven %s, %s, %s): %d',
  (tier, isProven, gauntlet, drift, weight) => {
    const standing = { ...standingOf({ all: [], postLock: [] }, gauntlet), isProven, drift }
    expect(edgeWeightTier(standing)).toBe(tier)
    expect(EDGE_WEIGHTS[tier]).toBe(weight)
  },
)
