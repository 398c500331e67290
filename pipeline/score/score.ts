import assert from 'node:assert/strict'
import { largestRemainder } from '../maths/largest-remainder.ts'

/** The version of score, curve and regime rules together; a change here begins a new era of history. */
export const RULES_VERSION = '2026.11-6'

/** If there are fewer points, the missing part would dominate the score. */
export const LIVE_POINTS_MIN = 60
export const LIVE_PILLARS_MIN = 3
const POINTS_TOTAL = 100

export interface ScoreInput {
  key: string
  max: number
  isPillar: boolean
  /** Null while the component has no reading. */
  pointsFraction: number | null
  /** An input is stale or degraded: the points count, but the true value may lie anywhere on the curve. */
  isUncertain: boolean
}

export interface ScorePart {
  key: string
  /** Rounded for display; the score adds the exact points. */
  points: number
  exact: number
  /** 0 while the component has no reading. */
  max: number
  contribution: number
}

export interface Score {
  healthScore: number | null
  /** The reason why there is no score; null while there is one. */
  reason: string | null
  scoreLow: number
  scoreHigh: number
  livePoints: number
  livePillars: number
  parts: readonly ScorePart[]
}

/**
 * health_score = round(100 x exact points / live maximum): points that were rounded before they were added moved the
 * score by up to five. The bounds are over the full 100, with missing and uncertain
 * components at their worst and at their best, so they bound the score if everything were known.
 */
export function score(inputs: readonly ScoreInput[]): Score {
  const live = inputs.map(({ key, max, pointsFraction: fraction }) => {
    assert(fraction === null || (fraction >= 0 && fraction <= 1), `${key}: a fraction outside 0 to 1`)
    return fraction === null
      ? { key, points: 0, exact: 0, max: 0 }
      : { key, points: Math.round(fraction * max), exact: fraction * max, max }
  })
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
  assert.equal(sum(inputs.map(({ max }) => max)), POINTS_TOTAL, 'the components share 100 points')
  const points = sum(live.map((part) => part.exact))
  const livePoints = sum(live.map((part) => part.max))
  const livePillars = inputs.filter((input) => input.isPillar && input.pointsFraction !== null).length
  const reason = noScoreReason(livePoints, livePillars)
  const healthScore = reason === null ? Math.round((100 * points) / livePoints) : null

  const certain = sum(inputs.map((input, index) => (input.isUncertain ? 0 : live[index]!.exact)))
  const unknown = sum(inputs.map((input) => (input.isUncertain || input.pointsFraction === null ? input.max : 0)))
  const shares = largestRemainder(
    live.map((part) => part.exact),
    healthScore ?? 0,
  )
  return {
    healthScore,
    reason,
    scoreLow: Math.round(certain),
    scoreHigh: Math.round(certain + unknown),
    livePoints,
    livePillars,
    parts: live.map((part, index) => ({ ...part, contribution: shares[index]! })),
  }
}

function noScoreReason(livePoints: number, livePillars: number): string | null {
  if (livePoints < LIVE_POINTS_MIN) {
    return `only ${livePoints} of ${POINTS_TOTAL} points have a reading, ${LIVE_POINTS_MIN} are needed`
  }
  if (livePillars < LIVE_PILLARS_MIN)
    return `only ${livePillars} of 4 pillars have a reading, ${LIVE_PILLARS_MIN} are needed`
  return null
}
