import type { MarketInputs } from '../inputs/market-inputs.ts'

/**
 * The inputs that a final daily row may read. No quote and no chain of the day replaces a close that is not known,
 * because the row is never revised. A close that did not come is missing, and a value that was due by then and did not
 * come is late, since no later row can say so.
 */
export const closesOnly = (inputs: MarketInputs): MarketInputs => ({
  ...inputs,
  quotes: {},
  chain: null,
  earlierChain: null,
  fetchGraceMs: 0,
})
