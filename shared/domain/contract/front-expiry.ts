import { z } from 'zod'
import { emptyGamma, FrontExpiry, GammaDocument } from './gamma.ts'

const { as_of, reason, underlying, source, spot_price, quoted_at, age_seconds, open_interest_date, convention } =
  GammaDocument.shape

export const FrontExpiryDocument = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    method: z.string().describe('version of the rules of the exposure'),
    as_of,
    reason,
    underlying,
    source,
    spot_price,
    quoted_at,
    age_seconds,
    open_interest_date,
    convention,
    front: FrontExpiry.nullable().describe('the nearest expiration; null with a reason'),
    straddle_percent: z.number().nullable().describe('its straddle in percent of spot: what a move until then costs'),
    zero_dte_share: z
      .number()
      .nullable()
      .describe('fraction of the gross exposure of the chain that expires today; null when nothing live does'),
    n: z.int().describe('strikes of the front expiration within 20 % of spot that have an exposure'),
  })
  .meta({ id: 'FrontExpiryDocument', description: 'The expiration that ends first: its walls and profile' })
export type FrontExpiryDocument = z.infer<typeof FrontExpiryDocument>

/** The honest payload without a chain. */
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
