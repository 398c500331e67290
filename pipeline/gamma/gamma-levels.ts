import { GAMMA_CONVENTION } from '../../shared/domain/contract/gamma.ts'
import type { GammaLevels, NotReady } from '../../shared/domain/contract/signals.ts'
import { previousSession } from '../../shared/time/calendar.ts'
import { eastern, easternIso } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { ChainPoint } from '../inputs/market-inputs.ts'
import { shownDollars } from '../maths/shown.ts'
import { analysisAsOf } from './analysis-as-of.ts'

export const NO_CHAIN = 'no option chain of today or of the session before is known yet'
export const ANALYSIS_PRUNED = 'the analysis of this chain is older than 30 days and no longer stored'
export const NO_CONTRACT = 'no contract of the chain has both open interest and an implied volatility'

/** Open interest is the clearing house's morning figure, which is that of the previous session. */
export const openInterestDay = (quotedAt: Date): TradingDay => previousSession(eastern(quotedAt).day).day

/** The snapshot's block of gamma levels as of its cutoff. */
export function gammaLevels(chain: ChainPoint | null, cutoff: Date): GammaLevels | NotReady {
  if (!chain) return { status: 'not_ready', reason: NO_CHAIN }
  if (chain.netGamma === null) return { status: 'not_ready', reason: NO_CONTRACT }
  return {
    status: 'ready',
    underlying: chain.underlying,
    spot: chain.spot,
    quoted_at: easternIso(chain.quotedAt),
    session: eastern(chain.quotedAt).day,
    open_interest_date: openInterestDay(chain.quotedAt),
    convention: GAMMA_CONVENTION,
    net_gamma_usd_per_pct: shownDollars(chain.netGamma),
    call_wall: chain.callWall,
    put_wall: chain.putWall,
    ...analysisLevels(chain, cutoff),
    contracts_used: chain.contractsUsed,
    contracts_skipped: chain.contractsSkipped,
  }
}

/** The levels that the analysis adds to the walls. */
function analysisLevels(chain: ChainPoint, cutoff: Date): Partial<GammaLevels> {
  if (!chain.analysis) return storedLevels(chain) ?? {}
  const analysis = analysisAsOf(chain.analysis, { quotedAt: chain.quotedAt, cutoff })
  return {
    call_wall_pair: analysis.call_wall_pair,
    put_wall_pair: analysis.put_wall_pair,
    call_wall_ties: analysis.call_wall_ties,
    put_wall_ties: analysis.put_wall_ties,
    method: analysis.method,
    sign: analysis.sign ?? null,
    break_even_call_share: analysis.break_even_call_share ?? null,
    zero_gamma: analysis.zero_gamma,
    zero_gamma_reason: analysis.zero_gamma_reason,
    zero_gamma_crossings: analysis.zero_gamma_crossings,
    max_pain: analysis.max_pain,
    expected_move: analysis.expected_move,
    zero_dte_share: analysis.zero_dte_share,
    net_gamma_without_today_usd_per_pct: analysis.without_today?.net_gamma_usd_per_pct ?? null,
    sign_without_today: analysis.without_today?.sign ?? null,
  }
}

/** The part of a pruned analysis that remains with the chain; null if an earlier version did not analyse it. */
export function storedLevels({ method, zeroGamma = null, maxPain = null }: ChainPoint) {
  if (!method) return null
  return {
    method,
    zero_gamma: zeroGamma,
    zero_gamma_reason: zeroGamma === null ? ANALYSIS_PRUNED : null,
    max_pain: maxPain,
  }
}
