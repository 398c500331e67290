import { optionValue, priceOption } from '../world/black-scholes.ts'
import { type Chain, type Contract, quoteAround } from '../world/chain.ts'
import { previousClose, rangeAt } from '../world/levels.ts'
import { memo } from '../world/memo.ts'
import { perWorld } from '../world/per-world.ts'
import { mix } from '../world/random.ts'
import { type Surface, type TimeTo, varianceAt } from '../world/surface.ts'
import { surfaceAt, timeTo } from '../world/surface-at.ts'
import type { Moment, World } from '../world/world.ts'
import { round, tradeTime } from './cboe-underlying.ts'

/** Keys in the vendor's order; null only where the contract never traded. */
export type OptionRow = Record<string, number | string | null>

/** The facts that the rows of one chain share. */
type Frame = { seed: number; moment: Moment; previous: Moment; surface: Surface; high: number; low: number }

/** The earlier values in a contract's row: yesterday's mid and this morning's first value. */
type Earlier = { symbol: string; before: number; open: number }

type Trades = {
  last: number
  time: string | null
  open: number
  high: number
  low: number
}

const valueOn = (surface: Surface, contract: Contract, time: TimeTo, spot = surface.spot): number =>
  optionValue(
    contract.side,
    spot,
    contract.strike,
    time.years,
    varianceAt(surface, contract.strike, time),
    surface.carry(time.years),
  )

/** A mid in 32 bits, as the vendor stores it: 33.5 may become 33.5000009536743. */
const midOn = (surface: Surface, contract: Contract, time: TimeTo): number => {
  const { years } = time
  const variance = varianceAt(surface, contract.strike, time)
  const priced = priceOption(contract.side, surface.spot, contract.strike, years, variance, surface.carry(years))
  const { bid, ask } = quoteAround(priced, years)
  return Math.fround((bid + ask) / 2)
}

const ticked = (value: number): number => Math.max(0.01, Math.round(value * 100) / 100)

/** Busy contracts traded within the last minute, quiet ones some time ago. */
const lastMinute = (moment: Moment, volume: number, draw: number): number =>
  Math.max(1, Math.round(moment.minute * (1 - (draw % 1000) / 1000 / (1 + volume / 25))))

const tradesOf = (frame: Frame, contract: Contract, earlier: Earlier, draw: number): Trades => {
  if (contract.volume === 0) {
    // No trade today: the last print is from an older session, or absent if the contract has no open interest.
    const held = contract.openInterest > 0
    return {
      last: held ? ticked(earlier.before) : 0,
      time: held ? tradeTime(frame.previous) : null,
      open: 0,
      high: 0,
      low: 0,
    }
  }
  const last = ticked(contract.bid + (contract.ask - contract.bid) * (((draw >>> 12) % 100) / 100))
  const open = ticked(earlier.open)
  const best = contract.side === 'C' ? frame.high : frame.low
  const worst = contract.side === 'C' ? frame.low : frame.high
  const high = ticked(valueOn(frame.surface, contract, contract, best))
  const low = ticked(valueOn(frame.surface, contract, contract, worst))
  return {
    last,
    time: tradeTime({ ...frame.moment, minute: lastMinute(frame.moment, contract.volume, draw) }),
    open,
    high: Math.max(open, last, high),
    low: Math.min(open, last, low),
  }
}

const DELTA_DEEP = 0.985

/** The vendor prints zero where it cannot compute: without a bid, or where the premium holds no volatility. */
const computable = (contract: Contract): boolean =>
  contract.bid > 0 && contract.years > 0 && Math.abs(contract.delta) < DELTA_DEEP

const osi = ({ expiration, side, strike }: Contract): string =>
  `SPY${expiration.slice(2).replaceAll('-', '')}${side}${String(strike * 1000).padStart(8, '0')}`

const row = (frame: Frame, contract: Contract, earlier: Earlier): OptionRow => {
  const { side, strike, bid, ask, volume } = contract
  const { before } = earlier
  const draw = mix(
    frame.seed,
    frame.moment.index,
    strike,
    contract.expiration.charCodeAt(9),
    side.charCodeAt(0),
    volume,
  )
  const trades = tradesOf(frame, contract, earlier, draw)
  const known = computable(contract)
  const change = volume > 0 ? trades.last - before : 0
  return {
    option: earlier.symbol,
    bid,
    bid_size: bid > 0 ? 1 + (draw % 480) : 0,
    ask,
    ask_size: 1 + ((draw >>> 9) % 480),
    iv: known ? round(contract.volatility, 4) : 0,
    open_interest: contract.openInterest,
    volume,
    delta: round(contract.delta, 4),
    gamma: round(contract.gamma, 4),
    vega: round(contract.vega, 4),
    theta: round(contract.theta, 4),
    rho: round(contract.rho, 4),
    theo: round(contract.value, 4),
    change: round(change, 4),
    open: trades.open,
    high: trades.high,
    low: trades.low,
    tick: change > 0 ? 'up' : change < 0 ? 'down' : 'no_change',
    last_trade_price: trades.last,
    last_trade_time: trades.time,
    percent_change: before > 0 ? round((100 * change) / before, 4) : 0,
    prev_day_close: before,
  }
}

const DAYS_KEPT = 3

/** Constant within a session, and a contract keeps its place in the chain: computed once a day, by position. */
const earlierOf = perWorld((world) =>
  memo(DAYS_KEPT, String, (index: number): Earlier[] => {
    const opening = { ...world.closeOf(index), minute: 0, open: true }
    const previous = previousClose(world, opening)
    const morning = surfaceAt(world, opening)
    const yesterday = surfaceAt(world, previous)
    return world.chain(opening).contracts.map((contract) => ({
      symbol: osi(contract),
      before: midOn(yesterday, contract, timeTo(world, previous, contract.expiration)),
      open: valueOn(morning, contract, contract),
    }))
  }),
)

/** A chain with Cboe's keys, expiration by expiration. */
export const optionRows = (world: World, chain: Chain): OptionRow[] => {
  const { moment, surface } = chain
  const { high, low } = rangeAt(world, moment, 'spy')
  const frame: Frame = { seed: world.seed, moment, previous: previousClose(world, moment), surface, high, low }
  const earlier = earlierOf(world)(moment.index)
  return chain.contracts.map((contract, place) => row(frame, contract, earlier[place]!))
}
