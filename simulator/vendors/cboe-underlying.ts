import { eastern } from '../../shared/time/eastern.ts'
import { levelsAt, previousClose, rangeAt, spyVolume } from '../world/levels.ts'
import { mix } from '../world/random.ts'
import { instantOf } from '../world/surface-at.ts'
import type { Moment, World } from '../world/world.ts'

/** Free data is fifteen minutes late, and the payload does not state it. */
const DELAY_MS = 15 * 60_000

export const SYMBOLS = { SPY: 'spy', _SPX: 'spx', _VIX: 'vix', _VIX9D: 'vix9d', _VIX3M: 'vix3m' } as const
export type CboeSymbol = keyof typeof SYMBOLS
export const isCboeSymbol = (name: string): name is CboeSymbol => Object.hasOwn(SYMBOLS, name)

export const delayedMoment = (world: World, instant: Date): Moment =>
  world.momentAt(new Date(instant.getTime() - DELAY_MS))

/** The envelope's clock: UTC without a zone, and the time the file was made, not that of its prices. */
export const envelopeTime = (instant: Date): string => instant.toISOString().slice(0, 19).replace('T', ' ')

/** The other clock: Eastern, also without a zone. The last print is a second before prices changed last. */
export const tradeTime = (moment: Moment): string => {
  const { day, time } = eastern(new Date(instantOf(moment).getTime() - (moment.minute + moment.second > 0 ? 1000 : 0)))
  return `${day}T${time}`
}

export const round = (value: number, decimals: number): number => {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}

/** The object that Cboe calls `data`, without options. */
export const underlying = (world: World, moment: Moment, symbol: CboeSymbol): Record<string, unknown> => {
  const series = SYMBOLS[symbol]
  const levels = levelsAt(world, moment)
  const before = levelsAt(world, previousClose(world, moment))
  const range = rangeAt(world, moment, series)
  const price = round(levels[series], 2)
  const last = round(before[series], 2)
  const stock = symbol === 'SPY'
  const draw = mix(world.seed, moment.index, moment.minute, symbol.length)
  const iv30 = round(levels.vix, 3)
  const iv30Change = round(levels.vix - before.vix, 3)
  return {
    // Indices are requested as _SPX and returned as ^SPX.
    symbol: stock ? symbol : symbol.replace('_', '^'),
    security_type: stock ? 'stock' : 'index',
    exchange_id: stock ? 3 : 5,
    current_price: price,
    price_change: round(price - last, 4),
    price_change_percent: round((100 * (price - last)) / last, 4),
    bid: stock ? round(price - 0.01, 2) : 0,
    ask: stock ? round(price + 0.01, 2) : 0,
    bid_size: stock ? 100 * (1 + (draw % 19)) : 0,
    ask_size: stock ? 100 * (1 + ((draw >>> 8) % 19)) : 0,
    open: round(range.open, 2),
    high: Math.max(price, round(range.high, 2)),
    low: Math.min(price, round(range.low, 2)),
    close: price,
    prev_day_close: last,
    volume: stock ? spyVolume(world, moment) : 0,
    iv30,
    iv30_change: iv30Change,
    iv30_change_percent: round((100 * iv30Change) / (iv30 - iv30Change), 4),
    seqno: moment.index * 1_000_000 + moment.minute * 1000 + moment.second * 10 + (draw % 300),
    last_trade_time: tradeTime(moment),
    tick: price > last ? 'up' : price < last ? 'down' : 'no_change',
  }
}
