import { z } from 'zod'
import { TradingDay } from '../../time/trading-day.ts'

export const OptionContract = z.object({
  expiration: TradingDay,
  strike: z.number().positive(),
  right: z.enum(['call', 'put']),
  bid: z.number().nonnegative(),
  ask: z.number().nonnegative(),
  /** Implied volatility as a fraction (0.18); null if the vendor could not compute one. */
  iv: z.number().positive().nullable(),
  openInterest: z.number().nonnegative(),
  volume: z.number().nonnegative(),
  /** Absent means pm: it settles at the close of its last day. The monthly SPX settles am, at the open. */
  settlement: z.enum(['am', 'pm']).optional(),
})
export type OptionContract = z.infer<typeof OptionContract>

export const OptionChain = z.object({
  underlying: z.string(),
  spot: z.number().positive(),
  quotedAt: z.date(),
  contracts: z.array(OptionContract).min(1),
})
export type OptionChain = z.infer<typeof OptionChain>
