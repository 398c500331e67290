import type { LevelName } from '../../shared/domain/contract/signals.ts'
import { levelOf } from '../inputs/level.ts'
import { usualMove } from '../inputs/usual-move.ts'
import { shown } from '../maths/shown.ts'
import type { ReadyReading } from '../signals/component.ts'

/** A flip further away is not served. */
const MOVES_MAX = 5
const STEPS_PER_MOVE = 10
const HALVINGS = 20

export interface Flip {
  points: number
  /** Fraction of the points there. */
  fraction: number
  level: LevelName
  value: number
  distance: number
  distance_moves: number
}

export interface Flips {
  gains: Flip | null
  loses: Flip | null
}

/** The nearest values in both directions at which the component would have more or fewer points. */
export function flipsOf(reading: ReadyReading, max: number): Flips {
  const move = usualMove(reading.points)
  const flips: Flips = { gains: null, loses: null }
  if (move === null || move === 0) return flips
  const pointsIf = (shift: number) => Math.round(reading.fractionIf(shift) * max)
  const now = pointsIf(0)
  // Walks outwards in both directions in small steps, because curves bend and ranks jump.
  for (let step = 1; step <= MOVES_MAX * STEPS_PER_MOVE; step++) {
    for (const way of [1, -1]) {
      const shift = (way * step * move) / STEPS_PER_MOVE
      const change = Math.sign(pointsIf(shift) - now)
      const side = change > 0 ? 'gains' : 'loses'
      if (change === 0 || flips[side]) continue
      const near = (way * (step - 1) * move) / STEPS_PER_MOVE
      const at = edge((each) => Math.sign(pointsIf(each) - now) === change, near, shift)
      flips[side] = {
        points: pointsIf(at),
        fraction: reading.fractionIf(at),
        level: levelOf(reading.fractionIf(at)),
        value: shown(reading.value + at),
        distance: shown(at),
        distance_moves: shown(at / move),
      }
    }
    if (flips.gains && flips.loses) break
  }
  return flips
}

/** The start of the flip within a step, by halving. */
function edge(isThere: (shift: number) => boolean, near: number, far: number): number {
  let [before, there] = [near, far]
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (before + there) / 2
    if (isThere(middle)) there = middle
    else before = middle
  }
  return there
}
