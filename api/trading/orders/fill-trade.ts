import { DeadlineError, within } from '../../../shared/deadline.ts'
import { feesFor } from '../../../shared/domain/trading/fees.ts'
import { isBeyondWorst } from '../../../shared/domain/trading/fill.ts'
import { cashPair, fillPostings, type Posting } from '../../../shared/domain/trading/ledger.ts'
import {
  CONFIRMATION_REASONS,
  legNotionalE4,
  legsCashE4,
  type QuotedLeg,
  type TradeReason,
} from '../../../shared/domain/trading/trade.ts'
import { AppError, errorKind } from '../../../shared/errors.ts'
import type { Tx } from '../../../shared/postgres/server/db.ts'
import type { Account } from '../../../shared/postgres/trading/accounts.ts'
import type { NewEntry, Position } from '../../../shared/postgres/trading/ledger.ts'
import { takenRecently } from '../../../shared/postgres/trading/taken-quantities.ts'
import type { Trade, TradeFill } from '../../../shared/postgres/trading/trades.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import { readNow } from '../../database/service-time.ts'
import type { ApiContext } from '../../http/context.ts'
import { refuse } from '../refuse.ts'
import { namingMost } from './judge-at-worst.ts'
import { judgeOrder } from './judge-order.ts'
import { hasOldTouch, type OrderMarket, readOrderMarket, touchesTooOldToFill } from './order-market.ts'
import { orderPriceE4, orderQuote } from './order-quote.ts'
import { readWorthBasis, type WorthBasis } from './order-worth.ts'
import { priceLegs } from './price-legs.ts'
import { holdsOf } from './refuse-untradable.ts'

/** A fill waits this long for the live quote; if none arrives, the trade stays as it is. */
const LIVE_QUOTE_MS = 1_000
const NO_LIVE_QUOTE = 'no live quote came within a second; the trade stays as it was'

/** The market and the account's worth, read before the account is locked. */
export interface LiveReading {
  market: OrderMarket
  basis: WorthBasis
}

export async function readLive(
  context: ApiContext,
  trade: Trade,
  withPrices: boolean,
): Promise<LiveReading | AppError> {
  const now = await readNow(context)
  try {
    const basis = await readWorthBasis(context, { accountId: trade.accountId, order: trade, now, withPrices })
    const isHeld = holdsOf(context, trade.accountId)
    const reading = readOrderMarket(context, { legs: trade.legs, others: basis.instruments ?? [], isHeld, now })
    reading.catch(() => {})
    const market = await within(LIVE_QUOTE_MS, 'the market', reading).catch(refuseLate)
    return market instanceof Error ? market : { market, basis }
  } catch (error) {
    if (error instanceof AppError && errorKind(error) === 'unavailable') return error
    throw error
  }
}

/** A slow vendor is a refusal with its reason, not a failure of the database, in whose transaction it is thrown. */
function refuseLate(error: unknown): AppError {
  if (error instanceof DeadlineError) return refuse('unavailable', { reason: NO_LIVE_QUOTE })
  throw error
}

/** Returns whether a leg is quoted by a feed with a declared delay. */
export const isDelayed = ({ touches }: OrderMarket): boolean =>
  [...touches.values()].some(({ delaySeconds }) => delaySeconds > 0)

/** A touch that is too old to fill the trade leaves it as it is, like any stale quote. */
export function refuseOldTouch(market: OrderMarket, { since, now }: { since: Date; now: Date }): void {
  if (hasOldTouch(market, now)) throw refuse('stale_quote')
  const [old] = touchesTooOldToFill(market, since, now)
  if (old) throw refuse('stale_quote', { instrument: old[0], age_seconds: Math.round(old[1]) })
}

interface FillInput {
  account: Account
  trade: Trade
  held: readonly Position[]
  live: LiveReading
  /** No touch from before this instant fills the trade. */
  since: Date
  now: Date
  /** The refusals that end the trade; any other is thrown and leaves the trade as it is. */
  ending?: readonly TradeReason[]
}

/** The fill of a trade at the live touch and its entry in the ledger, or the reason why the trade ends without one. */
export async function judgeFill(
  tx: Tx,
  { account, trade, held, live: { market, basis }, since, now, ending = CONFIRMATION_REASONS }: FillInput,
): Promise<{ fill: TradeFill; entry: NewEntry } | { reason: TradeReason; livePriceE4: number; refusal?: AppError }> {
  refuseOldTouch(market, { since, now })
  const taken = await takenRecently(tx, account.id, trade, { withPending: false, isDelayed: isDelayed(market) })
  const legs = await priceLegs(tx, trade, { account, market, taken, withPending: false, now })
  if (legs instanceof Error) throw legs
  const fill = fillOf(trade, legs, market, now)
  if (isBeyondWorst(trade.side, fill.priceE4, trade.worstPriceE4))
    return { reason: 'price_moved', livePriceE4: fill.priceE4 }

  const { underlying } = trade
  const rules = {
    account,
    held,
    underlying,
    basis,
    answers: market.answers,
    initiatedLastMinute: 0,
    pendingTrades: 0,
    day: eastern(now).day,
  }
  const judged = judgeOrder({ ...rules, legs, feesE4: fill.feesE4 })
  if (judged instanceof Error) {
    const reason = ending.find((one) => one === judged.details.code)
    const refusal = namingMost(judged, { ...trade, legs }, orderQuote(trade, legs, market.touches), rules)
    if (reason === undefined) throw refusal
    return { reason, livePriceE4: fill.priceE4, refusal }
  }
  return { fill, entry: entryOf(trade, { legs, fill, held }) }
}

/** The fill of all legs at the live touch, each with its own impact. */
function fillOf(trade: Trade, legs: readonly QuotedLeg[], { touches }: OrderMarket, now: Date): TradeFill {
  const cashE4 = legsCashE4(legs)
  const feesE4 = feesFor(legs, eastern(now).day)
  return {
    priceE4: orderPriceE4(trade, legs),
    notionalE4: Math.abs(cashE4),
    feesE4,
    totalE4: cashE4 - feesE4,
    legs: legs.map(({ instrument, priceE4, bidE4, askE4 }) => {
      const { quotedAt, source, delaySeconds } = touches.get(instrument)!
      return { priceE4, bidE4, askE4, quotedAt, source, delaySeconds }
    }),
  }
}

interface FilledOrder {
  legs: readonly QuotedLeg[]
  fill: TradeFill
  held: readonly Position[]
}

/** Cash and positions move at the fill, in one entry. */
function entryOf(trade: Trade, { legs, fill, held }: FilledOrder): NewEntry {
  const postings: Posting[] = legs.flatMap((leg) => {
    const { instrument, quantity } = leg
    const before = held.find((one) => one.instrument === instrument) ?? { quantity: 0, costE4: 0 }
    // `judgeOrder` has accepted the order with the account locked, so a position that ends short is allowed to.
    const mayBeShort = before.quantity + quantity < 0
    return fillPostings({ instrument, quantity, notionalE4: legNotionalE4(leg), mayBeShort }, before)
  })
  return {
    kind: 'trade',
    key: `trade:${trade.id}`,
    tradeId: trade.id,
    postings: [...postings, ...cashPair('fees', -fill.feesE4)],
  }
}
