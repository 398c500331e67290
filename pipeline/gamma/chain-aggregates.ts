import type { OptionChain } from '../../shared/domain/option-chain.ts'
import { gammaProfile, type StrikeExposure } from './gamma-profile.ts'

/** What is kept of a chain for ever. */
export interface ChainAggregates {
  /** Dollars per 1 % move; null when no contract could be used. */
  netGamma: number | null
  /** The strike with the largest positive exposure; null when none is positive. */
  callWall: number | null
  /** The strike with the largest negative exposure; null when none is negative. */
  putWall: number | null
  contractsUsed: number
  contractsSkipped: number
}

export function chainAggregates(chain: OptionChain): ChainAggregates {
  const { strikes, used, skipped } = gammaProfile(chain)
  const extreme = (sign: 1 | -1): number | null => {
    const side = strikes.filter(({ exposure }) => sign * exposure > 0)
    const largest = (best: StrikeExposure, each: StrikeExposure) =>
      sign * each.exposure > sign * best.exposure ? each : best
    return side.length === 0 ? null : side.reduce(largest).strike
  }
  return {
    netGamma: used === 0 ? null : strikes.reduce((sum, { exposure }) => sum + exposure, 0),
    callWall: extreme(1),
    putWall: extreme(-1),
    contractsUsed: used,
    contractsSkipped: skipped,
  }
}
