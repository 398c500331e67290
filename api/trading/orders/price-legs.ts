import { multiplierOf } from '../../../shared/domain/trading/instrument.ts'
import { orderPrice, type Taken } from '../../../shared/domain/trading/order-price.ts'
import type { Order, QuotedLeg, TradeSide } from '../../../shared/domain/trading/trade.ts'
import { averageDailyVolume } from '../../../shared/postgres/market/average-volume.ts'
import type { Tx } from '../../../shared/postgres/server/db.ts'
import type { Account } from '../../../shared/postgres/trading/accounts.ts'
import { takenSince } from '../../../shared/postgres/trading/taken-quantities.ts'
import { eastern, instantAt } from '../../../shared/time/eastern.ts'
import { refuse } from '../refuse.ts'
import { aboutOf, type LiveTouch, type OrderMarket } from './order-market.ts'
import { volumeDetails } from './volume-details.ts'

interface Pricing {
  account: Account
  market: OrderMarket
  /** By instrument, what the account has of the same side within the last minute. */
  taken: ReadonlyMap<string, number>
  now: Date
}

/**
 * Each leg at its own touch; refuses with the size of the order that would do. With the account locked, so that of orders
 * at once each sees what the others have taken of the size there is.
 */
export async function priceLegs(tx: Tx, order: Order, pricing: Pricing): Promise<QuotedLeg[]> {
  const { legs, quantity: units } = order
  const priced: QuotedLeg[] = []
  for (const { instrument, quantity } of legs) {
    const touch = pricing.market.touches.get(instrument)!
    const side: TradeSide = quantity > 0 ? 'buy' : 'sell'
    const wanted = { side, quantity: Math.abs(quantity) }
    const { volume, taken } = await readSize(tx, order, { ...pricing, wanted, touch, instrument })
    const price = orderPrice(touch.instrument.kind, wanted, touch, volume, taken)
    if ('availableQuantity' in price)
      throw refuse('size_exceeds_liquidity', {
        ...aboutOf(legs, instrument),
        available_quantity: Math.floor(price.availableQuantity / (wanted.quantity / units)),
        ...volumeDetails(touch.instrument.kind, volume),
      })
    const { bidE4, askE4 } = touch
    const multiplier = multiplierOf(touch.instrument)
    priced.push({ instrument, quantity, priceE4: price.priceE4, bidE4, askE4, multiplier })
  }
  return priced
}

interface Sizing extends Pricing {
  wanted: { side: TradeSide; quantity: number }
  touch: LiveTouch
  instrument: string
}

/** Only shares above what is displayed hang on the day. */
async function readSize(
  tx: Tx,
  order: Order,
  { account, taken, now, wanted, touch, instrument }: Sizing,
): Promise<{ volume: number | null; taken: Taken }> {
  const lastMinute = taken.get(instrument) ?? 0
  const displayed = (wanted.side === 'buy' ? touch.askSize : touch.bidSize) ?? 0
  if (touch.instrument.kind !== 'stock' || wanted.quantity + lastMinute <= displayed)
    return { volume: null, taken: { lastMinute, today: lastMinute } }
  const since = instantAt(eastern(now).day, '00:00')
  const [volume, today] = await Promise.all([
    averageDailyVolume(tx, instrument, now),
    takenSince(tx, account, order, { since, now }),
  ])
  return { volume, taken: { lastMinute, today } }
}
