import assert from 'node:assert/strict'

/**
 * Splits a whole total into whole shares in proportion to weights, summing to it exactly. The rest of rounding down
 * goes to the largest remainders; the earlier of equal remainders wins.
 */
export function largestRemainder(weights: readonly number[], total: number): number[] {
  assert(Number.isInteger(total) && total >= 0)
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (sum === 0) {
    assert(total === 0, 'no weight can take a share')
    return weights.map(() => 0)
  }
  const exact = weights.map((weight) => (weight * total) / sum)
  const shares = exact.map(Math.floor)
  const left = total - shares.reduce((all, share) => all + share, 0)
  const order = exact.map((value, index) => ({ index, remainder: value - Math.floor(value) }))
  order.sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of order.slice(0, left)) shares[index]! += 1
  return shares
}
