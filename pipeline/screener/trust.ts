import type { Chip, DriftState, GauntletState } from '../../shared/domain/contract/screener-ids.ts'
import { betaCdf } from '../maths/beta.ts'

/** Both parameters of the prior: as if 50 cohorts had been seen, half of them hits. */
export const PRIOR = 25
/** An edge is a hit rate above this line. */
export const EDGE_LINE = 0.55
export const COHORTS_MIN = 8
export const PROBATION_FROM = 0.6
export const BETTABLE_FROM = 0.8
const PROVEN_COHORTS = 30
const PROVEN_QUANTILE = 0.05

/** Cohorts of the newest window, and how far below the earlier ones it may lie in standard errors. */
const DRIFT_COHORTS = 20
const DRIFT_ERRORS = 2.33

export interface Tally {
  cohorts: number
  hits: number
}

/**
 * The hits of an archetype's cohorts, oldest first, and the hits of those recorded by scheduled runs under the present
 * rules.
 */
export interface CohortHits {
  all: readonly boolean[]
  postLock: readonly boolean[]
}

const tallyOf = (hits: readonly boolean[]): Tally => ({
  cohorts: hits.length,
  hits: hits.reduce((sum, hit) => sum + (hit ? 1 : 0), 0),
})

/** The probability that the hit rate is above the line; null with too few cohorts. */
export const edgeProbability = ({ cohorts, hits }: Tally): number | null =>
  cohorts < COHORTS_MIN ? null : 1 - betaCdf(EDGE_LINE, PRIOR + hits, PRIOR + cohorts - hits)

export const isProven = ({ cohorts, hits }: Tally): boolean =>
  cohorts >= PROVEN_COHORTS && betaCdf(0.5, PRIOR + hits, PRIOR + cohorts - hits) < PROVEN_QUANTILE

/** Degraded: the newest cohorts hit less often than the earlier ones by more than chance explains. */
export function driftOf(hits: readonly boolean[]): DriftState {
  if (hits.length < 2 * DRIFT_COHORTS) return 'insufficient'
  const recent = tallyOf(hits.slice(-DRIFT_COHORTS))
  const earlier = tallyOf(hits.slice(0, -DRIFT_COHORTS))
  const rate = (recent.hits + earlier.hits) / hits.length
  const error = Math.sqrt(rate * (1 - rate) * (1 / recent.cohorts + 1 / earlier.cohorts))
  const gap = recent.hits / recent.cohorts - earlier.hits / earlier.cohorts
  return gap < -DRIFT_ERRORS * error ? 'degraded' : 'stable'
}

export interface Standing {
  tier: Chip
  pEdge: number | null
  pEdgeAll: number | null
  cohortsTotal: number
  cohortsPostLock: number
  hitsTotal: number
  hitsPostLock: number
  isProven: boolean
  drift: DriftState
  gauntlet: GauntletState
}

/** The tier of an archetype: BETTABLE by post-lock cohorts alone, PROBATION by all, capped by gauntlet, then drift. */
export function standingOf({ all, postLock }: CohortHits, gauntlet: GauntletState): Standing {
  const [total, own] = [tallyOf(all), tallyOf(postLock)]
  const [pEdge, pEdgeAll] = [edgeProbability(own), edgeProbability(total)]
  const drift = driftOf(all)
  return {
    tier: gauntlet === 'falsified' || drift === 'degraded' ? 'NO-BET' : tierOf(pEdge, pEdgeAll),
    pEdge,
    pEdgeAll,
    drift,
    gauntlet,
    cohortsTotal: total.cohorts,
    cohortsPostLock: own.cohorts,
    hitsTotal: total.hits,
    hitsPostLock: own.hits,
    isProven: isProven(own),
  }
}

export function tierOf(pEdge: number | null, pEdgeAll: number | null): Chip {
  if (pEdge !== null && pEdge >= BETTABLE_FROM) return 'BETTABLE'
  return Math.max(pEdge ?? 0, pEdgeAll ?? 0) >= PROBATION_FROM ? 'PROBATION' : 'NO-BET'
}

/** The weight of an archetype on the board. */
export type EdgeWeightTier = 'proven' | 'watching' | 'degraded'
export const EDGE_WEIGHTS: Readonly<Record<EdgeWeightTier, number>> = { proven: 1.2, watching: 1, degraded: 0.6 }

export function edgeWeightTier({ isProven, gauntlet, drift }: Standing): EdgeWeightTier {
  if (gauntlet === 'falsified' || drift === 'degraded') return 'degraded'
  return isProven ? 'proven' : 'watching'
}
