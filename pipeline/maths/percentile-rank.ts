/**
 * The share of values at or below `value`, in percent; `value` should be among them. Ties count as below, so the
 * highest value of a window has 100, and so has every value of a constant window.
 */
export function percentileRank(values: readonly number[], value: number): number | null {
  if (values.length === 0) return null
  let atOrBelow = 0
  for (const each of values) if (each <= value) atOrBelow++
  return (100 * atOrBelow) / values.length
}
