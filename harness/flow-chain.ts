import type { OptionChain, OptionContract } from '../shared/domain/market/option-chain.ts'
import { tradingDay } from '../shared/time/trading-day.ts'

/** The session of the chain, and the day on which its contracts end. */
export const SESSION = tradingDay('2026-11-20')

/** A contract at the money with a hundred open contracts, of which ten were traded. */
export const contract = (changes: Partial<OptionContract> = {}): OptionContract => ({
  expiration: SESSION,
  strike: 670,
  right: 'call',
  bid: 1,
  ask: 2,
  iv: 0.2,
  openInterest: 100,
  volume: 10,
  ...changes,
})

export const chainOf = (...contracts: OptionContract[]): OptionChain => ({
  underlying: 'SPY',
  spot: 670,
  quotedAt: new Date('2026-11-20T16:00:00Z'),
  contracts,
})
