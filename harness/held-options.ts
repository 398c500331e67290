import { type OptionInstrument, parseInstrument } from '../shared/domain/trading/instrument.ts'
import type { HeldOption } from '../shared/domain/trading/settlement.ts'

/** Units of the ledger in a dollar. */
export const DOLLAR = 10_000

/** An option on SPY that ends with December. */
const option = (right: 'call' | 'put', strike: number): OptionInstrument =>
  parseInstrument(
    `SPY261218${right === 'call' ? 'C' : 'P'}${String(strike * 1_000).padStart(8, '0')}`,
  ) as OptionInstrument

/** So many of them, which cost so many dollars. */
export const held = (quantity: number, right: 'call' | 'put', strike: number, cost: number): HeldOption => ({
  option: option(right, strike),
  quantity,
  costE4: cost * DOLLAR,
})
