import assert from 'node:assert/strict'
import type { Column, StateHistory } from './state-history.ts'

/** A year of sessions: with fewer a fifth of them would be ten weeks. */
export const TRAINING_SESSIONS_MIN = 252
/** Of the training sessions; a dimension known for less would throw the others' history away. */
const COVERAGE_MIN = 0.5
/** As many as a regime needs pillars. */
export const DIMENSIONS_MIN = 3

/** A state space learned from the sessions before a refit whose outcome was known by then. */
export interface Space {
  /** Position of the session it was fitted before. */
  at: number
  axes: readonly Axis[]
  /** Positions of the sessions it learned from, ascending: each has every axis. */
  training: readonly number[]
}

interface Axis {
  column: Column
  /** Training values, so that more is more stress, ascending. */
  sorted: Float64Array
  mean: number
  deviation: number
}

/** Which dimensions have a reading on a session, as one number. */
export const presence = ({ columns }: StateHistory, at: number): number =>
  columns.reduce((mask, { values }, index) => (Number.isNaN(values[at]!) ? mask : mask | (1 << index)), 0)

/**
 * Of the dimensions a mask names, those with enough history before `at`; null when too few, or too few sessions, are
 * left. The last session learned from lies `embargo` sessions before the first one judged, so that its outcome was over.
 */
export function fitSpace(state: StateHistory, at: number, mask: number, embargo: number): Space | null {
  assert(at <= state.days.length, 'a refit lies within the history')
  const until = at - embargo
  if (until < TRAINING_SESSIONS_MIN) return null
  const wanted = state.columns.filter((_column, index) => (mask & (1 << index)) !== 0)
  const columns = wanted.filter(({ values }) => known(values, until) >= COVERAGE_MIN * until)
  if (columns.length < DIMENSIONS_MIN) return null
  const training: number[] = []
  for (let row = 0; row < until; row++) {
    if (columns.every(({ values }) => !Number.isNaN(values[row]!))) training.push(row)
  }
  if (training.length < TRAINING_SESSIONS_MIN) return null
  return { at, axes: columns.map((column) => axisOf(column, training)), training }
}

function axisOf(column: Column, training: readonly number[]): Axis {
  const sorted = Float64Array.from(training, (row) => stressOf(column, row)).sort()
  let sum = 0
  for (const row of training) sum += coordinate(column, row)
  const mean = sum / training.length
  let squares = 0
  for (const row of training) squares += (coordinate(column, row) - mean) ** 2
  return { column, sorted, mean, deviation: Math.sqrt(squares / (training.length - 1)) }
}

export const stressOf = ({ dimension, values }: Column, row: number): number => dimension.stress * values[row]!

function coordinate({ dimension, values }: Column, row: number): number {
  const value = values[row]!
  return dimension.logarithmic ? Math.log(Math.max(value, Number.MIN_VALUE)) : value
}

/** In standard deviations of the training sessions; NaN without a reading. An axis that never moved says nothing. */
export const standardised = ({ column, mean, deviation }: Axis, row: number): number =>
  deviation > 0 ? (coordinate(column, row) - mean) / deviation : 0 * column.values[row]!

/** 0 to 100: the share of training sessions that were less stressed, ties half. */
export function stressRank({ column, sorted }: Axis, row: number): number {
  const value = stressOf(column, row)
  return (50 * (countBelow(sorted, value, false) + countBelow(sorted, value, true))) / sorted.length
}

/** 0 calmest to 100 most stressed: every dimension counts the same, so there is no weight to fit. */
export function composite({ axes }: Space, row: number): number {
  let sum = 0
  for (const axis of axes) sum += stressRank(axis, row)
  return sum / axes.length
}

export function countBelow(sorted: Float64Array, value: number, orEqual: boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const isBelow = orEqual ? sorted[middle]! <= value : sorted[middle]! < value
    if (isBelow) low = middle + 1
    else high = middle
  }
  return low
}

function known(values: Float64Array, until: number): number {
  let count = 0
  for (let row = 0; row < until; row++) if (!Number.isNaN(values[row]!)) count++
  return count
}

/** The first session of each calendar year, which is when everything is learned anew. */
export function refitOf({ days }: StateHistory): Int32Array {
  let start = 0
  return Int32Array.from(days, (day, at) => {
    if (at > 0 && day.slice(0, 4) !== days[at - 1]!.slice(0, 4)) start = at
    return start
  })
}
