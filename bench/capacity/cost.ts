/** The processes that share the work. */
export const PARTS = ['replica', 'workers', 'postgres', 'broker'] as const
export type Part = (typeof PARTS)[number]

/** The measured cost of a number of units together. */
export interface Cost {
  size: number
  /** Seconds of processor: each second while the units are there, or for all of the work. */
  processor: Partial<Record<Part, number | null>>
  memoryMb: number | null
  /** Connections to the database. */
  connections: number | null
  bytes: number | null
}

/** One kind of load, measured at two sizes. */
export interface Measured {
  id: string
  /** One of it, in words. */
  one: string
  /** The unit that `processor` counts by. */
  per: 'second' | 'unit'
  /** The meaning of `bytes`, in words. */
  bytesAre: string
  small: Cost
  large: Cost
}

/** The cost of one more, by the difference of the two sizes; null where one of them is unknown. */
export interface Slope {
  processor: Partial<Record<Part, number>>
  memoryMb: number | null
  connections: number | null
  bytes: number | null
}

const rise = (from: number | null | undefined, to: number | null | undefined, by: number): number | null =>
  from === null || from === undefined || to === null || to === undefined ? null : Math.max(0, (to - from) / by)

/** A cost that did not rise counts as none: it is below what the measurement can see. */
export function slopeOf({ small, large }: Pick<Measured, 'small' | 'large'>): Slope {
  const by = large.size - small.size
  const processor: Partial<Record<Part, number>> = {}
  for (const part of PARTS) {
    const more = rise(small.processor[part], large.processor[part], by)
    if (more !== null) processor[part] = more
  }
  return {
    processor,
    memoryMb: rise(small.memoryMb, large.memoryMb, by),
    connections: rise(small.connections, large.connections, by),
    bytes: rise(small.bytes, large.bytes, by),
  }
}
