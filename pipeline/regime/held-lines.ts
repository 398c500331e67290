import type { Pillar } from '../signals/component.ts'
import { levelNow, type Measure, withValue } from './measures.ts'
import { BANDS, type Band, BOUNDARIES, type PillarBands, type PillarReadings, pillarBands } from './pillar-bands.ts'

/** A pillar that has come back across a line by less than its margin, so the regime still counts the worse band. */
export interface HeldLine {
  pillar: Pillar
  band: Band
  measure: Measure
  value: number
  /** The nearest value at which the band is left. */
  target: number
}

/** The margins are far narrower than this many steps. */
const STEPS_MAX = 1_000
const STEP: Record<Measure, number> = { vix: 0.01, oas: 0.01, widening: 0.01, breadth: 0.1, gamma: 0.01 }

/** For each pillar whose band by closes is worse than its reading alone: the line that it still has to reach. */
export function heldLines(pillars: PillarReadings, held: PillarBands): HeldLine[] {
  const now = pillarBands(pillars)
  return (Object.keys(BOUNDARIES) as Measure[]).flatMap((measure) => {
    const { pillar } = BOUNDARIES[measure]
    const band = held[pillar]
    const value = levelNow(measure, pillars)
    if (band === undefined || now[pillar] === undefined || value === null || !isWorse(band, now[pillar])) return []
    const target = leavesAt(measure, pillars, band)
    return target === null ? [] : [{ pillar, band, measure, value, target }]
  })
}

/** The first value on the healthy side of the present one that leaves the band, if this measure alone can leave it. */
function leavesAt(measure: Measure, pillars: PillarReadings, band: Band): number | null {
  const { pillar, side } = BOUNDARIES[measure]
  const value = levelNow(measure, pillars)!
  const step = side === 'at_or_above' ? -STEP[measure] : STEP[measure]
  for (let steps = 1; steps <= STEPS_MAX; steps++) {
    const reached = value + steps * step
    const withMargin = pillarBands(withValue(measure, reached, pillars), true)[pillar]
    if (withMargin !== undefined && isWorse(band, withMargin)) return reached
  }
  return null
}

const isWorse = (a: Band, b: Band): boolean => BANDS.indexOf(a) > BANDS.indexOf(b)
