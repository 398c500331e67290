import { type BrokenLimit, brokenLimit } from '../../../shared/domain/trading/limits.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import { judgeFills, MOST_CONTRACTS, type OrderRefusal } from '../../../shared/domain/trading/order-check.ts'
import { legNotionalE4, type QuotedLeg } from '../../../shared/domain/trading/trade.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { TouchAnswer } from '../../../shared/market/touches.ts'
import type { Account } from '../../../shared/postgres/trading/accounts.ts'
import type { Position } from '../../../shared/postgres/trading/ledger.ts'
import { wireNames } from '../accounts/limit-documents.ts'
import { refuse } from '../refuse.ts'
import { assertPriced, heldBehind, marksOf, type WorthBasis, worthOf } from './order-worth.ts'

export interface OrderAsked {
  account: Account
  held: readonly Position[]
  underlying: string
  legs: readonly QuotedLeg[]
  feesE4: number
  basis: WorthBasis
  answers: ReadonlyMap<string, TouchAnswer>
  /** Of orders before it; a confirmation is no new order, and counts none. */
  initiatedLastMinute: number
  pendingTrades: number
}

export interface Judged {
  reduces: boolean
  /** By how much more cash must stay behind the order; null while that cannot be said. */
  requirementE4: number | null
}

/** What an account may not do with an order at its price, or what it would do to it. Constraints have the last word. */
export function judgeOrder(asked: OrderAsked): AppError | Judged {
  const { account, held, legs, feesE4, answers } = asked
  assertPriced(asked.basis, asked)
  const fills = legs.map((leg) => ({
    instrument: leg.instrument,
    quantity: leg.quantity,
    notionalE4: legNotionalE4(leg),
  }))
  const { shorting, status, deficit } = account
  const rules = { shorting, status, deficit, feesE4, marksE4: marksOf(answers) }
  const { refusal, ...judged } = judgeFills({ cashE4: account.cashE4, positions: held }, fills, rules)
  if (refusal) return refuse(refusal.code, detailsOf(refusal))
  return refuseByLimits(asked, judged.reduces) ?? judged
}

function detailsOf(refusal: OrderRefusal): NonNullable<Parameters<typeof refuse>[1]> | undefined {
  switch (refusal.code) {
    case 'closing_only':
      return undefined
    case 'too_many_contracts':
      return { most: MOST_CONTRACTS }
    case 'order_crosses_zero':
    case 'insufficient_position':
      return { instrument: refusal.instrument, held: refusal.held }
    case 'insufficient_funds':
      return { cash_after: dollarsOf(refusal.cashAfterE4) }
    case 'uncovered_short':
      return { uncovered: refusal.uncovered }
    case 'insufficient_buying_power':
      return { cash_after: dollarsOf(refusal.cashAfterE4), required_after: dollarsOf(refusal.requiredAfterE4) }
    case 'equity_unknown':
      return { unmarked: refusal.unmarked }
  }
}

function refuseByLimits(asked: OrderAsked, reduces: boolean): AppError | null {
  const { account, held, legs, initiatedLastMinute, pendingTrades } = asked
  const worth = reduces
    ? { equityE4: 0, underlyingAfterE4: 0, dayLossE4: 0 }
    : worthOf({ ...asked, after: heldBehind(held, legs) })
  if (Array.isArray(worth)) return refuse('equity_unknown', { unmarked: worth })
  const notionalE4 = legs.reduce((sum, leg) => sum + legNotionalE4(leg), 0)
  const broken = brokenLimit(account.limits, { notionalE4, reduces, initiatedLastMinute, pendingTrades, ...worth })
  return broken && refuseLimit(broken)
}

function refuseLimit({ name, bound, actual }: BrokenLimit): AppError {
  const isMoney = name.endsWith('_e4')
  const told = {
    limit: wireNames([name])[0]!,
    value: isMoney ? dollarsOf(bound) : bound,
    actual: isMoney && actual !== null ? dollarsOf(actual) : roundedUp(actual),
  }
  return refuse(name === 'orders_per_minute' ? 'too_many_orders' : 'limit_exceeded', told)
}

/** Never down to the bound it is beyond. */
const roundedUp = (figure: number | null): number | null => figure && Math.ceil(figure * 100) / 100
