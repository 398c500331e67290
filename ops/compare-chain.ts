import { analyseChain } from '../pipeline/gamma/analyse-chain.ts'
import { parseQuoteData, type QuoteData } from '../pipeline/gamma/cboe-quotedata.ts'
import {
  grossWalls,
  maxPainByTrial,
  type PublishedReading,
  perfiliev,
  squeezeMetrics,
} from '../pipeline/gamma/published-methods.ts'
import { expiresAt } from '../pipeline/gamma/time-to-expiry.ts'
import { compareVolatilities, type VolatilityComparison } from '../pipeline/gamma/vendor-comparison.ts'
import type { ChainAnalysis } from '../shared/domain/contract/gamma.ts'

type Walls = ReturnType<typeof grossWalls>

export interface ComparedChain {
  chain: QuoteData
  ours: ChainAnalysis
  published: {
    perfiliev: PublishedReading
    perfiliev_live_contracts: PublishedReading
    squeeze_metrics_shares_per_point: number
    ours_shares_per_point: number
    max_pain_by_trial: number | null
    walls_by_gross_gamma: Walls
    walls_by_open_interest: Walls
  }
  volatilities: VolatilityComparison
}

/** Reads a saved chain with the engine and with published methods of others. */
export function compareChain(text: string, rate: number): ComparedChain {
  const chain = parseQuoteData(text)
  const { spot, quotedAt, contracts } = chain
  const ours = analyseChain(chain, { rate, source: 'given' })
  const live = contracts.filter(({ expiration, settlement = 'pm' }) => expiresAt(expiration, settlement) > quotedAt)
  return {
    chain,
    ours,
    published: {
      perfiliev: perfiliev(chain),
      perfiliev_live_contracts: perfiliev({ ...chain, contracts: live }),
      squeeze_metrics_shares_per_point: squeezeMetrics({ ...chain, contracts: live }),
      ours_shares_per_point: (ours.net_gamma_usd_per_pct ?? 0) / (spot * spot * 0.01),
      max_pain_by_trial: maxPainByTrial(live),
      walls_by_gross_gamma: grossWalls(live, 'gamma'),
      walls_by_open_interest: grossWalls(live, 'open_interest'),
    },
    volatilities: compareVolatilities(chain, rate),
  }
}
