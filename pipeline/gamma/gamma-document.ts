import { emptyGamma, GAMMA_SCHEMA_VERSION, type GammaDocument } from '../../shared/domain/contract/gamma.ts'
import { easternExact, easternIso } from '../../shared/time/eastern.ts'
import type { ChainPoint, MarketInputs } from '../inputs/market-inputs.ts'
import { oncePer } from '../maths/once-per.ts'
import { analysisAsOf } from './analysis-as-of.ts'
import { ANALYSIS_PRUNED, NO_CHAIN, NO_CONTRACT, openInterestDay, storedLevels } from './gamma-levels.ts'

const NEVER_ANALYSED = 'an earlier version stored this chain without a profile'

/** The document that `signals/gamma` serves for a cycle. */
export const gammaDocument = oncePer(({ chain: current, earlierChain, cutoff }: MarketInputs): GammaDocument => {
  const asOf = easternExact(cutoff)
  const chain = current ?? earlierChain ?? null
  if (!chain) return emptyGamma(NO_CHAIN, asOf)
  const identity = {
    underlying: chain.underlying,
    source: chain.source,
    spot_price: chain.spot,
    quoted_at: easternIso(chain.quotedAt),
    age_seconds: Math.round((cutoff.getTime() - chain.quotedAt.getTime()) / 1000),
    open_interest_date: openInterestDay(chain.quotedAt),
  }
  if (!chain.analysis) return { ...withoutProfile(chain, asOf), ...identity }
  return {
    schema_version: GAMMA_SCHEMA_VERSION,
    as_of: asOf,
    reason: chain.netGamma === null ? NO_CONTRACT : null,
    ...identity,
    ...analysisAsOf(chain.analysis, { quotedAt: chain.quotedAt, cutoff }),
  }
})

function withoutProfile(chain: ChainPoint, asOf: string): GammaDocument {
  const stored = storedLevels(chain)
  if (!stored) return emptyGamma(NEVER_ANALYSED, asOf)
  return {
    ...emptyGamma(ANALYSIS_PRUNED, asOf),
    ...stored,
    net_gamma_usd_per_pct: chain.netGamma,
    call_wall: chain.callWall,
    put_wall: chain.putWall,
  }
}
