import { isStale } from '../../shared/domain/market-quote.ts'
import { multiplierOf, parseInstrument } from '../../shared/domain/trading/instrument.ts'
import { isCloser } from '../../shared/domain/trading/order-check.ts'
import { orderPrice } from '../../shared/domain/trading/order-price.ts'
import type { Order, QuotedLeg, TradeSide } from '../../shared/domain/trading/trade.ts'
import type { AppError } from '../../shared/errors.ts'
import { readTouches, type Touch, type TouchAnswer, type TouchMarket } from '../../shared/market/touches.ts'
import { averageDailyVolume } from '../../shared/postgres/average-volume.ts'
import { readAccount } from '../../shared/postgres/trading/accounts.ts'
import { readPositions } from '../../shared/postgres/trading/ledger.ts'
import { eastern } from '../../shared/time/eastern.ts'
import type { ApiContext } from '../context.ts'
import { refuse } from '../errors.ts'
import { knownSymbols, mayExist } from './read-quotes.ts'
import { refuseBeforeSplit } from './split-ahead.ts'

/** Two sides in order that somebody stands behind. */
export interface LiveTouch extends Touch {
  bidE4: number
  askE4: number
}

export const touchMarket = ({ market }: ApiContext): TouchMarket => ({
  quotes: async (symbols, now) => (await market.quotes(symbols, now)).answers,
  chain: (underlying, which) => market.chain(underlying, which),
})

/** Whether an order's instruments can be traded at all; an index cannot, and what is held of a former member only closed. */
export async function refuseUntradable(context: ApiContext, order: Order, accountId: number): Promise<AppError | null> {
  const known = await knownSymbols(context)
  const ticker = known.universe.find(order.underlying)
  if (ticker?.kind === 'index') return refuse('not_tradable')
  if (!mayExist(order.underlying, known)) return refuse('unknown_symbol')
  const { members, tradeable } = known.universe
  const hasLeft = ticker !== null && members !== null && !tradeable.some(({ symbol }) => symbol === ticker.symbol)
  if (hasLeft && !(await closesWhatIsHeld(context, order, accountId))) return refuse('not_tradable')
  return await refuseBeforeSplit(context, order, accountId)
}

async function closesWhatIsHeld({ reader }: ApiContext, { legs }: Order, accountId: number): Promise<boolean> {
  const positions = await reader.read(async (sql) => {
    const account = await readAccount(sql, accountId)
    return account ? await readPositions(sql, accountId, account.epoch) : []
  })
  const held = new Map(positions.map(({ instrument, quantity }) => [instrument, quantity]))
  return legs.every(({ instrument, quantity }) => isCloser(held.get(instrument) ?? 0, quantity))
}

/** Of several legs a refusal says which one it is about. */
type About = { instrument: string } | undefined

/** A touch that may be traded on at an instant, or why not. */
export function judgeLive(
  answer: TouchAnswer | undefined,
  { allowDelayedTrading }: ApiContext,
  about: About,
): LiveTouch | AppError {
  if (!answer?.touch) {
    if (answer?.unknown) return refuse('unknown_contract', about)
    return refuse('unavailable', { ...about, reason: answer?.reason ?? 'nobody was asked' })
  }
  const { touch, reason } = answer
  // The last good value of a feed that is silent now: nobody can say that it still holds.
  if (reason !== null) return refuse('unavailable', { ...about, reason })
  if (touch.quality === 'stale') return refuse('stale_quote', { ...about, age_seconds: Math.round(touch.ageSeconds) })
  if (touch.quality !== 'good' || touch.bidE4 === null || touch.askE4 === null || touch.bidE4 <= 0)
    return refuse('no_market', { ...about, quality: touch.quality })
  if (touch.delaySeconds > 0 && !allowDelayedTrading)
    return refuse('delayed_feed', { ...about, delay_seconds: touch.delaySeconds, source: touch.source })
  return { ...touch, bidE4: touch.bidE4, askE4: touch.askE4 }
}

const isRefusal = (one: LiveTouch | AppError): one is AppError => one instanceof Error

const aboutOf = (legs: readonly unknown[], instrument: string): About => (legs.length > 1 ? { instrument } : undefined)

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
    const live = judgeLive(answer, context, aboutOf(names, name))
    if (isRefusal(live)) return live
    touches.set(name, live)
  }
  return { touches, answers }
}

/** Each leg at its own touch, or the size of the order that would do. */
export async function priceLegs(
  { reader }: ApiContext,
  { legs, quantity: units }: Order,
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
        ...aboutOf(legs, instrument),
        available_quantity: Math.floor(price.availableQuantity / (Math.abs(quantity) / units)),
        average_daily_volume: volume === null ? null : Math.round(volume),
      })
    const { bidE4, askE4 } = touch
    const multiplier = multiplierOf(touch.instrument)
    priced.push({ instrument, quantity, priceE4: price.priceE4, bidE4, askE4, multiplier })
  }
  return priced
}

/** What was in time when it was read may not be once the account is locked. */
export const isAnyStale = (touches: OrderMarket['touches'], now: Date): boolean =>
  [...touches.values()].some((touch) => isStale(touch, now))

export const isExpired = (instrument: string, now: Date): boolean => {
  const parsed = parseInstrument(instrument)
  return parsed?.kind === 'option' && parsed.expiration < eastern(now).day
}
