import { optionContract } from '../../shared/domain/trading/instrument.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { DEFAULT_SEED } from '../../simulator/server.ts'
import { createWorld } from '../../simulator/world/world.ts'
import { NOW } from '../api/support/seed.ts'

/** The simulated price of SPY at the instant of the tests. */
const world = createWorld(DEFAULT_SEED)
export const SPY_PRICE = Number(world.chain(world.momentAt(NOW)).surface.spot.toFixed(2))
/** The tests name strikes as if SPY were at 720; this shifts them to the price of the simulated market. */
const SHIFT = 10 * Math.round((SPY_PRICE - 720) / 10)
export const DECEMBER = '2026-12-18'
export const JANUARY = '2027-01-15'
/** Expires on the day of the tests. */
export const TODAY = '2026-11-20'

const named = (right: 'call' | 'put', strike: number, day: string): string =>
  optionContract({ underlying: 'SPY', expiration: tradingDay(day), right, strike: strike + SHIFT })
export const call = (strike: number, day = DECEMBER): string => named('call', strike, day)
export const put = (strike: number, day = DECEMBER): string => named('put', strike, day)

type Side = 'buy' | 'sell'
export const single = (side: Side, contract: string, quantity = 1) => ({ side, contract, quantity })
const leg = (side: Side) => (contract: string, ratio?: number) => ({ side, contract, ...(ratio ? { ratio } : {}) })
export const buy = leg('buy')
export const sell = leg('sell')
export const pack = (legs: readonly object[], quantity = 1) => ({ legs, quantity })

export const CONDOR = [buy(put(700)), sell(put(710)), sell(call(730)), buy(call(740))]

/** The nominal strike of the tests as the simulated market lists it. */
export const listed = (strike: number): number => strike + SHIFT

export interface Touch {
  bid: number
  ask: number
  bid_size: number
  ask_size: number
}

/** The quote of a contract in the chain, from which the tests compute by hand what an order must cost. */
export async function touchOf(
  agent: { ask(wanted: { url: string }): Promise<{ body: { contracts: (Touch & { contract: string })[] } }> },
  contract: string,
): Promise<Touch> {
  const [, year, month, day] = /^SPY(\d\d)(\d\d)(\d\d)/.exec(contract)!
  const url = `/api/v1/trading/options/chain/SPY?expiration=20${year}-${month}-${day}&strike_count=50`
  const { body } = await agent.ask({ url })
  return body.contracts.find((each) => each.contract === contract)!
}

/** Dollars without the noise of binary fractions. */
export const cents = (dollars: number): number => Math.round(dollars * 1e4) / 1e4
