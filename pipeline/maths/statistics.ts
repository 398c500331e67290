export function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += values[at]!
  return sum / values.length
}

/** Sample standard deviation; null below two values. */
export function standardDeviation(values: readonly number[]): number | null {
  const centre = mean(values)
  if (centre === null || values.length < 2) return null
  let squares = 0
  for (let at = 0; at < values.length; at++) squares += (values[at]! - centre) ** 2
  return Math.sqrt(squares / (values.length - 1))
}

export function median(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}

/** Changes from each value to the next. */
export function changes(values: readonly number[]): number[] {
  const found: number[] = []
  for (let at = 1; at < values.length; at++) found.push(values[at]! - values[at - 1]!)
  return found
}

/**
 * The sample standard deviation of the changes; null below three values. Every reading needs it, so it allocates no
 * copy.
 */
export function deviationOfChanges(values: readonly number[]): number | null {
  const count = values.length - 1
  if (count < 2) return null
  let sum = 0
  for (let at = 1; at <= count; at++) sum += values[at]! - values[at - 1]!
  const centre = sum / count
  let squares = 0
  for (let at = 1; at <= count; at++) squares += (values[at]! - values[at - 1]! - centre) ** 2
  return Math.sqrt(squares / (count - 1))
}
