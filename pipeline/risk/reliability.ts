import { BLOCK_SESSIONS, blockError } from '../maths/block-error.ts'
import { mean } from '../maths/statistics.ts'
import { type RateInterval, wilson } from '../maths/wilson.ts'
import { effectiveCount } from './outcomes.ts'

/** A rate stated for a session, its outcome, and the rate that a rival (mostly the base rate) would have stated. */
export interface Statement {
  at: number
  stated: number
  base: number
  came: number
}

export type Verdict = 'better' | 'same' | 'worse' | 'insufficient_data'

export interface ReliabilityThird extends RateInterval {
  from: number
  to: number
  n: number
  /** A part of the windows without overlap, so that the thirds add up to the whole. */
  effectiveN: number
  stated: number
  realised: number
  /** Standard error of stated less realised. */
  error: number | null
  /** True if stated and realised agree within ten points and two standard errors. */
  holds: boolean | null
}

export interface Reliability {
  verdict: Verdict
  n: number
  effectiveN: number
  /** Statements needed to tell a gain of this size from none; null without one. */
  nNeeded: number | null
  brier: number | null
  baseBrier: number | null
  /** 1 - Brier / Brier of the rival: 0 equals the rival, 1 is perfect. */
  skill: number | null
  /** Standard error of the skill, from blocks of neighbouring sessions. */
  skillError: number | null
  table: readonly ReliabilityThird[]
}

/** Two years of windows without overlap; fewer cannot tell skill from luck. */
export const EFFECTIVE_MIN = 24
/** If one standard error were enough, a sixth of all useless rules would count as better. */
export const ERRORS = 2
const THIRDS = 3
const MISS_MAX = 0.1

/** Judges statements (ascending by session, `every` sessions apart) by Brier against the rival, and by thirds. */
export function reliabilityOf(statements: readonly Statement[], horizon: number, every = 1): Reliability {
  const n = statements.length
  const effectiveN = effectiveCount(
    statements.map(({ at }) => at),
    horizon,
  )
  const brier = mean(statements.map(({ stated, came }) => (stated - came) ** 2))
  const baseBrier = mean(statements.map(({ base, came }) => (base - came) ** 2))
  const figures = { n, effectiveN, brier, baseBrier, table: thirdsOf(statements, effectiveN, every) }
  const gains = statements.map(({ stated, base, came }) => (base - came) ** 2 - (stated - came) ** 2)
  const error = blockError(gains, blocksOf(every))
  if (brier === null || !baseBrier || error === null || effectiveN < EFFECTIVE_MIN) {
    return { ...figures, verdict: 'insufficient_data', nNeeded: null, skill: null, skillError: null }
  }
  const gain = baseBrier - brier
  return {
    ...figures,
    verdict: Math.abs(gain) <= ERRORS * error ? 'same' : gain > 0 ? 'better' : 'worse',
    nNeeded: gain === 0 ? null : Math.ceil(n * ((ERRORS * error) / gain) ** 2),
    skill: 1 - brier / baseBrier,
    skillError: error / baseBrier,
  }
}

const blocksOf = (every: number): number[] => BLOCK_SESSIONS.map((length) => Math.round(length / every))

function thirdsOf(statements: readonly Statement[], effectiveN: number, every: number): ReliabilityThird[] {
  const order = statements.toSorted((left, right) => left.stated - right.stated || left.at - right.at)
  const size = order.length / THIRDS
  return Array.from({ length: THIRDS }, (_, third) =>
    order.slice(Math.round(third * size), Math.round((third + 1) * size)),
  )
    .filter((some) => some.length > 0)
    .map((some) => thirdOf(some, statements, (effectiveN * some.length) / order.length, every))
}

function thirdOf(
  some: readonly Statement[],
  all: readonly Statement[],
  effectiveN: number,
  every: number,
): ReliabilityThird {
  const stated = mean(some.map((each) => each.stated))!
  const realised = mean(some.map((each) => each.came))!
  const miss = stated - realised
  const isIn = new Set(some)
  // The members of a third are scattered over the years: its mean is a ratio of two means over all sessions, linearised
  // here.
  const parts = all.map((each) => (isIn.has(each) ? ((each.stated - each.came - miss) * all.length) / some.length : 0))
  const error = blockError(parts, blocksOf(every))
  return {
    from: some[0]!.stated,
    to: some.at(-1)!.stated,
    n: some.length,
    effectiveN,
    stated,
    realised,
    ...wilson(realised, effectiveN)!,
    error,
    holds: error === null ? null : Math.abs(miss) <= MISS_MAX && Math.abs(miss) <= ERRORS * error,
  }
}
