import { quantile } from '../maths/quantile.ts'
import { composite, type Space } from './fit.ts'
import { effectiveCount, type Outcomes } from './outcomes.ts'

export const BANDS = ['low', 'elevated', 'high'] as const
export type Band = (typeof BANDS)[number]

const BINS = 5
/** So many effective samples of the base rate are mixed into each state's rate, since a handful is no evidence. */
const PRIOR_SAMPLES = 4
/** Relative to the base rate, symmetric on both sides. */
const HIGH_RATIO = 4 / 3
const LOW_RATIO = 3 / 4

/** A range of the composite, and what followed the training sessions in it. */
export interface RiskState {
  /** The range of the composite: `from` included, `to` excluded except in the last state. */
  from: number
  to: number
  n: number
  effectiveN: number
  hits: number
  /** The share itself, and the share shrunk towards the base rate, which reliability judges. */
  rate: number
  shrunkRate: number
  /** Follows from the rate relative to the base rate. */
  band: Band
}

export interface RiskMap {
  space: Space
  states: readonly RiskState[]
  n: number
  effectiveN: number
  baseRate: number
  /** Composites that split the training sessions into thirds, for bands without rates. */
  terciles: readonly [number, number]
}

/** Fits the outcome rate in fifths of the composite; neighbours are merged where a higher fifth had no higher rate. */
export function fitRiskMap(space: Space, outcomes: Outcomes, horizon: number): RiskMap {
  const rows = space.training.filter((row) => !Number.isNaN(outcomes[row]!))
  const composites = new Map(rows.map((row) => [row, composite(space, row)]))
  const sorted = Float64Array.from(composites.values()).sort()
  const cuts = Array.from({ length: BINS - 1 }, (_, cut) => quantile(sorted, (cut + 1) / BINS)!)
  const edges = [0, ...cuts, 100]
  const fifths = edges.slice(1).map((to, bin) => ({
    from: edges[bin]!,
    to,
    rows: rows.filter((row) => binOf(cuts, composites.get(row)!) === bin),
  }))
  const baseRate = shareOf(rows, outcomes)
  return {
    space,
    states: pooled(fifths, outcomes).map((group) => stateOf(group, outcomes, horizon, baseRate)),
    n: rows.length,
    effectiveN: effectiveCount(rows, horizon),
    baseRate,
    terciles: [quantile(sorted, 1 / 3)!, quantile(sorted, 2 / 3)!],
  }
}

interface Group {
  from: number
  to: number
  rows: readonly number[]
}

/** Pools adjacent violators, so that the rate never falls as the composite rises: a kink is noise. */
function pooled(fifths: readonly Group[], outcomes: Outcomes): Group[] {
  const groups: Group[] = []
  for (const fifth of fifths.filter(({ rows }) => rows.length > 0)) {
    groups.push({ ...fifth, from: groups.at(-1)?.to ?? 0 })
    while (groups.length > 1 && shareOf(groups.at(-2)!.rows, outcomes) >= shareOf(groups.at(-1)!.rows, outcomes)) {
      const [lower, upper] = groups.splice(-2) as [Group, Group]
      const rows = [...lower.rows, ...upper.rows].sort((left, right) => left - right)
      groups.push({ from: lower.from, to: upper.to, rows })
    }
  }
  const last = groups.at(-1)
  if (last) last.to = 100
  return groups
}

function stateOf({ from, to, rows }: Group, outcomes: Outcomes, horizon: number, baseRate: number): RiskState {
  const rate = shareOf(rows, outcomes)
  const effectiveN = effectiveCount(rows, horizon)
  const shrunkRate = (effectiveN * rate + PRIOR_SAMPLES * baseRate) / (effectiveN + PRIOR_SAMPLES)
  const hits = rows.reduce((sum, row) => sum + outcomes[row]!, 0)
  return { from, to, n: rows.length, effectiveN, hits, rate, shrunkRate, band: bandOfRate(shrunkRate, baseRate) }
}

const bandOfRate = (rate: number, baseRate: number): Band =>
  rate >= HIGH_RATIO * baseRate && rate > 0 ? 'high' : rate <= LOW_RATIO * baseRate ? 'low' : 'elevated'

/** The band while rates have not proved better than the base rate: only the order of the composite counts. */
export const bandOfTercile = ({ terciles: [lower, upper] }: RiskMap, value: number): Band =>
  value >= upper ? 'high' : value < lower ? 'low' : 'elevated'

export const stateAt = ({ states }: RiskMap, value: number): RiskState =>
  states.findLast(({ from }) => value >= from) ?? states[0]!

const binOf = (cuts: readonly number[], value: number): number => cuts.filter((cut) => value >= cut).length

const shareOf = (rows: readonly number[], outcomes: Outcomes): number =>
  rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + outcomes[row]!, 0) / rows.length
