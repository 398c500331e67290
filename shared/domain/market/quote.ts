import { z } from 'zod'

/** Symbols are our own, without vendor prefixes ("VIX", not "_VIX" or "^VIX"). */
export const Quote = z.object({
  symbol: z.string().regex(/^[A-Z][A-Z0-9.]{0,9}$/),
  price: z.number().positive(),
  /** The vendor's own time of the price; on a delayed feed it is earlier than the fetch. */
  quotedAt: z.date(),
  previousClose: z.number().positive().nullable(),
  open: z.number().positive().nullable(),
  high: z.number().positive().nullable(),
  low: z.number().positive().nullable(),
  bid: z.number().nonnegative().nullable(),
  ask: z.number().nonnegative().nullable(),
  volume: z.number().nonnegative().nullable(),
})
export type Quote = z.infer<typeof Quote>

export interface KnownQuote extends Quote {
  knownAt: Date
  source: string
}
