import { optionContract } from '../../shared/domain/trading/instrument.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'

/** Contracts that the simulated chain lists at the instant of the tests, with SPY at 719.83. */
export const SPY_PRICE = 719.83
export const DECEMBER = '2026-12-18'
export const JANUARY = '2027-01-15'
/** Expires on the day of the tests. */
export const TODAY = '2026-11-20'

const named = (right: 'call' | 'put', strike: number, day: string): string =>
  optionContract({ underlying: 'SPY', expiration: tradingDay(day), right, strike })
export const call = (strike: number, day = DECEMBER): string => named('call', strike, day)
export const put = (strike: number, day = DECEMBER): string => named('put', strike, day)

type Side = 'buy' | 'sell'
export const single = (side: Side, contract: string, quantity = 1) => ({ side, contract, quantity })
const leg = (side: Side) => (contract: string, ratio?: number) => ({ side, contract, ...(ratio ? { ratio } : {}) })
export const buy = leg('buy')
export const sell = leg('sell')
export const pack = (legs: readonly object[], quantity = 1) => ({ legs, quantity })

export const CONDOR = [buy(put(700)), sell(put(710)), sell(call(730)), buy(call(740))]
