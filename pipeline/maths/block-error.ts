import { mean } from './statistics.ts'

/** Runs of calm and stress last for months, so the larger error of both lengths counts. */
export const BLOCK_SESSIONS = [60, 120] as const

/**
 * Standard error of the mean of values whose neighbours depend on each other: that of the circular block bootstrap after
 * infinitely many draws, which has a closed form and so needs no random numbers. The larger of several block lengths
 * counts; null where not even two blocks of the longest fit.
 */
export function blockError(values: readonly number[], lengths: readonly number[] = BLOCK_SESSIONS): number | null {
  const centre = mean(values)
  if (centre === null || values.length < 2 * Math.max(...lengths)) return null
  return Math.max(...lengths.map((length) => errorOfLength(values, centre, length)))
}

function errorOfLength(values: readonly number[], centre: number, length: number): number {
  const n = values.length
  let sum = 0
  for (let at = 0; at < length; at++) sum += values[at]! - centre
  let squares = 0
  for (let start = 0; start < n; start++) {
    squares += (sum / length) ** 2
    sum += values[(start + length) % n]! - values[start]!
  }
  const blocks = n / length
  // The mean of a few blocks was fitted to them, which the divisor allows for.
  return Math.sqrt(squares / n / (blocks - 1))
}
