/** Between the two middle values of an even number of them. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** With linear interpolation between neighbours; NaN of nothing. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)]
  const above = sorted[Math.ceil(at)]
  return below === undefined || above === undefined ? Number.NaN : below + (above - below) * (at - Math.floor(at))
}

export type Spread = readonly [least: number, most: number]

export const spread = (values: readonly number[]): Spread => [Math.min(...values), Math.max(...values)]

/** Which direction is good: requests per second should be many, milliseconds few. */
export type Better = 'higher' | 'lower'

/** One round: both sides measured one right after the other. */
export interface Pair {
  ours: number
  ceiling: number
}

/** What part of the ceiling was reached, above 1 if we are the quicker one, in either direction. */
export const reached = ({ ours, ceiling }: Pair, better: Better): number =>
  better === 'higher' ? ours / ceiling : ceiling / ours

export interface Comparison {
  ours: number
  ceiling: number
  ratio: number
  spread: Spread
}

/** The ratio is taken round by round: what made the machine slow for a while made both sides slow. */
export function compare(pairs: readonly Pair[], better: Better): Comparison {
  const ratios = pairs.map((pair) => reached(pair, better))
  return {
    ours: median(pairs.map(({ ours }) => ours)),
    ceiling: median(pairs.map(({ ceiling }) => ceiling)),
    ratio: median(ratios),
    spread: spread(ratios),
  }
}
