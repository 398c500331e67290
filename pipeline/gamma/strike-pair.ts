import type { OptionContract } from '../../shared/domain/market/option-chain.ts'

/** The contracts at one strike of one expiration. */
export interface StrikePair {
  strike: number
  call: OptionContract | null
  put: OptionContract | null
}

/** Ascending by strike. */
export function pairsOf(contracts: readonly OptionContract[]): StrikePair[] {
  const pairs = new Map<number, StrikePair>()
  for (const contract of contracts) {
    const pair = pairs.get(contract.strike) ?? { strike: contract.strike, call: null, put: null }
    pair[contract.right] = contract
    pairs.set(contract.strike, pair)
  }
  return [...pairs.values()].sort((a, b) => a.strike - b.strike)
}
