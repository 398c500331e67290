import { multiplierOf, parseInstrument } from '../../shared/domain/trading/instrument.ts'
import { orderPrice } from '../../shared/domain/trading/order-price.ts'
import type { Order, QuotedLeg, TradeSide } from '../../shared/domain/trading/trade.ts'
import type { AppError } from '../../shared/errors.ts'
import { readTouches, type Touch, type TouchAnswer, type TouchMarket } from '../../shared/market/touches.ts'
import { averageDailyVolume } from '../../shared/postgres/average-volume.ts'
import { eastern } from '../../shared/time/eastern.ts'
import type { ApiContext } from '../context.ts'
import { refuse } from '../errors.ts'
import { knownSymbols, mayExist } from './read-quotes.ts'

/** Two sides in order that somebody stands behind. */
export interface LiveTouch extends Touch {
  bidE4: number
  askE4: number
}

export const touchMarket = ({ market }: ApiContext): TouchMarket => ({
  quotes: async (symbols, now) => (await market.quotes(symbols, now)).answers,
  chain: (underlying, which) => market.chain(underlying, which),
})

/** Whether an order's instruments can be bought and sold at all; an index cannot, and a former member only sold. */
export async function refuseUntradable(context: ApiContext, order: Order): Promise<AppError | null> {
  const known = await knownSymbols(context)
  const ticker = known.universe.find(order.underlying)
  if (ticker?.kind === 'index') return refuse('not_tradable')
  if (!mayExist(order.underlying, known)) return refuse('unknown_symbol')
  const { members, tradeable } = known.universe
  const hasLeft = ticker !== null && members !== null && !tradeable.some(({ symbol }) => symbol === ticker.symbol)
  return hasLeft && order.side !== 'sell' ? refuse('not_tradable') : null
}

/** A touch that may be traded on at an instant, or why not. */
export function judgeLive(answer: TouchAnswer | undefined, { allowDelayedTrading }: ApiContext): LiveTouch | AppError {
  if (!answer?.touch) {
    if (answer?.unknown) return refuse('unknown_contract')
    return refuse('unavailable', { reason: answer?.reason ?? 'nobody was asked' })
  }
  const { touch, reason } = answer
  // The last good value of a feed that is silent now: nobody can say that it still holds.
  if (reason !== null) return refuse('unavailable', { reason })
  if (touch.quality === 'stale') return refuse('stale_quote', { age_seconds: Math.round(touch.ageSeconds) })
  if (touch.quality !== 'good' || touch.bidE4 === null || touch.askE4 === null || touch.bidE4 <= 0)
    return refuse('no_market', { quality: touch.quality })
  if (touch.delaySeconds > 0 && !allowDelayedTrading)
    return refuse('delayed_feed', { delay_seconds: touch.delaySeconds, source: touch.source })
  return { ...touch, bidE4: touch.bidE4, askE4: touch.askE4 }
}

const isRefusal = (one: LiveTouch | AppError): one is AppError => one instanceof Error

export interface OrderMarket {
  touches: ReadonlyMap<string, LiveTouch>
  /** Every answer, also of what is only held. */
  answers: ReadonlyMap<string, TouchAnswer>
}

/** The market of some instruments now, and of others whose worth is asked for; a refusal when one cannot be traded. */
export async function readOrderMarket(
  context: ApiContext,
  { legs, beside = [], now }: { legs: readonly { instrument: string }[]; beside?: readonly string[]; now: Date },
): Promise<OrderMarket | AppError> {
  const names = legs.map(({ instrument }) => instrument)
  const answers = await readTouches(touchMarket(context), [...names, ...beside], now)
  const touches = new Map<string, LiveTouch>()
  for (const name of names) {
    const answer = answers.get(name)
    if (answer?.unknown && !answer.touch && parseInstrument(name)?.kind === 'stock') return refuse('unknown_symbol')
    const live = judgeLive(answer, context)
    if (isRefusal(live)) return live
    touches.set(name, live)
  }
  return { touches, answers }
}

/** Each leg at its own touch, or the size that would do. */
export async function priceLegs(
  { reader }: ApiContext,
  { legs }: Order,
  { touches }: OrderMarket,
  now: Date,
): Promise<QuotedLeg[] | AppError> {
  const priced: QuotedLeg[] = []
  for (const { instrument, quantity } of legs) {
    const touch = touches.get(instrument)!
    const side: TradeSide = quantity > 0 ? 'buy' : 'sell'
    const size = (side === 'buy' ? touch.askSize : touch.bidSize) ?? 0
    const { kind } = touch.instrument
    const isLarge = kind === 'stock' && Math.abs(quantity) > size
    const volume = isLarge ? await reader.read((sql) => averageDailyVolume(sql, instrument, now)) : null
    const price = orderPrice(kind, { side, quantity: Math.abs(quantity) }, touch, volume)
    if ('availableQuantity' in price)
      return refuse('size_exceeds_liquidity', {
        available_quantity: price.availableQuantity,
        average_daily_volume: volume === null ? null : Math.round(volume),
      })
    const { bidE4, askE4 } = touch
    const multiplier = multiplierOf(touch.instrument)
    priced.push({ instrument, quantity, priceE4: price.priceE4, bidE4, askE4, multiplier })
  }
  return priced
}

export const isExpired = (instrument: string, now: Date): boolean => {
  const parsed = parseInstrument(instrument)
  return parsed?.kind === 'option' && parsed.expiration < eastern(now).day
}
