import type { GammaLevels, NotReady } from '../../shared/domain/signals.ts'
import { previousSession } from '../../shared/time/calendar.ts'
import { eastern, easternIso } from '../../shared/time/eastern.ts'
import type { ChainPoint } from '../signals/market-inputs.ts'

export const CONVENTION = 'calls positive, puts negative; gamma x open interest x 100 x spot^2 x 0.01'

/** The snapshot's block. Open interest is the clearing house's morning figure, so it is the previous session's. */
export function gammaLevels(chain: ChainPoint | null): GammaLevels | NotReady {
  if (!chain) return { status: 'not_ready', reason: 'no option chain quoted today is known yet' }
  if (chain.netGamma === null) {
    return { status: 'not_ready', reason: 'no contract of the chain has both open interest and an implied volatility' }
  }
  return {
    status: 'ready',
    underlying: chain.underlying,
    spot: chain.spot,
    quoted_at: easternIso(chain.quotedAt),
    open_interest_date: previousSession(eastern(chain.quotedAt).day).day,
    convention: CONVENTION,
    net_gamma_usd_per_pct: Math.round(chain.netGamma),
    call_wall: chain.callWall,
    put_wall: chain.putWall,
    contracts_used: chain.contractsUsed,
    contracts_skipped: chain.contractsSkipped,
  }
}
