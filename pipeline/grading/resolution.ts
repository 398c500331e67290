/** A chance that was stated, and whether it came true. */
export interface StatedChance {
  stated: number
  came: boolean
}

export interface Decomposition {
  /** Brier score = reliability - resolution + uncertainty, up to the spread of the statements within a part. */
  reliability: number
  resolution: number
  uncertainty: number
}

/**
 * Murphy's parts of the Brier score, by parts of equal size in the order of the statements; equal statements stay in
 * one part. Raw resolution is biased upwards: even outcomes drawn at random have some.
 */
export function decompose(chances: readonly StatedChance[], parts: number): Decomposition | null {
  if (chances.length === 0) return null
  const rate = meanOf(chances, ({ came }) => Number(came))
  let [reliability, resolution] = [0, 0]
  for (const some of partsOf(chances, parts)) {
    const came = meanOf(some, (each) => Number(each.came))
    const share = some.length / chances.length
    reliability += share * (meanOf(some, ({ stated }) => stated) - came) ** 2
    resolution += share * (came - rate) ** 2
  }
  return { reliability, resolution, uncertainty: rate * (1 - rate) }
}

const meanOf = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((sum, one) => sum + of(one), 0) / all.length

/** Parts of about equal size in the order of the statements; equal statements stay in one part. */
export function partsOf<T extends StatedChance>(chances: readonly T[], parts: number): T[][] {
  const order = chances.toSorted((a, b) => a.stated - b.stated)
  const partAt = (at: number) => Math.floor((at * parts) / order.length)
  const found: T[][] = []
  let part = -1
  for (const [at, chance] of order.entries()) {
    const isTie = at > 0 && order[at - 1]!.stated === chance.stated
    if (!isTie && partAt(at) !== part) {
      part = partAt(at)
      found.push([])
    }
    found.at(-1)!.push(chance)
  }
  return found
}
