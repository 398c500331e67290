import type { ScoreComponent } from '../../shared/domain/contract/signals.ts'

/** A whole contribution that changes on less than this has moved by its rounding. */
const EXACT_CHANGE_MIN = 0.5

type Contributing = Pick<ScoreComponent, 'contribution' | 'points_exact'>

/**
 * The change of a component's contribution that its own points explain, else 0: the contributions are rounded so that
 * they sum to the score, and the rounding moves a point from one component to another without any news of either.
 */
export function contributionChange(then: Contributing, now: Contributing): number {
  const change = now.contribution - then.contribution
  // Snapshots of earlier rules have no exact points.
  if (then.points_exact === undefined || now.points_exact === undefined) return change
  const exact = now.points_exact - then.points_exact
  return Math.sign(exact) === Math.sign(change) && Math.abs(exact) >= EXACT_CHANGE_MIN ? change : 0
}
