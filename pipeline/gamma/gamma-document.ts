import { emptyGamma, GAMMA_SCHEMA_VERSION, type GammaDocument } from '../../shared/domain/gamma.ts'
import { easternExact, easternIso } from '../../shared/time/eastern.ts'
import type { MarketInputs } from '../signals/market-inputs.ts'
import { NO_CHAIN, NO_CONTRACT, openInterestDay } from './gamma-levels.ts'

const NOT_KEPT = 'no profile of this chain is kept: it is older than 30 days, or an earlier version stored it'

/** What `signals/gamma` serves for a cycle. */
export function gammaDocument({ chain, cutoff }: MarketInputs): GammaDocument {
  const asOf = easternExact(cutoff)
  if (!chain) return emptyGamma(NO_CHAIN, asOf)
  if (!chain.analysis) return emptyGamma(NOT_KEPT, asOf)
  return {
    schema_version: GAMMA_SCHEMA_VERSION,
    as_of: asOf,
    reason: chain.netGamma === null ? NO_CONTRACT : null,
    underlying: chain.underlying,
    source: chain.source,
    spot_price: chain.spot,
    quoted_at: easternIso(chain.quotedAt),
    age_seconds: Math.round((cutoff.getTime() - chain.quotedAt.getTime()) / 1000),
    open_interest_date: openInterestDay(chain.quotedAt),
    ...chain.analysis,
  }
}
