import type { Outcomes } from './outcomes.ts'

/** Runs of calm and stress stay whole, so that only their place is random. */
const BLOCK_SESSIONS = 60

/**
 * Moves the outcomes in blocks to other places: whatever a rule still finds in them is luck or a leak. Unknown outcomes
 * stay at the end.
 */
export function shuffledOutcomes(outcomes: Outcomes, random: () => number): Outcomes {
  const known = outcomes.filter((each) => !Number.isNaN(each))
  const blocks = Array.from({ length: Math.ceil(known.length / BLOCK_SESSIONS) }, (_, block) =>
    known.subarray(block * BLOCK_SESSIONS, (block + 1) * BLOCK_SESSIONS),
  )
  for (let at = blocks.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[blocks[at], blocks[other]] = [blocks[other]!, blocks[at]!]
  }
  const shuffled = new Float64Array(outcomes.length).fill(Number.NaN)
  let from = 0
  for (const block of blocks) {
    shuffled.set(block, from)
    from += block.length
  }
  return shuffled
}
