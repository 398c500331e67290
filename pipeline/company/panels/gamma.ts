import type { GammaPanel } from '../../../shared/domain/contract/company/gamma.ts'
import type { ChainAnalysis } from '../../../shared/domain/contract/gamma.ts'
import { type CompanyInputs, headOf, inputOf, type Stored } from '../inputs.ts'
import { noOptions } from './options.ts'

export interface GammaRow {
  spot: number
  quoted_at: string
  analysis: ChainAnalysis
}

export function gammaPanel(inputs: CompanyInputs, newest: Stored<GammaRow> | null): GammaPanel {
  const analysis = newest?.row.analysis ?? null
  const none = newest === null ? noOptions(inputs) : null
  const because = (value: unknown, reason: string): string | null => none ?? (value == null ? reason : null)
  const unused = 'no contract of the chain has both open interest and a volatility'
  const zero = analysis?.zero_gamma_reason ?? unused
  const move = analysis?.expected_move.next_session ?? null
  return {
    ...headOf(inputs, [inputOf('closing option chain', 'chains', newest === null ? [] : [newest], inputs)], {
      day: none,
      spot: none,
      net_gamma_usd_per_pct: because(analysis?.net_gamma_usd_per_pct, unused),
      sign: because(analysis?.sign, unused),
      call_wall: because(analysis?.call_wall, 'no strike has a positive exposure'),
      put_wall: because(analysis?.put_wall, 'no strike has a negative exposure'),
      zero_gamma: because(analysis?.zero_gamma, zero),
      max_pain: because(analysis?.max_pain, 'no contract is open'),
      expected_move_next_session: because(move, 'no expiration has a straddle'),
      contracts: none,
      convention: none,
      profile: none,
      strikes_beyond_exposure: because(analysis?.strikes_beyond_exposure, unused),
      by_expiration: none,
    }),
    day: newest?.day ?? null,
    spot: newest?.row.spot ?? null,
    net_gamma_usd_per_pct: analysis?.net_gamma_usd_per_pct ?? null,
    sign: analysis?.sign ?? null,
    call_wall: analysis?.call_wall ?? null,
    put_wall: analysis?.put_wall ?? null,
    zero_gamma: analysis?.zero_gamma ?? null,
    max_pain: analysis?.max_pain ?? null,
    expected_move_next_session: move,
    contracts: analysis?.contracts.used ?? null,
    convention: analysis?.convention ?? null,
    profile: analysis?.strikes ?? [],
    strikes_beyond_exposure: analysis?.strikes_beyond_exposure ?? null,
    by_expiration: (analysis?.by_expiration ?? []).map(({ expiration, exposure, share, max_pain, open_interest }) => ({
      expiration,
      exposure,
      share,
      max_pain,
      open_interest,
    })),
  }
}
