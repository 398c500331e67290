import { z } from 'zod'
import { TradingDay } from '../../time/trading-day.ts'

const shares = z.int().min(1).max(1_000)
/** A corporate action that a vendor announces for a share. */
export const ActionTerms = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('dividend'),
    amount_e4: z.int().positive(),
    pay_date: TradingDay,
    is_special: z.boolean(),
  }),
  z.object({ kind: z.literal('split'), new_shares: shares, old_shares: shares }),
  z.object({ kind: z.literal('symbol_change'), to: z.string().max(20) }),
  z.object({ kind: z.literal('merger'), filing: z.string().max(60) }),
  z.object({ kind: z.literal('delisting'), filing: z.string().max(60) }),
])
export type ActionTerms = z.infer<typeof ActionTerms>

/** One vendor's announcement; `exDate` is the day it takes effect, or became known where there is none. */
export interface ActionReport {
  symbol: string
  exDate: TradingDay
  terms: ActionTerms
}

export interface VendorReport extends ActionReport {
  vendor: string
}

/** In words for an operator: `dividend of 0.25 dollars, paid 2026-12-10`. */
export function termsInWords(terms: ActionTerms): string {
  if (terms.kind === 'dividend') {
    const special = terms.is_special ? 'special ' : ''
    return `${special}dividend of ${terms.amount_e4 / 10_000} dollars, paid ${terms.pay_date}`
  }
  if (terms.kind === 'split') return `split ${terms.new_shares}:${terms.old_shares}`
  if (terms.kind === 'symbol_change') return `change of the symbol to ${terms.to}`
  return `${terms.kind} (${terms.filing})`
}
