import assert from 'node:assert/strict'
import type { InputReading, LevelName, Trend } from '../../shared/domain/contract/signals.ts'
import type { SignalKey } from '../../shared/domain/contract/transition.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import type { Absent, DailyView, DayValue } from '../inputs/daily-view.ts'
import { levelOf } from '../inputs/level.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { spanOf } from '../inputs/own-percentile.ts'
import { trend } from '../inputs/trend.ts'
import type { Curve } from './curve.ts'

export const PILLARS = ['volatility', 'credit', 'breadth', 'gamma'] as const
export type Pillar = (typeof PILLARS)[number]

export interface ReadyReading {
  status: 'ready'
  /** The component's level, in the unit of its history column. */
  value: number
  display: string
  /** The rank in its own trailing window; null where neither curve nor prose uses one. */
  percentile: number | null
  /** The window in words, such as 'last year', or '140 sessions of history' while it is not full. */
  percentileSpan: string
  /** The curve's result: 0 worst, 1 best. */
  pointsFraction: number
  /** The curve's result if the newest value were higher by `shift`. */
  fractionIf(shift: number): number
  /** The component's values, oldest first, the newest last. */
  points: readonly DayValue[]
  inputs: readonly InputReading[]
  trend: Trend | null
  level: LevelName
  /** The level in words of this component. */
  label: string
}
export type Reading = ReadyReading | Absent

/** One of the 13 parts of the health score. To add one, write a file that defines it and list it in index.ts. */
export interface Component {
  /**
   * Stored with every score, so it is never reused or renamed. The compiler names the tables that need a row for a new
   * key.
   */
  key: SignalKey
  name: string
  /** Points of the 100. */
  max: number
  /**
   * Set where history speaks against the component: why it has few points. It has at least two, because 0 means
   * missing.
   */
  weightNote?: string
  pillar?: Pillar
  /** Every series that it may read; it bounds the query. */
  series: readonly SeriesId[]
  /** It reads at most so many sessions back, today included. */
  sessionsMax: number
  /** For weekly series, instead: how many weeks back. */
  weeksMax?: number
  curve: Curve
  read(inputs: MarketInputs): Reading
}

export function defineComponent(component: Component): Component {
  assert.match(component.key, /^[a-z][a-z0-9_]*$/)
  assert(Number.isInteger(component.max) && component.max >= 1 && component.max <= 20)
  assert(component.sessionsMax >= 0 && component.sessionsMax <= 600)
  assert((component.weeksMax ?? 0) <= 160)
  return component
}

interface ReadyInput {
  view: Pick<DailyView, 'points'>
  /** One value per session, where the points of the view are weeks. */
  bySession?: readonly DayValue[]
  value: number
  display: string
  percentile: number | null
  /** By default a year, or the sessions of a shorter history. */
  percentileSpan?: string
  fractionIf(shift: number): number
  inputs: readonly InputReading[]
  label: Record<LevelName, string>
}

export function ready({
  view,
  bySession,
  label,
  fractionIf,
  percentileSpan = spanOf(view.points),
  ...reading
}: ReadyInput): ReadyReading {
  const pointsFraction = fractionIf(0)
  assert(pointsFraction >= 0 && pointsFraction <= 1, 'a curve stays within 0 and 1')
  const level = levelOf(pointsFraction)
  const made = { ...reading, percentileSpan, pointsFraction, fractionIf, level, label: label[level] }
  return { status: 'ready', ...made, points: view.points, trend: trend(bySession ?? view.points) }
}

/** An absent input, and its name in the reason. */
export const absentWith = (what: string, absent: Absent): Absent => ({
  ...absent,
  reason: `${absent.reason} (${what})`,
})
