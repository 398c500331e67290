/** 95 %, two-sided. */
const Z = 1.959964

export interface RateInterval {
  low: number
  high: number
}

/**
 * Wilson's interval of a rate observed in `n` samples; `n` may be a fraction where samples overlap. Null without
 * samples. It stays within 0 and 1 and has a width at a rate of 0 or 1, unlike the textbook's interval.
 */
export function wilson(rate: number, n: number): RateInterval | null {
  if (n <= 0) return null
  const square = Z * Z
  const centre = (rate + square / (2 * n)) / (1 + square / n)
  const half = (Z / (1 + square / n)) * Math.sqrt((rate * (1 - rate)) / n + square / (4 * n * n))
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}
