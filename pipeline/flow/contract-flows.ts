import type { OptionChain, OptionContract } from '../../shared/domain/market/option-chain.ts'
import { contractKey, type FlowBook, midOf, premiumOf, premiumSoFar } from './book.ts'

export interface EarlierBooks {
  /** The chain before it in the same session; null for the first one. */
  sameSession: FlowBook | null
  /** The last chain of the session before; null when it is not known. */
  sessionBefore: FlowBook | null
}

/** A contract of a chain with what changed. */
export interface ContractFlow {
  contract: OptionContract
  /** Contracts traded since the chain before; 0 where a vendor lowered the volume of the session. */
  added: number
  openInterestChange: number | null
  /** Middle of bid and ask; null without a bid and an ask, or when they are crossed. */
  price: number | null
  /** Premium of the session, each chain's part at its own middle; null where no chain had one since it traded. */
  premium: number | null
  /** The whole volume at the middle of this chain alone, as for sessions of which only one chain is known. */
  premiumAtChain: number | null
}

/** The mid price at one instant is not what every trade paid, so only three digits are stated. */
export const estimated = (premium: number): number => Number(premium.toPrecision(3))

export function contractFlows(chain: OptionChain, { sameSession, sessionBefore }: EarlierBooks): ContractFlow[] {
  return chain.contracts.map((contract) => {
    const key = contractKey(contract)
    const entry = sameSession?.get(key)
    const earlier = entry?.[0] ?? 0
    const price = midOf(contract)
    const [premium, priced] = premiumSoFar(contract, entry)
    const openBefore = sessionBefore?.get(key)?.[1] ?? 0
    return {
      contract,
      added: Math.max(0, contract.volume - earlier),
      openInterestChange: sessionBefore === null ? null : contract.openInterest - openBefore,
      price,
      premium: priced > 0 ? premium : price === null ? null : 0,
      premiumAtChain: price === null ? null : premiumOf(contract.volume, price),
    }
  })
}

/** The flows with the largest premium since the chain before, largest first. */
export function largestChanges(
  flows: readonly ContractFlow[],
  { most, premiumMin }: { most: number; premiumMin: number },
): (ContractFlow & { price: number; premium: number })[] {
  return flows
    .flatMap((flow) => {
      if (flow.price === null) return []
      const premium = premiumOf(flow.added, flow.price)
      if (premium < premiumMin) return []
      return [{ ...flow, price: flow.price, premium: estimated(premium) }]
    })
    .toSorted((a, b) => b.premium - a.premium || (contractKey(a.contract) < contractKey(b.contract) ? -1 : 1))
    .slice(0, most)
}
