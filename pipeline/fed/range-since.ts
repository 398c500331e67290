import { STEP_PERCENT } from './fed-odds.ts'

interface Range {
  lower: number
  upper: number
}

/** Farther from a whole number of steps, the contracts do not tell which range was decided. */
const OFF_STEP_MAX = 0.1

/**
 * Returns the range since a decision that the published range lacks: contracts trade at the new rate from the minute of
 * the decision, while the range is published the next day. The rate that they imply until the next meeting has moved
 * from the effective rate paid before the decision by a whole number of steps. Null where it has not.
 */
export function rangeSinceDecision(
  published: Range,
  { implied, paidBefore }: { implied: number; paidBefore: number | null },
): Range | null {
  const middle = (published.lower + published.upper) / 2
  const moved = implied - (paidBefore ?? middle)
  const change = Math.round(moved / STEP_PERCENT) * STEP_PERCENT
  if (Math.abs(moved - change) > OFF_STEP_MAX) return null
  return { lower: published.lower + change, upper: published.upper + change }
}
