import type { ScoreComponent } from '../../shared/domain/contract/signals.ts'

/** A whole contribution may change through rounding alone if its exact points changed by less than this. */
const EXACT_CHANGE_MIN = 0.5

type Contributing = Pick<ScoreComponent, 'contribution' | 'points_exact'>

/**
 * The change of a component's contribution that is explained by its own points, otherwise 0. Contributions are rounded
 * so that they sum to the score, and rounding can move a point from one component to another without any real change of
 * either.
 */
export function contributionChange(then: Contributing, now: Contributing): number {
  const change = now.contribution - then.contribution
  // Snapshots of earlier rules have no exact points.
  if (then.points_exact === undefined || now.points_exact === undefined) return change
  const exact = now.points_exact - then.points_exact
  return Math.sign(exact) === Math.sign(change) && Math.abs(exact) >= EXACT_CHANGE_MIN ? change : 0
}
