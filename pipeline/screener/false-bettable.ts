import { BETTABLE_FROM, COHORTS_MIN, edgeProbability } from './trust.ts'

/**
 * The probability that at least one archetype of the screener would ever have been BETTABLE by now, if each of its
 * cohorts hit like a fair coin and each archetype was looked at after every cohort. `cohorts` has one number for each.
 */
export const falseBettable = (cohorts: readonly number[]): number =>
  1 - cohorts.reduce((none, count) => none * (1 - everBettable(count)), 1)

/**
 * Follows every number of hits that has not been BETTABLE yet, exactly. With `correlation`, a cohort hits like the one
 * before it more often than a coin would: neighbours that overlap make long runs of luck.
 */
export function everBettable(cohorts: number, correlation = 0): number {
  const same = (1 + correlation) / 2
  // By the last cohort, hit or miss, and by the number of hits so far.
  let [missed, hit] = [[0.5], [0.5]]
  let reached = 0
  let line = 0
  for (let seen = 1; seen <= cohorts; seen++) {
    const nextMissed = new Array<number>(seen + 1).fill(0)
    const nextHit = new Array<number>(seen + 1).fill(0)
    for (let hits = 0; hits < seen; hits++) {
      nextMissed[hits]! += missed[hits]! * same + hit[hits]! * (1 - same)
      nextHit[hits + 1]! += hit[hits]! * same + missed[hits]! * (1 - same)
    }
    if (seen >= COHORTS_MIN) {
      while (line <= seen && edgeProbability({ cohorts: seen, hits: line })! < BETTABLE_FROM) line++
      for (let hits = line; hits <= seen; hits++) {
        reached += nextMissed[hits]! + nextHit[hits]!
        nextMissed[hits] = 0
        nextHit[hits] = 0
      }
    }
    missed = nextMissed
    hit = nextHit
  }
  return reached
}

/** Cohorts needed before the correlation of neighbours is stated. */
export const AUTOCORRELATION_COHORTS = 2 * COHORTS_MIN

/** The correlation of each cohort's hit with the one before; null with too few cohorts or if all are equal. */
export function autocorrelation(hits: readonly boolean[]): number | null {
  if (hits.length < AUTOCORRELATION_COHORTS) return null
  const rate = hits.filter(Boolean).length / hits.length
  const deviations = hits.map((each) => (each ? 1 : 0) - rate)
  const squares = deviations.reduce((sum, value) => sum + value * value, 0)
  if (squares === 0) return null
  return deviations.reduce((sum, value, at) => (at === 0 ? 0 : sum + value * deviations[at - 1]!), 0) / squares
}
