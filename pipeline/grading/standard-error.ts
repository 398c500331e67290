/** The gain over the rival on one date; the weight is the number of its claims. */
export interface DatedGain {
  /** Position of the start on the line of sessions. */
  start: number
  weight: number
  gain: number
}

/** Blocks in sessions: gains depend on each other beyond their windows, because calm and stress persist. */
const BLOCKS = [20, 60, 120] as const
/** The scatter of fewer blocks is too uncertain. */
const BLOCKS_MIN = 10

/**
 * The standard error of the mean gain: the largest of one from dates whose windows do not overlap, and one from blocks of
 * 20, 60 and 120 sessions each. Zero below two dates.
 */
export function standardError(dates: readonly DatedGain[], mean: number, effectiveDates: number): number {
  const weight = dates.reduce((sum, date) => sum + date.weight, 0)
  const rests = dates.map((date) => ({ start: date.start, rest: date.weight * (date.gain - mean) }))
  const plain = scatter(rests.map(({ rest }) => rest)) * Math.sqrt(dates.length / effectiveDates)
  const blocked = BLOCKS.map((sessions) => {
    const sums = new Map<number, number>()
    for (const { start, rest } of rests) {
      const block = Math.floor(start / sessions)
      sums.set(block, (sums.get(block) ?? 0) + rest)
    }
    return sums.size < BLOCKS_MIN ? 0 : scatter([...sums.values()])
  })
  return Math.max(plain, ...blocked) / weight
}

/** The standard deviation of a sum of independent parts whose mean is zero. */
function scatter(parts: readonly number[]): number {
  if (parts.length < 2) return 0
  const squares = parts.reduce((sum, part) => sum + part ** 2, 0)
  return Math.sqrt((squares * parts.length) / (parts.length - 1))
}
