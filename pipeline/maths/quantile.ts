import assert from 'node:assert/strict'

/** The value below which a share of the sorted values lies, interpolated linearly; null without values. */
export function quantile(sorted: readonly number[] | Float64Array, share: number): number | null {
  assert(share >= 0 && share <= 1, 'a share lies between 0 and 1')
  const position = (sorted.length - 1) * share
  const below = sorted[Math.floor(position)]
  const above = sorted[Math.ceil(position)]
  if (below === undefined || above === undefined) return null
  return below + (above - below) * (position - Math.floor(position))
}
