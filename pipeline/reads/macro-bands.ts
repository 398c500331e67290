import type { SeriesId } from '../../shared/domain/market/series.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { priceChangeOver } from '../inputs/change-over.ts'
import type { DayValue } from '../inputs/daily-view.ts'
import { type Evening, eveningOf, knownThen, weeklyEveningOf } from '../inputs/known-then.ts'
import { levelOf } from '../inputs/level.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { mean } from '../maths/statistics.ts'
import { BANDS, type Band } from '../regime/pillar-bands.ts'
import { breakevens } from '../signals/breakevens.ts'
import type { Component } from '../signals/component.ts'
import { dollar } from '../signals/dollar.ts'
import { oil } from '../signals/oil.ts'
import { yieldCurve } from '../signals/yield-curve.ts'

const CHANGE_SESSIONS = 20

type Points = readonly DayValue[]
type Measure = (points: Points, index: number) => number | null
const level: Measure = (points, index) => points[index]?.value ?? null
const change: Measure = (points, index) => priceChangeOver(points, CHANGE_SESSIONS, index)?.change ?? null

interface MacroPart {
  component: Component
  /** The measure of its series that enters its curve. */
  measure: Measure
  evening: (day: TradingDay) => Evening
}

/** The macro components. The dollar is published each week, oil up to five business days late. */
export const MACRO: readonly MacroPart[] = [
  { component: yieldCurve, measure: level, evening: eveningOf },
  { component: dollar, measure: change, evening: weeklyEveningOf },
  { component: oil, measure: change, evening: weeklyEveningOf },
  { component: breakevens, measure: level, evening: eveningOf },
]

/** The first warning strains the layer, and each further one makes it a band worse. */
export const macroBand = (warnings: number): Band => BANDS[Math.min(warnings, BANDS.length - 1)]!

/** The band of the macro layer at each session, from values public that evening; null where there were none. */
export function macroBands(sessions: readonly TradingDay[], { series }: MarketInputs): (Band | null)[] {
  const parts = MACRO.map(({ component, measure, evening }) => ({
    component,
    values: component.series.map((id: SeriesId) => {
      const valuesAt = knownThen(series[id] ?? [])
      return (day: TradingDay): number | null => {
        const known = valuesAt(evening(day))
        return known && measure(known.points, known.index)
      }
    }),
  }))
  return sessions.map((day) => {
    const levels = parts.flatMap(({ component, values }) => {
      const known = values.flatMap((value) => value(day) ?? [])
      const fraction = mean(known.map((value) => component.curve.at(value)))
      return fraction === null ? [] : [levelOf(fraction)]
    })
    return levels.length === 0 ? null : macroBand(levels.filter((each) => each === 'adverse').length)
  })
}
