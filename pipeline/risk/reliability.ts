import { mean, standardDeviation } from '../maths/statistics.ts'
import { type RateInterval, wilson } from '../maths/wilson.ts'
import { effectiveCount } from './outcomes.ts'

/** A rate stated for a session, its outcome, and the base rate that a forecast without any state would have stated. */
export interface Statement {
  at: number
  stated: number
  base: number
  came: number
}

export type Verdict = 'better' | 'not_better' | 'insufficient_data'

export interface ReliabilityBin extends RateInterval {
  from: number
  to: number
  n: number
  effectiveN: number
  stated: number
  realised: number
}

export interface Reliability {
  verdict: Verdict
  n: number
  effectiveN: number
  brier: number | null
  baseBrier: number | null
  /** 1 - Brier / Brier of the base rate: 0 equals the base rate, 1 is perfect. */
  skill: number | null
  /** Standard error of the skill, from blocks of neighbouring sessions. */
  skillError: number | null
  table: readonly ReliabilityBin[]
}

/** Two years of windows without overlap; fewer cannot tell skill from luck. */
export const EFFECTIVE_MIN = 24
/** Neighbouring statements share their outcome; blocks of this many sessions hardly do. */
const BLOCK_SESSIONS = 20
/** The gain must exceed its own standard error, since half of all useless rules gain something. */
const ERRORS_MIN = 1
const TABLE_BINS = 10

/** Judges statements (ascending by session) by Brier against the base rate, and by the outcomes in each range of them. */
export function reliabilityOf(statements: readonly Statement[], horizon: number): Reliability {
  const positions = statements.map(({ at }) => at)
  const effectiveN = effectiveCount(positions, horizon)
  const brier = mean(statements.map(({ stated, came }) => (stated - came) ** 2))
  const baseBrier = mean(statements.map(({ base, came }) => (base - came) ** 2))
  const table = tableOf(statements, horizon)
  const figures = { n: statements.length, effectiveN, brier, baseBrier, table }
  if (brier === null || baseBrier === null || baseBrier === 0 || effectiveN < EFFECTIVE_MIN) {
    return { ...figures, verdict: 'insufficient_data', skill: null, skillError: null }
  }
  const error = gainError(statements)
  const isBetter = error !== null && baseBrier - brier > ERRORS_MIN * error
  return {
    ...figures,
    verdict: isBetter ? 'better' : 'not_better',
    skill: 1 - brier / baseBrier,
    skillError: error === null ? null : error / baseBrier,
  }
}

/** Standard error of the mean gain, from the means of blocks. */
function gainError(statements: readonly Statement[]): number | null {
  const blocks = Map.groupBy(statements, ({ at }) => Math.floor(at / BLOCK_SESSIONS))
  const gains = [...blocks.values()].map((block) =>
    block.reduce((sum, { stated, base, came }) => sum + (base - came) ** 2 - (stated - came) ** 2, 0),
  )
  const deviation = standardDeviation(gains)
  return deviation === null ? null : (deviation * Math.sqrt(gains.length)) / statements.length
}

function tableOf(statements: readonly Statement[], horizon: number): ReliabilityBin[] {
  const bins = Map.groupBy(statements, ({ stated }) => Math.min(TABLE_BINS - 1, Math.floor(stated * TABLE_BINS)))
  return [...bins]
    .sort(([left], [right]) => left - right)
    .map(([bin, all]) => {
      const realised = mean(all.map(({ came }) => came))!
      const effectiveN = effectiveCount(
        all.map(({ at }) => at),
        horizon,
      )
      return {
        from: bin / TABLE_BINS,
        to: (bin + 1) / TABLE_BINS,
        n: all.length,
        effectiveN,
        stated: mean(all.map(({ stated }) => stated))!,
        realised,
        ...wilson(realised, effectiveN)!,
      }
    })
}
