import type { MarketInputs } from '../inputs/market-inputs.ts'

/**
 * The inputs that a final daily row may read: no quote and no chain of the day stands in for a close that is not known, because
 * the row is never revised. A close that did not come is missing in it, and a value that is due by then and did not come
 * is late: no later row says so.
 */
export const closesOnly = (inputs: MarketInputs): MarketInputs => ({
  ...inputs,
  quotes: {},
  chain: null,
  earlierChain: null,
  fetchGraceMs: 0,
})
