import type { FragilityBoundary } from '../../shared/domain/contract/fragility.ts'
import type { Regime } from '../../shared/domain/contract/signals.ts'
import { type DayValue, isAbsent } from '../inputs/daily-view.ts'
import { PERCENTILE_SESSIONS } from '../inputs/own-percentile.ts'
import { usualMove } from '../inputs/usual-move.ts'
import { shown } from '../maths/shown.ts'
import { deviationOfChanges } from '../maths/statistics.ts'
import { levelNow, type Measure, withValue } from '../regime/measures.ts'
import { BANDS, BOUNDARIES, type Boundary, type Line, lineAt, type PillarReadings } from '../regime/pillar-bands.ts'
import { wideningAt } from '../regime/pillar-rows.ts'
import { regimeNow } from '../regime/regime-now.ts'
import type { PillarViews } from './pillar-percentiles.ts'

/** Smaller than the step in which any measure is quoted. */
const EPSILON = 1e-9

const LINES = BANDS.filter((band): band is Line => band !== 'calm')

/**
 * Every line of the live pillars: crossing a line ahead would worsen the regime, crossing one back would improve it.
 */
export function boundaryMenu(pillars: PillarReadings, views: PillarViews): FragilityBoundary[] {
  const now = regimeNow(pillars)
  const menu = (Object.keys(BOUNDARIES) as Measure[]).flatMap((measure) => {
    const value = levelNow(measure, pillars)
    if (value === null) return []
    const move = measuredMove(measure, pillars, views)
    return LINES.map((line) => entry(measure, line, { value, move, pillars, now }))
  })
  return menu.sort((a, b) => nearness(a) - nearness(b))
}

const nearness = ({ distance_moves }: FragilityBoundary): number =>
  distance_moves === null ? Number.POSITIVE_INFINITY : Math.abs(distance_moves)

interface Standing {
  value: number
  /** The measure's usual move; null without history. */
  move: number | null
  pillars: PillarReadings
  now: Regime | null
}

function entry(measure: Measure, line: Line, { value, move, pillars, now }: Standing): FragilityBoundary {
  const boundary: Boundary = BOUNDARIES[measure]
  const threshold = lineAt(boundary, line, measure === 'vix' ? pillars.volatility?.usual : null)
  const distance = boundary.side === 'at_or_above' ? threshold - value : value - threshold
  // The line itself belongs to the unhealthy side.
  const isCrossed = distance <= 0
  return {
    pillar: boundary.pillar,
    measure: boundary.measure,
    line,
    threshold: shown(threshold),
    value: shown(value),
    side: isCrossed ? 'stressed' : 'healthy',
    distance: shown(distance),
    distance_moves: move === null || move === 0 ? null : shown(distance / move),
    direction: isCrossed ? 'better' : 'worse',
    regime_now: now,
    regime_if_crossed: regimeAcross(measure, threshold, isCrossed, pillars),
  }
}

/** The pillars' regime if this measure were just across the line and everything else unchanged. */
function regimeAcross(measure: Measure, threshold: number, isCrossed: boolean, pillars: PillarReadings): Regime | null {
  const healthier = BOUNDARIES[measure].side === 'at_or_above' ? -EPSILON : EPSILON
  return regimeNow(withValue(measure, threshold + (isCrossed ? healthier : 0), pillars))
}

/** The standard deviation of the measure's change from one observation to the next; null without history. */
function measuredMove(measure: Measure, { gamma }: PillarReadings, views: PillarViews): number | null {
  const view = views[BOUNDARIES[measure].pillar]
  if (isAbsent(view)) return null
  const deviation = measure === 'widening' ? wideningMove(view.points) : usualMove(view.points)
  const scale = measure === 'gamma' && gamma && gamma.gex !== 0 ? gamma.relative / gamma.gex : 1
  return deviation === null ? null : deviation * scale
}

function wideningMove(points: readonly DayValue[]): number | null {
  const widenings: number[] = []
  for (let at = Math.max(0, points.length - PERCENTILE_SESSIONS - 1); at < points.length; at++) {
    const widening = wideningAt(points, at)
    if (widening !== null) widenings.push(widening)
  }
  return deviationOfChanges(widenings)
}
