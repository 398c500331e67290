import { archetypes } from './archetypes/index.ts'
import { BETTABLE_FROM, COHORTS_MIN, edgeProbability } from './trust.ts'

/**
 * The probability that at least one archetype of the screener would ever have been BETTABLE by now, if each of its
 * cohorts hit like a fair coin and each archetype was looked at after every cohort.
 */
export const falseBettable = (cohorts: number, count: number = archetypes.length): number =>
  1 - (1 - everBettable(cohorts)) ** count

/** Follows every number of hits that has not been BETTABLE yet, exactly. */
export function everBettable(cohorts: number): number {
  let waiting = [1]
  let reached = 0
  let line = 0
  for (let seen = 1; seen <= cohorts; seen++) {
    const next = new Array<number>(seen + 1).fill(0)
    for (const [hits, probability] of waiting.entries()) {
      next[hits]! += probability / 2
      next[hits + 1]! += probability / 2
    }
    if (seen >= COHORTS_MIN) {
      while (line <= seen && edgeProbability({ cohorts: seen, hits: line })! < BETTABLE_FROM) line++
      for (let hits = line; hits <= seen; hits++) {
        reached += next[hits]!
        next[hits] = 0
      }
    }
    waiting = next
  }
  return reached
}
