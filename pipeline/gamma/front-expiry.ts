import type { FrontExpiryDocument } from '../../shared/domain/contract/front-expiry.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { shown } from '../maths/shown.ts'
import { expiredFront } from './analysis-as-of.ts'
import { gammaDocument } from './gamma-document.ts'

const NOT_ANALYSED = 'an earlier version analysed this chain without its nearest expiration'
const NONE_LIVE = 'no live expiration of the chain has open interest and a volatility'

/** The nearest expiration alone, which dealers hedge near the close. */
export function frontExpiry(inputs: MarketInputs): FrontExpiryDocument {
  const whole = gammaDocument(inputs)
  const { method, as_of, underlying, source, spot_price, quoted_at, age_seconds, open_interest_date, convention } =
    whole
  const front = whole.front ?? null
  const { analysis } = inputs.chain ?? inputs.earlierChain ?? {}
  const expired = analysis ? expiredFront(analysis, inputs.cutoff) : null
  const straddle = front?.expiration.straddle ?? null
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
    reason: front ? null : (whole.reason ?? expired ?? (whole.front === null ? NONE_LIVE : NOT_ANALYSED)),
    front,
    straddle_percent: straddle === null || !spot_price ? null : shown((100 * straddle) / spot_price),
    zero_dte_share: whole.zero_dte_share,
    n: front?.strikes.length ?? 0,
  }
}
