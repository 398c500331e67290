import type { TradingDay } from '../../time/trading-day.ts'
import type { QuoteProviderId } from './market-quote.ts'
import type { OptionContract } from './option-chain.ts'

/** Per share. Vega and rho per point (0.01), theta per calendar day, as vendors print them. */
export interface ContractGreeks {
  delta: number
  gamma: number
  theta: number
  vega: number
  rho: number
}

/** A contract as somebody quotes it now; a field the vendor does not give is null. */
export interface LiveContract extends Omit<OptionContract, 'openInterest' | 'volume'> {
  /** OSI without padding: SPY261120C00600000. */
  contract: string
  /** Displayed, in contracts. */
  bidSize: number | null
  askSize: number | null
  /** The vendor's; null unless it gives all of them. */
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
