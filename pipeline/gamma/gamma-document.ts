import { emptyGamma, GAMMA_SCHEMA_VERSION, type GammaDocument } from '../../shared/domain/contract/gamma.ts'
import { easternExact, easternIso } from '../../shared/time/eastern.ts'
import type { ChainPoint, MarketInputs } from '../inputs/market-inputs.ts'
import { oncePer } from '../maths/once-per.ts'
import { levelsKept, NO_CHAIN, NO_CONTRACT, openInterestDay, READING_PRUNED } from './gamma-levels.ts'

const NEVER_READ = 'an earlier version stored this chain without a profile'

/** What `signals/gamma` serves for a cycle. */
export const gammaDocument = oncePer(({ chain, cutoff }: MarketInputs): GammaDocument => {
  const asOf = easternExact(cutoff)
  if (!chain) return emptyGamma(NO_CHAIN, asOf)
  const whose = {
    underlying: chain.underlying,
    source: chain.source,
    spot_price: chain.spot,
    quoted_at: easternIso(chain.quotedAt),
    age_seconds: Math.round((cutoff.getTime() - chain.quotedAt.getTime()) / 1000),
    open_interest_date: openInterestDay(chain.quotedAt),
  }
  if (!chain.analysis) return { ...withoutProfile(chain, asOf), ...whose }
  return {
    schema_version: GAMMA_SCHEMA_VERSION,
    as_of: asOf,
    reason: chain.netGamma === null ? NO_CONTRACT : null,
    ...whose,
    ...chain.analysis,
  }
})

function withoutProfile(chain: ChainPoint, asOf: string): GammaDocument {
  const kept = levelsKept(chain)
  if (!kept) return emptyGamma(NEVER_READ, asOf)
  return {
    ...emptyGamma(READING_PRUNED, asOf),
    ...kept,
    net_gamma_usd_per_pct: chain.netGamma,
    call_wall: chain.callWall,
    put_wall: chain.putWall,
  }
}
