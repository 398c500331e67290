import type { MarketInputs } from '../inputs/market-inputs.ts'

/**
 * The inputs that a final daily row may read: no quote and no chain of the day stands in for a close that is not known, because
 * the row is never revised. A close that did not come is missing in it.
 */
export const closesOnly = (inputs: MarketInputs): MarketInputs => ({
  ...inputs,
  quotes: {},
  chain: null,
  earlierChain: null,
})
