import assert from 'node:assert/strict'
import { countBelow } from './scaled-table.ts'
import { type Column, isValidated, type StateHistory } from './state-history.ts'

/** One year of sessions, so that a fifth of them is ten weeks. */
export const TRAINING_SESSIONS_MIN = 252
/** The least share of training sessions with a reading; a shorter dimension would cost the others their history. */
const COVERAGE_MIN = 0.5
/** As many dimensions as a regime needs pillars. */
const DIMENSIONS_MIN = 3

/** A state space learned from the sessions before a refit whose outcome was known by then. */
export interface Space {
  /** Position of the refit session; only earlier sessions were fitted. */
  at: number
  axes: readonly Axis[]
  /** Positions of the training sessions, ascending; each has a reading on every axis. */
  training: readonly number[]
}

interface Axis {
  column: Column
  /** Training values with the sign that makes more of it more stress, ascending. */
  sorted: Float64Array
  mean: number
  deviation: number
}

/** A bit mask of the dimensions with a reading on a session. */
export const presence = ({ columns }: StateHistory, at: number): number =>
  columns.reduce((mask, { values }, index) => (Number.isNaN(values[at]!) ? mask : mask | (1 << index)), 0)

/**
 * Fits the dimensions of a mask that have enough history before `at`; null when too few dimensions or sessions are left.
 * The last training session lies `embargo` sessions before the first one judged, so that its outcome was known.
 */
export function fitSpace(state: StateHistory, at: number, mask: number, embargo: number): Space | null {
  assert(at <= state.days.length, 'a refit lies within the history')
  const until = at - embargo
  if (until < TRAINING_SESSIONS_MIN) return null
  const wanted = state.columns.filter((_column, index) => (mask & (1 << index)) !== 0)
  const columns = wanted.filter((column) => isValidated(column) && known(column.values, until) >= COVERAGE_MIN * until)
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

const stressOf = ({ dimension, values }: Column, row: number): number => dimension.stress * values[row]!

function coordinate({ dimension, values }: Column, row: number): number {
  const value = values[row]!
  return dimension.logarithmic ? Math.log(Math.max(value, Number.MIN_VALUE)) : value
}

/** In standard deviations of the training sessions; NaN without a reading, 0 on an axis that never moved. */
export const standardised = ({ column, mean, deviation }: Axis, row: number): number =>
  deviation > 0 ? (coordinate(column, row) - mean) / deviation : 0 * column.values[row]!

/** The percentage of training sessions that were less stressed; ties count half. */
export function stressRank({ column, sorted }: Axis, row: number): number {
  const value = stressOf(column, row)
  return (50 * (countBelow(sorted, value) + countBelow(sorted, value, true))) / sorted.length
}

/** From 0, calmest, to 100, most stressed; dimensions count equally, so no weight is fitted. */
export function composite({ axes }: Space, row: number): number {
  let sum = 0
  for (const axis of axes) sum += stressRank(axis, row)
  return sum / axes.length
}

function known(values: Float64Array, until: number): number {
  let count = 0
  for (let row = 0; row < until; row++) if (!Number.isNaN(values[row]!)) count++
  return count
}

/** For each session the first session of its calendar year, when everything is fitted again. */
export function refitOf({ days }: StateHistory): Int32Array {
  let start = 0
  return Int32Array.from(days, (day, at) => {
    if (at > 0 && day.slice(0, 4) !== days[at - 1]!.slice(0, 4)) start = at
    return start
  })
}
