import { z } from 'zod'

/** A 30-day federal funds future: 100 minus its price is the month's expected average funds rate in percent. */
export const FedFundFuture = z.object({
  /** The contract month, 'YYYY-MM'. */
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
  price: z.number().positive(),
  quotedAt: z.date(),
})
export type FedFundFuture = z.infer<typeof FedFundFuture>

export interface KnownFedFundFuture extends FedFundFuture {
  knownAt: Date
  source: string
}
