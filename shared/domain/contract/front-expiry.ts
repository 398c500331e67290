import { z } from 'zod'
import { emptyGamma, FrontExpiry, GammaDocument } from './gamma.ts'

const { as_of, reason, underlying, source, spot_price, quoted_at, age_seconds, open_interest_date, convention } =
  GammaDocument.shape

export const FrontExpiryDocument = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    method: z.string().describe('version of the exposure rules'),
    as_of,
    reason,
    underlying,
    source,
    spot_price,
    quoted_at,
    age_seconds,
    open_interest_date,
    convention,
    front: FrontExpiry.nullable().describe('nearest expiration; null with a reason'),
    straddle_percent: z
      .number()
      .nullable()
      .describe('price of its straddle in percent of spot: the move until then that options price in'),
    zero_dte_share: z
      .number()
      .nullable()
      .describe('fraction of the gross exposure of the chain that expires today; null if nothing live expires today'),
    n: z.int().describe('strikes of the nearest expiration within 20 % of spot that have exposure'),
  })
  .meta({ id: 'FrontExpiryDocument', description: 'The nearest expiration: its walls and profile' })
export type FrontExpiryDocument = z.infer<typeof FrontExpiryDocument>

/** The document without a chain: nulls and the reason. */
export function emptyFrontExpiry(reason: string): FrontExpiryDocument {
  const { method, as_of, underlying, source, spot_price, quoted_at, age_seconds, open_interest_date, convention } =
    emptyGamma(reason)
  return {
    schema_version: '2026.11',
    method,
    as_of,
    underlying,
    source,
    spot_price,
    quoted_at,
    age_seconds,
    open_interest_date,
    convention,
    reason,
    front: null,
    straddle_percent: null,
    zero_dte_share: null,
    n: 0,
  }
}
