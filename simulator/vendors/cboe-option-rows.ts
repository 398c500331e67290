import { optionValue, priceOption } from '../world/black-scholes.ts'
import { type Chain, type Contract, quoteAround } from '../world/chain.ts'
import { previousClose, rangeAt } from '../world/levels.ts'
import { mix } from '../world/random.ts'
import { type Surface, varianceAt } from '../world/surface.ts'
import { surfaceAt, yearsTo } from '../world/surface-at.ts'
import type { Moment, World } from '../world/world.ts'
import { round, tradeTime } from './cboe-underlying.ts'

/** Keys in the vendor's order; null only where nothing ever traded. */
export type OptionRow = Record<string, number | string | null>

/** What the rows of one chain have in common. */
type Frame = {
  seed: number
  moment: Moment
  surface: Surface
  opening: Surface
  before: Surface
  previous: Moment
  high: number
  low: number
}

type Trades = {
  last: number
  time: string | null
  open: number
  high: number
  low: number
}

const valueOn = (surface: Surface, contract: Contract, years: number, spot = surface.spot): number =>
  optionValue(
    contract.side,
    spot,
    contract.strike,
    years,
    years > 0 ? varianceAt(surface, contract.strike, years) : 0,
    surface.carry(years),
  )

/** A mid in 32 bits, as the vendor stores it: 33.5 may come out as 33.5000009536743. */
const previousMid = (frame: Frame, contract: Contract, years: number): number => {
  const variance = years > 0 ? varianceAt(frame.before, contract.strike, years) : 0
  const priced = priceOption(
    contract.side,
    frame.before.spot,
    contract.strike,
    years,
    variance,
    frame.before.carry(years),
  )
  const { bid, ask } = quoteAround(priced, years)
  return Math.fround((bid + ask) / 2)
}

const ticked = (value: number): number => Math.max(0.01, Math.round(value * 100) / 100)

/** Busy contracts traded within the minute, quiet ones some time ago. */
const lastMinute = (moment: Moment, volume: number, draw: number): number =>
  Math.max(1, Math.round(moment.minute * (1 - (draw % 1000) / 1000 / (1 + volume / 25))))

const tradesOf = (frame: Frame, contract: Contract, years_open: number, before: number, draw: number): Trades => {
  if (contract.volume === 0) {
    // Not today: the last print is an older session's, and of a contract nobody holds there never was one.
    const held = contract.openInterest > 0
    return { last: held ? ticked(before) : 0, time: held ? tradeTime(frame.previous) : null, open: 0, high: 0, low: 0 }
  }
  const last = ticked(contract.bid + (contract.ask - contract.bid) * (((draw >>> 12) % 100) / 100))
  const open = ticked(valueOn(frame.opening, contract, years_open))
  const best = contract.side === 'C' ? frame.high : frame.low
  const worst = contract.side === 'C' ? frame.low : frame.high
  const high = ticked(valueOn(frame.surface, contract, contract.years, best))
  const low = ticked(valueOn(frame.surface, contract, contract.years, worst))
  return {
    last,
    time: tradeTime({ ...frame.moment, minute: lastMinute(frame.moment, contract.volume, draw) }),
    open,
    high: Math.max(open, last, high),
    low: Math.min(open, last, low),
  }
}

const DELTA_DEEP = 0.985

/** Zero stands for "could not be computed": no bid, or so deep that the premium holds no volatility. */
const computable = (contract: Contract): boolean =>
  contract.bid > 0 && contract.years > 0 && Math.abs(contract.delta) < DELTA_DEEP

const osi = ({ expiration, side, strike }: Contract): string =>
  `SPY${expiration.slice(2).replaceAll('-', '')}${side}${String(strike * 1000).padStart(8, '0')}`

const row = (frame: Frame, contract: Contract, years: { before: number; opening: number }): OptionRow => {
  const { side, strike, bid, ask, volume } = contract
  const draw = mix(
    frame.seed,
    frame.moment.index,
    strike,
    contract.expiration.charCodeAt(9),
    side.charCodeAt(0),
    volume,
  )
  const before = previousMid(frame, contract, years.before)
  const trades = tradesOf(frame, contract, years.opening, before, draw)
  const known = computable(contract)
  const change = volume > 0 ? trades.last - before : 0
  return {
    option: osi(contract),
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

/** A chain in Cboe's keys, expiration by expiration. */
export const optionRows = (world: World, chain: Chain): OptionRow[] => {
  const { moment, surface } = chain
  const previous = previousClose(world, moment)
  const opening = { ...moment, minute: 0 }
  const range = rangeAt(world, moment, 'spy')
  const frame: Frame = {
    seed: world.seed,
    moment,
    surface,
    opening: surfaceAt(world, opening),
    before: surfaceAt(world, previous),
    previous,
    high: range.high,
    low: range.low,
  }
  const years = new Map<string, { before: number; opening: number }>()
  return chain.contracts.map((contract) => {
    const known = years.get(contract.expiration) ?? {
      before: yearsTo(previous, contract.expiration),
      opening: yearsTo(opening, contract.expiration),
    }
    years.set(contract.expiration, known)
    return row(frame, contract, known)
  })
}
