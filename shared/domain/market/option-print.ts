import type { TradingDay } from '../../time/trading-day.ts'
import type { OptionContract } from './option-chain.ts'

/** The side that the trade's price touched: `ask` was initiated by a buyer, `bid` by a seller. */
export const PRINT_SIDES = ['ask', 'bid', 'mid', 'unknown'] as const
export type PrintSide = (typeof PRINT_SIDES)[number]

/** One trade of an option, or the trades that a vendor reports as one. */
export interface OptionPrint {
  /** The vendor's number of it. */
  id: string
  underlying: string
  expiration: TradingDay
  strike: number
  right: OptionContract['right']
  executedAt: Date
  /** Contracts. */
  size: number
  /** Per share. */
  price: number
  /** The quote of its time; null where the vendor does not state it. */
  bid: number | null
  ask: number | null
  /** Dollars: size times price times 100, or the vendor's sum over the trades. */
  premium: number
  /** Dollars at the ask and at the bid by the vendor's own count; null where it does not count them. */
  atAsk: number | null
  atBid: number | null
  /** True or false where the vendor flags it. */
  opens: boolean | null
  isMultiLeg: boolean | null
  spot: number | null
  openInterest: number | null
  sessionVolume: number | null
}

/** The prints of a contract, summed by what is known of them. */
export interface SummedPrints {
  session: TradingDay
  expiration: TradingDay
  strike: number
  type: 'call' | 'put'
  opens: boolean | null
  isMultiLeg: boolean | null
  prints: number
  contracts: number
  premium: number
  atAsk: number
  atBid: number
  atMid: number
}
