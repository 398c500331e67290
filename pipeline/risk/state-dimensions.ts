import type { StateDimension } from '../../shared/domain/contract/base-rates.ts'
import { shown } from '../maths/shown.ts'
import { type Space, standardised, stressRank } from './fit.ts'
import { type Column, isValidated, type StateHistory } from './state-history.ts'

const TREND_SESSIONS = 5

/** The dimensions on a session, the most stressed first, then unused ones with the reason. */
export function stateDimensions(state: StateHistory, space: Space | null, at: number): StateDimension[] {
  const axisOf = new Map((space?.axes ?? []).map((axis) => [axis.column, axis]))
  return state.columns
    .map((column): StateDimension => {
      const { dimension, series, values } = column
      const value = values[at] ?? Number.NaN
      const axis = axisOf.get(column)
      const before = at - TREND_SESSIONS
      const had = axis && before >= 0 && !Number.isNaN(values[before]!)
      const have = values.reduce((sum, each) => sum + (Number.isNaN(each) ? 0 : 1), 0)
      return {
        key: dimension.key,
        label: series === 'gex_vendor' ? `${dimension.label}, by the vendor's series` : dimension.label,
        unit: dimension.unit,
        series,
        used: axis !== undefined,
        value: Number.isNaN(value) ? null : shown(value),
        stress: axis ? tenth(stressRank(axis, at)) : null,
        stress_5d_ago: had ? tenth(stressRank(axis, before)) : null,
        z: axis ? shown(standardised(axis, at)) : null,
        have,
        validated: isValidated(column),
        reason: axis ? null : whyAbsent(column, value, have, state),
      }
    })
    .sort((left, right) => (right.stress ?? -1) - (left.stress ?? -1))
}

function whyAbsent(column: Column, value: number, have: number, { days }: StateHistory): string {
  const { series } = column
  if (have === 0) return `no value of ${series} is known`
  if (!isValidated(column))
    return `${series} is not validated, because no history of it was available; it decides nothing`
  if (Number.isNaN(value)) return `no value of ${series} is fresh enough for this session`
  return `${have} of ${days.length} sessions have a reading; half of those before the refit are needed`
}

export const tenth = (value: number): number => Math.round(10 * value) / 10
