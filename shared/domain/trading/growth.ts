import type { EquityPoint, Opening } from './equity-point.ts'

/** Growth of one unit of money since the opening; money from outside does not change it. */
export interface GrowthPoint {
  at: Date
  growth: number
}

/**
 * Time-weighted growth: each stretch between two known values counts by its return, and money from outside counts at
 * the end of its stretch. An unknown value makes the stretch longer, it never counts as zero. The path ends when
 * nothing is left.
 */
export function growthOf(opening: Opening, points: readonly EquityPoint[]): GrowthPoint[] {
  const path: GrowthPoint[] = [{ at: opening.at, growth: 1 }]
  let growth = 1
  let beforeE4 = opening.equityE4
  let flowE4 = 0
  for (const point of points) {
    flowE4 += point.flowE4
    if (point.equityE4 === null) continue
    if (beforeE4 <= 0) break
    growth *= (point.equityE4 - flowE4) / beforeE4
    path.push({ at: point.at, growth })
    beforeE4 = point.equityE4
    flowE4 = 0
  }
  return path
}
