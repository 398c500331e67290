import { AFTER_HOURS_MINUTES, afterHoursMove } from '../world/after-hours.ts'
import { hashText, mix } from '../world/random.ts'
import { securityOf } from '../world/securities.ts'
import { instantOf, quotedAt } from '../world/surface-at.ts'
import type { Moment, World } from '../world/world.ts'
import { round } from './cboe-underlying.ts'
import { type TradedSymbol, tradedAt, worldSymbol } from './traded-symbol.ts'

const SECTIONS = ['quote', 'fundamental', 'reference', 'regular'] as const

/** One symbol in the vendor's form; null if the vendor does not know it. */
export const schwabQuote = (
  world: World,
  moment: Moment,
  symbol: string,
  { fields, instant }: { fields: readonly string[]; instant: Date },
): Record<string, unknown> | null => {
  const traded = tradedAt(world, moment, symbol)
  if (!traded) return null
  const index = traded.kind === 'INDEX'
  const sections = sectionsOf(world, moment, { symbol, traded, instant })
  const wanted = SECTIONS.filter((name) => fields.length === 0 || fields.includes('all') || fields.includes(name))
  return {
    assetMainType: index ? 'INDEX' : 'EQUITY',
    ...(index ? {} : { assetSubType: traded.kind, quoteType: 'NBBO' }),
    realtime: true,
    ssid: hashText(symbol),
    symbol,
    ...Object.fromEntries(wanted.flatMap((name) => (sections[name] ? [[name, sections[name]]] : []))),
  }
}

const sectionsOf = (
  world: World,
  moment: Moment,
  { symbol, traded, instant }: { symbol: string; traded: TradedSymbol; instant: Date },
): Partial<Record<(typeof SECTIONS)[number], Record<string, unknown>>> => {
  const { kind, description } = traded
  const regular = { price: round(traded.price, 2), at: quotedAt(moment, instant).getTime() }
  const late = kind === 'INDEX' ? null : afterHours(world, moment, symbol, instant)
  const price = late ? round(traded.price * late.factor, 2) : regular.price
  // The vendor's closePrice is the previous session's.
  const close = round(traded.close, 2)
  const changeOf = (last: number) => round(last - close, 4)
  const change = changeOf(price)
  const percent = round((100 * change) / close, 8)
  const at = late?.at ?? regular.at
  const prices = {
    closePrice: close,
    highPrice: round(Math.max(traded.high, price), 2),
    lastPrice: price,
    lowPrice: round(Math.min(traded.low, price), 2),
    netChange: change,
    netPercentChange: percent,
    openPrice: round(traded.open, 2),
    securityStatus: moment.open ? 'Normal' : 'Closed',
    totalVolume: traded.volume,
    tradeTime: at,
  }
  if (kind === 'INDEX') return { quote: prices, reference: { description, exchange: '0', exchangeName: 'Index' } }
  const draw = mix(world.seed, moment.index, moment.minute, hashText(symbol))
  const quote = {
    ...prices,
    askMICId: 'ARCX',
    askPrice: round(price + 0.01, 2),
    askSize: 1 + (draw % 19),
    askTime: at,
    bidMICId: 'ARCX',
    bidPrice: round(price - 0.01, 2),
    bidSize: 1 + ((draw >>> 8) % 19),
    bidTime: at,
    lastMICId: 'ARCX',
    lastSize: 10,
    mark: price,
    markChange: change,
    markPercentChange: percent,
    quoteTime: at,
  }
  return {
    quote,
    fundamental: {
      avg10DaysVolume: traded.volume,
      avg1YearVolume: traded.volume,
      divYield: 1.2,
      fundLeverageFactor: 0,
    },
    reference: { description, exchange: 'P', exchangeName: 'NYSE Arca', isHardToBorrow: false, isShortable: true },
    regular: {
      regularMarketLastPrice: regular.price,
      regularMarketLastSize: 10,
      regularMarketNetChange: changeOf(regular.price),
      regularMarketPercentChange: round((100 * changeOf(regular.price)) / close, 8),
      regularMarketTradeTime: regular.at,
    },
  }
}

const MINUTE_MS = 60_000

/** After the close only `quote` continues to move, along the night's path to the next open. */
function afterHours(
  world: World,
  moment: Moment,
  symbol: string,
  instant: Date,
): { factor: number; at: number } | null {
  if (moment.open) return null
  const bell = instantOf(moment).getTime()
  const minutes = Math.min(AFTER_HOURS_MINUTES, Math.floor((instant.getTime() - bell) / MINUTE_MS))
  if (minutes < 1) return null
  const security = symbol === 'SPY' ? null : securityOf(world, worldSymbol(symbol))!
  return {
    factor: Math.exp(afterHoursMove(world, security, moment.index, minutes)),
    at: bell + minutes * MINUTE_MS,
  }
}
