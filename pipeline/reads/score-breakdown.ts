import type { ScoreBreakdown } from '../../shared/domain/contract/score-breakdown.ts'
import { sessionOnOrBefore } from '../../shared/time/calendar.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { boundaryMenu } from '../fragility/boundary-menu.ts'
import { pillarViews } from '../fragility/pillar-percentiles.ts'
import { agedInputs } from '../inputs/aged-inputs.ts'
import { signalLevel } from '../inputs/level.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { shown, shownPercentile } from '../maths/shown.ts'
import { currentPillars } from '../regime/market-regime.ts'
import { LIVE_PILLARS_MIN, LIVE_POINTS_MIN, RULES_VERSION, type ScorePart } from '../score/score.ts'
import { scoreReadings } from '../score/score-components.ts'
import { type Flip, flipsOf } from '../score/score-flips.ts'
import { type ComponentReading, readComponents } from '../signals/read-components.ts'

const SCORE_FORMULA =
  'health_score = round(100 x points_exact / live_points), null below ' +
  `${LIVE_POINTS_MIN} live points or ${LIVE_PILLARS_MIN} live pillars`

type Component = ScoreBreakdown['components'][number]

/** The parts of the score, each with its inputs, its curve, and the values at which its points would change. */
export function scoreBreakdown(inputs: MarketInputs): ScoreBreakdown {
  const readings = readComponents(inputs)
  const scored = scoreReadings(readings)
  const points = scored.parts.reduce((sum, part) => sum + part.exact, 0)
  const scoreIf = (change: number): number | null =>
    scored.healthScore === null ? null : Math.round((100 * (points + change)) / scored.livePoints)
  const components = readings.map((each, index) => component(each, scored.parts[index]!, inputs, scoreIf))
  return {
    schema_version: '2026.11',
    rules_version: RULES_VERSION,
    as_of: easternExact(inputs.cutoff),
    trade_date: sessionOnOrBefore(inputs.day).day,
    health_score: scored.healthScore,
    reason: scored.reason,
    formula: SCORE_FORMULA,
    points: Math.round(points),
    points_exact: shown(points),
    live_points: scored.livePoints,
    live_pillars: scored.livePillars,
    n: components.filter(({ status }) => status === 'ready').length,
    bounds: {
      low: scored.scoreLow,
      high: scored.scoreHigh,
      missing: keysWhere(components, ({ status }) => status === 'not_ready'),
      uncertain: keysWhere(components, (each) => each.inputs.some(({ quality }) => quality !== 'fresh')),
    },
    components,
    nearest_flip: nearestFlip(components),
    nearest_regime_line: nearestRegimeLine(inputs),
  }
}

const keysWhere = (components: readonly Component[], is: (component: Component) => boolean): string[] =>
  components.filter(is).map(({ key }) => key)

function component(
  { component: { key, name, pillar, max, weightNote, curve }, reading }: ComponentReading,
  part: ScorePart,
  inputs: MarketInputs,
  scoreIf: (change: number) => number | null,
): Component {
  const { measure, best, anchors } = curve
  const shared = {
    key,
    name,
    pillar: pillar ?? null,
    curve: { measure, best, anchors: anchors.map(([at, fraction]) => ({ at, fraction })) },
    points: part.points,
    points_exact: shown(part.exact),
    max: part.max,
    max_when_live: max,
    weight_note: weightNote ?? null,
    contribution: part.contribution,
  }
  if (reading.status === 'not_ready') {
    return { ...shared, ...NO_READING, reason: reading.reason, n: reading.have ?? 0 }
  }
  const flips = flipsOf(reading, max)
  const scored = (flip: Flip | null) => flip && servedFlip(flip, scoreIf(flip.fraction * max - part.exact))
  return {
    ...shared,
    status: 'ready',
    reason: null,
    value: shown(reading.value),
    display: reading.display,
    percentile: shownPercentile(reading.percentile),
    percentile_window: reading.percentile === null ? null : reading.percentileSpan,
    n: reading.points.length,
    fraction: shown(reading.pointsFraction),
    level: signalLevel(reading.level, reading.label),
    gains_at: scored(flips.gains),
    loses_at: scored(flips.loses),
    inputs: agedInputs(reading.inputs, inputs),
  }
}

const servedFlip = ({ fraction: _, ...flip }: Flip, health_score: number | null) => ({ ...flip, health_score })

const NO_READING = {
  status: 'not_ready',
  value: null,
  display: 'n/a',
  percentile: null,
  percentile_window: null,
  fraction: null,
  level: null,
  gains_at: null,
  loses_at: null,
  inputs: [],
} satisfies Partial<Component>

function nearestFlip(components: readonly Component[]): ScoreBreakdown['nearest_flip'] {
  const flips = components.flatMap(({ key, name, gains_at, loses_at }) => [
    ...(gains_at ? [{ key, name, direction: 'gains' as const, flip: gains_at }] : []),
    ...(loses_at ? [{ key, name, direction: 'loses' as const, flip: loses_at }] : []),
  ])
  const away = ({ flip }: (typeof flips)[number]) => Math.abs(flip.distance_moves)
  return flips.sort((a, b) => away(a) - away(b))[0] ?? null
}

function nearestRegimeLine(inputs: MarketInputs): ScoreBreakdown['nearest_regime_line'] {
  const line = boundaryMenu(currentPillars(inputs), pillarViews(inputs)).find(
    ({ regime_now, regime_if_crossed }) => regime_now !== null && regime_if_crossed !== regime_now,
  )
  if (!line) return null
  const { measure, line: band, threshold, value, distance_moves, regime_now, regime_if_crossed } = line
  return { measure, line: band, threshold, value, distance_moves, regime_now, regime_if_crossed }
}
