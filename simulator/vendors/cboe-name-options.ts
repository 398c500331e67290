import { type NameContract, nameChain } from '../world/company/name-chain.ts'
import { optionedNamed, rootOf } from '../world/company/optioned.ts'
import { mix } from '../world/random.ts'
import { securityOf } from '../world/securities.ts'
import { securityClose, securityRange, securityVolume } from '../world/security.ts'
import type { Moment, World } from '../world/world.ts'
import { delayedMoment, envelopeTime, round, tradeTime } from './cboe-underlying.ts'
import { osiName } from './traded-chain.ts'
import type { VendorReply, VendorRequest } from './vendor.ts'

/** As for the index fund: zero where the premium holds no volatility. */
const DELTA_DEEP = 0.985

/** Keys in the vendor's order. The price of yesterday's close is the day's value less its delta's part. */
function rowOf(world: World, moment: Moment, root: string, contract: NameContract, change: number) {
  const { side, strike, bid, ask, volume, delta, value } = contract
  const draw = mix(world.seed, moment.index, Math.round(strike * 100), dayOf(contract), side.charCodeAt(0))
  const known = bid > 0 && contract.years > 0 && Math.abs(delta) < DELTA_DEEP
  const before = Math.max(0.01, round(value - delta * change, 2))
  const last = Math.max(0.01, round(bid + (ask - bid) * ((draw % 100) / 100), 2))
  const [high, low] = [Math.max(last, before), Math.min(last, before)]
  const traded = volume > 0
  return {
    option: osiName(root, contract),
    bid,
    bid_size: bid > 0 ? 1 + (draw % 180) : 0,
    ask,
    ask_size: 1 + ((draw >>> 9) % 180),
    iv: known ? round(contract.volatility, 4) : 0,
    open_interest: contract.openInterest,
    volume,
    delta: round(delta, 4),
    gamma: round(contract.gamma, 4),
    vega: round(contract.vega, 4),
    theta: round(contract.theta, 4),
    rho: round(contract.rho, 4),
    theo: round(value, 4),
    change: traded ? round(last - before, 4) : 0,
    open: traded ? before : 0,
    high: traded ? high : 0,
    low: traded ? low : 0,
    tick: last > before ? 'up' : last < before ? 'down' : 'no_change',
    last_trade_price: traded ? last : before,
    last_trade_time: traded ? tradeTime(moment) : null,
    percent_change: traded ? round((100 * (last - before)) / before, 4) : 0,
    prev_day_close: before,
  }
}

const dayOf = ({ expiration }: NameContract): number =>
  Number(expiration.slice(5, 7)) * 31 + Number(expiration.slice(8))

function underlyingOf(world: World, symbol: string, moment: Moment, price: number) {
  const security = securityOf(world, symbol)!
  const before = round(securityClose(world, security, Math.max(0, moment.index - 1)), 2)
  const range = securityRange(world, security, moment)
  const now = round(price, 2)
  return {
    symbol: symbol.replace('-', '.'),
    security_type: 'stock',
    exchange_id: 3,
    current_price: now,
    price_change: round(now - before, 4),
    price_change_percent: round((100 * (now - before)) / before, 4),
    bid: round(now - 0.01, 2),
    ask: round(now + 0.01, 2),
    bid_size: 100,
    ask_size: 100,
    open: round(range.open, 2),
    high: Math.max(now, round(range.high, 2)),
    low: Math.min(now, round(range.low, 2)),
    close: now,
    prev_day_close: before,
    volume: securityVolume(world, security, moment),
    last_trade_time: tradeTime(moment),
    tick: now > before ? 'up' : 'down',
  }
}

/** The delayed chain of any member of the index or fund, made when it is requested. */
export const cboeNameOptions = (world: World, name: string, request: VendorRequest): VendorReply | null => {
  const optioned = optionedNamed(name)
  if (!optioned) return null
  const root = rootOf(optioned.symbol)
  const moment = delayedMoment(world, request.instant)
  const { spot, contracts } = nameChain(world, optioned, moment)
  const share = underlyingOf(world, optioned.symbol, moment, spot)
  const options = contracts.map((contract) => rowOf(world, moment, root, contract, spot - share.prev_day_close))
  const data = { ...share, options }
  const body = JSON.stringify({ timestamp: envelopeTime(request.instant), symbol: share.symbol, data })
  return { status: 200, type: 'application/json', body }
}
