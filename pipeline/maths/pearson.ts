import assert from 'node:assert/strict'

/** Pearson's r; null when one side does not move or there are fewer than three pairs. */
export function pearson(left: readonly number[], right: readonly number[]): number | null {
  assert(left.length === right.length, 'a correlation pairs its values')
  const count = left.length
  if (count < 3) return null
  let sumLeft = 0
  let sumRight = 0
  for (let at = 0; at < count; at++) {
    sumLeft += left[at]!
    sumRight += right[at]!
  }
  const meanLeft = sumLeft / count
  const meanRight = sumRight / count
  let cross = 0
  let squaresLeft = 0
  let squaresRight = 0
  for (let at = 0; at < count; at++) {
    const a = left[at]! - meanLeft
    const b = right[at]! - meanRight
    cross += a * b
    squaresLeft += a * a
    squaresRight += b * b
  }
  // A constant side has only rounding errors, which must not be divided by each other.
  const still = (squares: number, mean: number) => squares <= count * (mean * Number.EPSILON * 8) ** 2
  if (still(squaresLeft, meanLeft) || still(squaresRight, meanRight)) return null
  return Math.max(-1, Math.min(1, cross / Math.sqrt(squaresLeft * squaresRight)))
}
