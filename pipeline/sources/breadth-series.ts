import type { Observation } from '../../shared/domain/market/observation.ts'
import type { SessionBreadth } from '../../shared/domain/market/sector-breadth.ts'

/** A percentage of fewer than nine tenths of the members would describe another basket. */
export const COVERAGE_MIN = 0.9

const DECIMALS = 1e4
const percent = (part: number, whole: number): number => Math.round((100 * DECIMALS * part) / whole) / DECIMALS

/** The two series of a session, in percent; a series that counts too few members is left out. */
export function breadthSeries({ day, members, ...counts }: SessionBreadth): Observation[] {
  const observations: Observation[] = []
  const covered = (counted: number) => counted > 0 && counted >= COVERAGE_MIN * members
  if (covered(counts.counted50))
    observations.push({ series: 'pct_above_50dma', day, value: percent(counts.above50, counts.counted50) })
  if (covered(counts.counted200))
    observations.push({ series: 'pct_above_200dma', day, value: percent(counts.above200, counts.counted200) })
  return observations
}
