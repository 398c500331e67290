import { type Instrument, multiplierOf } from '../../../shared/domain/trading/instrument.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import { type LiquidityTaken, orderPrice } from '../../../shared/domain/trading/order-price.ts'
import type { Order, QuotedLeg, TradeSide } from '../../../shared/domain/trading/trade.ts'
import type { Tx } from '../../../shared/postgres/server/db.ts'
import type { Account } from '../../../shared/postgres/trading/accounts.ts'
import { takenSince } from '../../../shared/postgres/trading/taken-quantities.ts'
import { eastern, instantAt } from '../../../shared/time/eastern.ts'
import type { Refusal } from '../../http/errors.ts'
import { refuse } from '../refuse.ts'
import { averageDailyVolume } from './average-volume.ts'
import type { LiveTouch, OrderMarket } from './order-market.ts'

export interface PricingInput {
  account: Account
  market: OrderMarket
  /** By instrument: how much the account has taken of the same side within the last five minutes. */
  taken: ReadonlyMap<string, number>
  /** True for a new quote, which counts pending trades too; a confirmation counts fills alone. */
  withPending: boolean
  now: Date
}

/**
 * Prices each leg at its own touch; a leg that is too large is refused with the largest order that would fit it. The
 * caller must hold the account lock, so that concurrent orders see what the others have taken of the displayed size.
 */
export async function priceLegs(tx: Tx, order: Order, input: PricingInput): Promise<QuotedLeg[] | Refusal> {
  const { legs, quantity: units } = order
  const priced: QuotedLeg[] = []
  for (const { instrument, quantity } of legs) {
    const touch = input.market.touches.get(instrument)!
    const side: TradeSide = quantity > 0 ? 'buy' : 'sell'
    const wanted = { side, quantity: Math.abs(quantity) }
    const { volume, taken } = await readSize(tx, order, { ...input, wanted, touch, instrument })
    const price = orderPrice(touch.instrument.kind, wanted, touch, volume, taken)
    if ('availableQuantity' in price)
      return refuse('size_exceeds_liquidity', {
        instrument,
        max_quantity: Math.floor(price.availableQuantity / (wanted.quantity / units)),
        ...volumeDetails(touch.instrument.kind, volume),
      })
    const { bidE4, askE4 } = touch
    const multiplier = multiplierOf(touch.instrument)
    priced.push({ instrument, quantity, priceE4: price.priceE4, bidE4, askE4, multiplier })
  }
  return priced
}

interface VolumeDetails {
  average_daily_volume: number | null
  /** The reason why the volume is null. */
  reason?: string
}

/** The details of a refusal for size: the volume that limits the order, or why none is known. */
function volumeDetails(kind: Instrument['kind'], volume: number | null): VolumeDetails {
  if (volume !== null) return { average_daily_volume: Math.round(volume) }
  const reason =
    kind === 'option'
      ? 'only the displayed size of an option can be traded'
      : 'the average daily volume is not known, so only the displayed size can be traded'
  return { average_daily_volume: null, reason }
}

interface SizeInput extends PricingInput {
  wanted: { side: TradeSide; quantity: number }
  touch: LiveTouch
  instrument: string
}

/** Reads the daily volume only for shares beyond the displayed size; nothing else depends on it. */
async function readSize(
  tx: Tx,
  order: Order,
  { account, taken, withPending, now, wanted, touch, instrument }: SizeInput,
): Promise<{ volume: number | null; taken: LiquidityTaken }> {
  const recent = taken.get(instrument) ?? 0
  const displayed = (wanted.side === 'buy' ? touch.askSize : touch.bidSize) ?? 0
  if (touch.instrument.kind !== 'stock' || wanted.quantity + recent <= displayed)
    return { volume: null, taken: { recent, today: recent } }
  const since = instantAt(eastern(now).day, '00:00')
  const [volume, today] = await Promise.all([
    averageDailyVolume(tx, instrument, { now, price: dollarsOf((touch.bidE4 + touch.askE4) / 2) }),
    takenSince(tx, account, order, { since, now, withPending }),
  ])
  return { volume, taken: { recent, today } }
}
