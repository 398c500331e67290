const one = (): number => 1

/**
 * Options of an `LRUCache` that holds at most so many entries and grows with them. With its option `max` a cache
 * allocates all places when it is made, which took a replica's caches 17 ms and 5 MB.
 */
export const entriesMax = (count: number) => ({ maxSize: count, sizeCalculation: one })
