import type { TradingDay } from '../../time/trading-day.ts'
import type { QuoteProviderId } from './market-quote.ts'
import type { OptionContract } from './option-chain.ts'

/** Greeks per share: vega and rho per point (0.01), theta per calendar day, as vendors publish them. */
export interface ContractGreeks {
  delta: number
  gamma: number
  theta: number
  vega: number
  rho: number
}

/** A contract with its current quote; fields the vendor does not provide are null. */
export interface LiveContract extends Omit<OptionContract, 'openInterest' | 'volume'> {
  /** OSI symbol without padding: SPY261120C00600000. */
  contract: string
  /** Displayed sizes, in contracts. */
  bidSize: number | null
  askSize: number | null
  /** The vendor's greeks; null unless it provides all of them. */
  greeks: ContractGreeks | null
  openInterest: number | null
  volume: number | null
}

/** One expiration of an underlying. */
export interface LiveChain {
  underlying: string
  spot: number
  quotedAt: Date
  source: QuoteProviderId
  delaySeconds: number
  expiration: TradingDay
  contracts: readonly LiveContract[]
}
