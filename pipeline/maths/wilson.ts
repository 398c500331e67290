/** 95 %, two-sided. */
const Z = 1.959964

export interface RateInterval {
  low: number
  high: number
}

/**
 * Wilson's interval of a rate seen in `n` samples, which may be a fraction where samples overlap; null without any. It
 * stays within 0 and 1, and is honest at a rate of 0 or 1, where the textbook's interval has no width.
 */
export function wilson(rate: number, n: number): RateInterval | null {
  if (n <= 0) return null
  const square = Z * Z
  const centre = (rate + square / (2 * n)) / (1 + square / n)
  const half = (Z / (1 + square / n)) * Math.sqrt((rate * (1 - rate)) / n + square / (4 * n * n))
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}
