import type { EquityPoint, Opening } from './equity-point.ts'

/** One unit of money that was there from the opening on; money from outside changes nothing of it. */
export interface GrowthPoint {
  at: Date
  growth: number
}

/**
 * Time-weighted: each stretch between two known values counts by its return, and money from outside counts at the end of
 * the stretch it came in. A value that is not known makes the stretch longer, never zero. Ends when nothing is left.
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
