import { z } from 'zod'
import type { ExpiryPreview } from '../../../shared/domain/trading/expiry-preview.ts'
import { parseInstrument } from '../../../shared/domain/trading/instrument.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import { EXPIRY_OUTCOMES, type SettledOption } from '../../../shared/domain/trading/settlement.ts'
import { expiresAt } from '../../../shared/domain/trading/settlement-price.ts'
import { easternExact } from '../../../shared/time/eastern.ts'
import { type AssumedPrice, PRICE_BASES } from './assumed-price.ts'

const PreviewedOption = z
  .object({
    contract: z.string().describe('OSI symbol without padding'),
    quantity: z.int().describe('contracts held; negative when written'),
    outcome: z.enum(EXPIRY_OUTCOMES).describe('the outcome, named as the account event will be'),
    delivery: z
      .enum(['stock', 'cash'])
      .nullable()
      .describe('stock: shares at the strike; cash: the intrinsic value; null: nothing'),
    strike: z.number().describe('strike in dollars'),
    cash: z.number().describe('cash into the account, in dollars'),
    shares: z.int().describe('shares into the account'),
  })
  .meta({ id: 'PreviewedOption', description: 'The outcome for a contract, or for part of the position in it' })

export const PreviewedExpiry = z
  .object({
    underlying: z.string().describe('the symbol whose close decides'),
    expiration: z.string().describe('the expiration day, YYYY-MM-DD'),
    expires_at: z.string().describe('the close at which the options expire, Eastern'),
    assumed_price: z.number().nullable().describe('the assumed close of the underlying, in dollars'),
    price_basis: z
      .enum(PRICE_BASES)
      .nullable()
      .describe(
        'frozen: the settlement price itself; close: the close of the session in which they ended, not yet frozen; ' +
          'touch: the middle of bid and ask now; last: the last trade',
      ),
    reason: z.string().nullable().describe('why no price can be assumed; the options are then not settled'),
    options: z.array(PreviewedOption).describe('in the order in which they are assigned and exercised'),
    cash: z.number().describe('cash into the account from all of them, in dollars'),
    shares_before: z.int().describe('shares of the underlying before the settlement'),
    shares_after: z.int().describe('shares of the underlying after it; negative when short'),
    balance_after: z.number().describe('cash after this and all earlier expiries, in dollars'),
    deficit: z.boolean().describe('true: cash would be below zero, and the account could only close positions'),
  })
  .meta({ id: 'PreviewedExpiry', description: 'All options of one underlying and expiration, settled together' })

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
