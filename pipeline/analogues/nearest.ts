import { type Space, standardised } from '../risk/fit.ts'
import type { StateHistory } from '../risk/state-history.ts'

/** Recent sessions are left out: the nearest ones to today are the last few, which add nothing. */
export const RECENT_SESSIONS = 20
/** Within so many sessions only the nearest analogue counts. */
export const APART_SESSIONS = 10
export const ANALOGUES_MAX = 25
/** If there are fewer analogues, a rate moves by more than a tenth with each of them. */
export const ANALOGUES_MIN = 10

export interface Analogue {
  at: number
  /** Root mean square of the differences, in standard deviations of a dimension. */
  distance: number
}

/** The root mean square of the differences between two sessions drawn at random, in standard deviations. */
const RANDOM_DISTANCE = Math.SQRT2

export const meanDistance = (analogues: readonly Analogue[]): number =>
  analogues.reduce((sum, { distance }) => sum + distance, 0) / analogues.length

/** Warns where even the nearest sessions are less similar to the state than two sessions drawn at random. */
export function unlikeInWords(analogues: readonly Analogue[]): string {
  const mean = meanDistance(analogues)
  if (mean <= RANDOM_DISTANCE) return ''
  return ` No past session was like this state: these ${analogues.length} differ from it by ${mean.toFixed(1)} standard deviations on average, two sessions drawn at random by ${RANDOM_DISTANCE.toFixed(1)}.`
}

/** The sessions nearest to one, and all sessions that their outcomes are compared with: rows, the oldest first. */
export interface PastSessions {
  /** Nearest first. */
  analogues: readonly Analogue[]
  near: readonly number[]
  every: readonly number[]
}

/** Returns the nearest past sessions; null where too few are known in a similar state. */
export function pastSessions(state: StateHistory, space: Space | null, at: number): PastSessions | null {
  const analogues = space ? nearestBefore(pointsOf(state, space), at) : []
  if (analogues.length < ANALOGUES_MIN) return null
  const near = analogues.map((each) => each.at).toSorted((left, right) => left - right)
  const every = Array.from({ length: at }, (_, row) => row).filter((row) => !Number.isNaN(state.vix[row]!))
  return { analogues, near, every }
}

/** Each session as a point, row after row; NaN where a dimension had no reading. */
export interface Points {
  width: number
  values: Float64Array
}

export function pointsOf(state: StateHistory, { axes }: Space): Points {
  const values = new Float64Array(state.days.length * axes.length)
  axes.forEach((axis, column) => {
    for (let row = 0; row < state.days.length; row++) values[row * axes.length + column] = standardised(axis, row)
  })
  return { width: axes.length, values }
}

/** The nearest earlier sessions, nearest first, without the last 20 and none within 10 sessions of another. */
export function nearestBefore({ width, values }: Points, at: number): Analogue[] {
  const candidates = Math.max(0, at - RECENT_SESSIONS)
  const squares = new Float64Array(candidates)
  for (let row = 0; row < candidates; row++) {
    let sum = 0
    for (let column = 0; column < width; column++) {
      const difference = values[row * width + column]! - values[at * width + column]!
      sum += difference * difference
    }
    squares[row] = Number.isNaN(sum) ? Number.POSITIVE_INFINITY : sum
  }
  const found: Analogue[] = []
  while (found.length < ANALOGUES_MAX) {
    const nearest = smallest(squares)
    if (nearest === -1) break
    found.push({ at: nearest, distance: Math.sqrt(squares[nearest]! / width) })
    squares.fill(Number.POSITIVE_INFINITY, Math.max(0, nearest - APART_SESSIONS + 1), nearest + APART_SESSIONS)
  }
  return found
}

/** Position of the smallest finite value, the earliest of equals; -1 without one. */
function smallest(values: Float64Array): number {
  let best = -1
  let least = Number.POSITIVE_INFINITY
  for (let at = 0; at < values.length; at++) {
    if (values[at]! < least) {
      least = values[at]!
      best = at
    }
  }
  return best
}
