import { inverseNormal, randomOf, uniformOf } from './random.ts'
import { OVERNIGHT, STEPS_PER_MINUTE, sessionClock } from './session-clock.ts'

/** One session of one random walk: its logs at the last close and at this one, and the deviation of the whole move. */
export type SessionMove = {
  before: number
  close: number
  deviation: number
  /** The part of the move that is news of the night alone. The rest is spread over night and day. */
  night?: number
}

/** Uniform on four bytes, each scaled to variance one: a sum of hundreds is normal, and a draw serves four steps. */
const BYTE_SCALE = Math.sqrt(12) / 256
const MIDDLE_BYTE = 127.5

/** The steps of a path: the market has two in a minute, its volatility one, every other walk one in five minutes. */
export type Grid = { minutes: number; perMinute: number }

/** Walks are drawn into one buffer and used before the next is drawn: charts draw hundreds of thousands. */
const scratch = new Float64Array(390 * STEPS_PER_MINUTE + 1)

/** Draws a random walk over the session's clock, in bytes, from zero at the open, and returns its end. */
const drawWalk = (deviations: Float64Array, address: readonly number[]): number => {
  const { bits } = randomOf(...address)
  let sum = 0
  let word = 0
  for (let step = 0; step < deviations.length; step++) {
    word = (step & 3) === 0 ? bits() : word >>> 8
    sum += deviations[step]! * ((word & 255) - MIDDLE_BYTE)
    scratch[step + 1] = sum
  }
  return sum
}

/**
 * The log at the open. A normal move of known deviation splits into a night and a day that are independent of each
 * other: the night is its share of the whole move and noise of its own.
 */
export const openOf = ({ before, close, deviation, night = 0 }: SessionMove, ...address: number[]): number =>
  before +
  night +
  OVERNIGHT * (close - before - night) +
  Math.sqrt(OVERNIGHT * (1 - OVERNIGHT)) * deviation * inverseNormal(uniformOf(...address))

/**
 * Adds a session of a walk to a path, step by step, by weight. The close was drawn first, but a Brownian bridge of the
 * same variance around the line to it is exactly the walk that would have led there: what has been seen reveals nothing
 * about what comes.
 */
export const addSession = (
  path: Float64Array,
  weight: number,
  { change, deviation }: { change: number; deviation: number },
  { minutes, perMinute }: Grid,
  ...address: number[]
): void => {
  const { elapsed, deviations } = sessionClock(minutes, perMinute)
  const end = drawWalk(deviations, address)
  const scale = Math.sqrt(1 - OVERNIGHT) * BYTE_SCALE * deviation * weight
  const line = change * weight - scale * end
  for (let step = 1; step < path.length; step++) path[step]! += line * elapsed[step]! + scale * scratch[step]!
}

/** The logs of a session, from the open to the close. */
export const pathFrom = (
  open: number,
  { close, deviation }: SessionMove,
  grid: Grid,
  ...address: number[]
): Float64Array => {
  const path = new Float64Array(sessionClock(grid.minutes, grid.perMinute).elapsed.length).fill(open)
  addSession(path, 1, { change: close - open, deviation }, grid, ...address)
  // The sum may miss the close by a rounding error, and printed closes must agree to the last digit.
  path[path.length - 1] = close
  return path
}
