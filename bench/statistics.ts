/** For an even number of values, the mean of the middle two. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Interpolates linearly between neighbours; NaN for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)]
  const above = sorted[Math.ceil(at)]
  return below === undefined || above === undefined ? Number.NaN : below + (above - below) * (at - Math.floor(at))
}

export type Spread = readonly [least: number, most: number]

export const spread = (values: readonly number[]): Spread => [Math.min(...values), Math.max(...values)]

/** The better direction: more requests per second are better, and fewer milliseconds. */
export type Better = 'higher' | 'lower'

/** One round: both sides, one right after the other. */
export interface Pair {
  ours: number
  ceiling: number
}

/** The reached share of the ceiling, above 1 when ours is faster, for either direction. */
export const reached = ({ ours, ceiling }: Pair, better: Better): number =>
  better === 'higher' ? ours / ceiling : ceiling / ours

export interface Comparison {
  ours: number
  ceiling: number
  ratio: number
  spread: Spread
}

/** Takes ratios round by round, because a slow stretch of the machine slows both sides. */
export function compare(pairs: readonly Pair[], better: Better): Comparison {
  const ratios = pairs.map((pair) => reached(pair, better))
  return {
    ours: median(pairs.map(({ ours }) => ours)),
    ceiling: median(pairs.map(({ ceiling }) => ceiling)),
    ratio: median(ratios),
    spread: spread(ratios),
  }
}
