import { z } from 'zod'
import type { ExpiryPreview } from '../../../shared/domain/trading/expiry-preview.ts'
import { parseInstrument } from '../../../shared/domain/trading/instrument.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import { EXPIRY_OUTCOMES, type SettledOption } from '../../../shared/domain/trading/settlement.ts'
import { expiresAt } from '../../../shared/domain/trading/settlement-price.ts'
import { easternExact } from '../../../shared/time/eastern.ts'

export const PRICE_BASES = ['frozen', 'touch', 'last'] as const
export type PriceBasis = (typeof PRICE_BASES)[number]

/** What the underlying is taken to close at, or why nothing can be taken. */
export interface AssumedPrice {
  priceE4: number | null
  basis: PriceBasis | null
  reason: string | null
}

const PreviewedOption = z
  .object({
    contract: z.string().describe('OSI symbol without padding'),
    quantity: z.int().describe('contracts as they are held; negative when written'),
    outcome: z.enum(EXPIRY_OUTCOMES).describe('what would become of them, as the account event will name it'),
    delivery: z
      .enum(['stock', 'cash'])
      .nullable()
      .describe('settled in shares at the strike, or in cash at what it pays'),
    strike: z.number().describe('in dollars'),
    cash: z.number().describe('into the account, in dollars'),
    shares: z.int().describe('into the account'),
  })
  .meta({ id: 'PreviewedOption', description: 'What would become of a contract, or of a part of what is held of it' })

export const PreviewedExpiry = z
  .object({
    underlying: z.string().describe('whose close decides'),
    expiration: z.string().describe('the day, YYYY-MM-DD'),
    expires_at: z.string().describe('the bell they end with, Eastern'),
    assumed_price: z.number().nullable().describe('what the underlying is taken to close at, in dollars'),
    price_basis: z
      .enum(PRICE_BASES)
      .nullable()
      .describe('frozen: the settlement price itself; touch: the middle of bid and ask now; last: the last trade'),
    reason: z.string().nullable().describe('why no price can be assumed; the options are then left as they are'),
    options: z.array(PreviewedOption).describe('assigned and exercised in the order they are served'),
    cash: z.number().describe('into the account by all of them, in dollars'),
    shares_before: z.int().describe('shares of the underlying before'),
    shares_after: z.int().describe('and behind it; short when negative'),
    balance_after: z.number().describe('cash behind it and all before it, in dollars'),
    deficit: z.boolean().describe('true: cash would be below zero, and the account could only close until it is paid'),
  })
  .meta({ id: 'PreviewedExpiry', description: 'All options of one underlying and expiration, settled as one' })

const optionDocument = ({ contract, quantity, outcome, delivery, cashE4, shares }: SettledOption) => {
  const option = parseInstrument(contract)
  const strike = option?.kind === 'option' ? option.strike : 0
  return { contract, quantity, outcome, delivery, strike, cash: dollarsOf(cashE4), shares }
}

export const previewedExpiry = (
  ending: ExpiryPreview,
  { basis, reason }: AssumedPrice,
): z.input<typeof PreviewedExpiry> => ({
  underlying: ending.underlying,
  expiration: ending.expiration,
  expires_at: easternExact(expiresAt(ending.expiration)),
  assumed_price: ending.priceE4 === null ? null : dollarsOf(ending.priceE4),
  price_basis: basis,
  reason,
  options: ending.settled.map(optionDocument),
  cash: dollarsOf(ending.cashE4),
  shares_before: ending.sharesBefore,
  shares_after: ending.sharesAfter,
  balance_after: dollarsOf(ending.cashAfterE4),
  deficit: ending.cashAfterE4 < 0,
})
