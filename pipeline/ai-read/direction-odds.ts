import { DIRECTION_HORIZONS, type DirectionHorizon, LABELS, type Label } from '../grading/claim.ts'
import { directionAfter, knownShares, sidewaysBelow } from '../grading/outcomes.ts'
import { shown } from '../maths/shown.ts'

/**
 * The yardsticks of a direction: the rival's shares of past sessions, and the move below which it counts as sideways.
 */
export interface DirectionOdds {
  rival: Record<Label, number>
  sideways_below_pct: number
}

/** The odds on an evening from its closes, by the rules of the graders; null where too few closes are known. */
export function directionOdds(closes: readonly number[]): Record<DirectionHorizon, DirectionOdds> | null {
  const at = closes.length - 1
  const odds = Object.entries(DIRECTION_HORIZONS).flatMap(([name, sessions]): [string, DirectionOdds][] => {
    const outcomes = closes.map((_close, start) => directionAfter(closes, start, sessions))
    const rival = knownShares(outcomes, sessions, LABELS)[at]
    const edge = sidewaysBelow(closes, at, sessions)
    if (!rival || edge === null) return []
    const shares = Object.fromEntries(LABELS.map((label) => [label, shown(rival[label])])) as Record<Label, number>
    return [[name, { rival: shares, sideways_below_pct: shown(100 * edge) }]]
  })
  const all = Object.fromEntries(odds) as Record<DirectionHorizon, DirectionOdds>
  return odds.length === Object.keys(DIRECTION_HORIZONS).length ? all : null
}
