import { brokenLimit, type LimitName } from '../../shared/domain/trading/limits.ts'
import type { OrderLeg } from '../../shared/domain/trading/trade.ts'
import type { AppError } from '../../shared/errors.ts'
import type { TouchAnswer } from '../../shared/market/touches.ts'
import type { Account } from '../../shared/postgres/trading/accounts.ts'
import type { Position } from '../../shared/postgres/trading/ledger.ts'
import { refuse } from '../errors.ts'
import { wireNames } from './limit-documents.ts'
import { type WorthBasis, worthOf } from './order-worth.ts'

export interface OrderAsked {
  account: Account
  held: readonly Position[]
  underlying: string
  legs: readonly OrderLeg[]
  notionalE4: number
  totalE4: number
  basis: WorthBasis
  answers: ReadonlyMap<string, TouchAnswer>
  /** Of orders before it; a confirmation is no new order, and counts none. */
  initiatedLastMinute: number
  pendingTrades: number
}

export const quantityOf = (held: readonly Position[], instrument: string): number =>
  held.find((one) => one.instrument === instrument)?.quantity ?? 0

const closes = (leg: OrderLeg, held: readonly Position[]): boolean => {
  const before = quantityOf(held, leg.instrument)
  return before * leg.quantity < 0 && Math.abs(leg.quantity) <= Math.abs(before)
}

/** What an account may not do with an order at its price; null when it may. Constraints have the last word behind it. */
export function judgeOrder(asked: OrderAsked): AppError | null {
  const { account, held, legs, totalE4 } = asked
  const reduces = legs.every((leg) => closes(leg, held))
  if ((account.status === 'closing_only' || account.deficit) && !reduces) return refuse('closing_only')
  for (const leg of legs) {
    const before = quantityOf(held, leg.instrument)
    const after = before + leg.quantity
    if (before < 0 && after > 0) return refuse('order_crosses_zero', { held: before })
    if (leg.quantity < 0 && after < 0)
      return refuse('insufficient_position', { instrument: leg.instrument, held: before })
  }
  if (totalE4 < 0 && account.cashE4 + totalE4 < 0) return refuse('insufficient_funds')
  return refuseByLimits(asked, reduces)
}

function refuseByLimits(asked: OrderAsked, reduces: boolean): AppError | null {
  const { account, held, legs } = asked
  const moved = new Map(held.map((one) => [one.instrument, one]))
  for (const { instrument, quantity } of legs)
    moved.set(instrument, { instrument, quantity: quantityOf(held, instrument) + quantity, costE4: 0 })
  const worth = reduces
    ? { equityE4: 0, underlyingAfterE4: 0, dayLossE4: 0 }
    : worthOf({ ...asked, after: [...moved.values()] })
  if (Array.isArray(worth)) return refuse('equity_unknown', { unmarked: worth })
  const { notionalE4, initiatedLastMinute, pendingTrades } = asked
  const broken = brokenLimit(account.limits, { notionalE4, reduces, initiatedLastMinute, pendingTrades, ...worth })
  return broken && refuseLimit(broken)
}

const refuseLimit = (broken: LimitName): AppError =>
  refuse(broken === 'orders_per_minute' ? 'too_many_orders' : 'limit_exceeded', { limit: wireNames([broken])[0]! })
