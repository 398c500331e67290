import { mix } from '../world/random.ts'
import { securityOf } from '../world/securities.ts'
import { securityClose, securityRange, securityVolume } from '../world/security.ts'
import type { Moment, World } from '../world/world.ts'
import { delayedMoment, envelopeTime, isCboeSymbol, round, tradeTime, underlying } from './cboe-underlying.ts'
import { json, type VendorReply, type VendorRequest } from './vendor.ts'

/** Shares and funds, but not the world's other indices. Class shares have a dot here and a dash in the world. */
const stock = (world: World, moment: Moment, name: string): Record<string, unknown> | null => {
  const security = securityOf(world, name.replace('.', '-'))
  if (!security || security.kind === 'INDEX') return null
  const range = securityRange(world, security, moment)
  const price = round(range.close, 2)
  const before = round(securityClose(world, security, Math.max(0, moment.index - 1)), 2)
  const draw = mix(world.seed, moment.index, moment.minute, name.length)
  return {
    symbol: name,
    security_type: 'stock',
    exchange_id: 3,
    current_price: price,
    price_change: round(price - before, 4),
    price_change_percent: round((100 * (price - before)) / before, 4),
    bid: round(price - 0.01, 2),
    ask: round(price + 0.01, 2),
    bid_size: 100 * (1 + (draw % 19)),
    ask_size: 100 * (1 + ((draw >>> 8) % 19)),
    open: round(range.open, 2),
    high: round(range.high, 2),
    low: round(range.low, 2),
    close: price,
    prev_day_close: before,
    volume: securityVolume(world, security, moment),
    last_trade_time: tradeTime(moment),
    tick: price > before ? 'up' : price < before ? 'down' : 'no_change',
  }
}

export const cboeQuote = (world: World, name: string, request: VendorRequest): VendorReply | null => {
  const moment = delayedMoment(world, request.instant)
  const data = isCboeSymbol(name) ? underlying(world, moment, name) : stock(world, moment, name)
  return data && json(200, { timestamp: envelopeTime(request.instant), symbol: name, data })
}
