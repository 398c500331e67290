import { type BrokenLimit, brokenLimit } from '../../../shared/domain/trading/limits.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import { judgeFills, MOST_CONTRACTS, type OrderRefusal } from '../../../shared/domain/trading/order-check.ts'
import { legNotionalE4, type QuotedLeg } from '../../../shared/domain/trading/trade.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { TouchLookup } from '../../../shared/market/touches.ts'
import type { Account } from '../../../shared/postgres/trading/accounts.ts'
import type { Position } from '../../../shared/postgres/trading/ledger.ts'
import { wireNames } from '../accounts/limit-documents.ts'
import { refuse } from '../refuse.ts'
import { assertPriced, heldAfter, marksOf, type WorthBasis, worthOf } from './order-worth.ts'

export interface OrderInput {
  account: Account
  held: readonly Position[]
  underlying: string
  legs: readonly QuotedLeg[]
  feesE4: number
  basis: WorthBasis
  answers: ReadonlyMap<string, TouchLookup>
  /** Orders initiated before this one; 0 for a confirmation, which is no new order. */
  initiatedLastMinute: number
  pendingTrades: number
}

export interface OrderJudgement {
  reduces: boolean
  /** The cash that the account must keep in addition after the order; null while a mark is missing. */
  requirementE4: number | null
}

/** Applies the rules of the account to an order at its price. The database's constraints check the result again. */
export function judgeOrder(input: OrderInput): AppError | OrderJudgement {
  const { account, held, legs, feesE4, answers } = input
  assertPriced(input.basis, input)
  const fills = legs.map((leg) => ({
    instrument: leg.instrument,
    quantity: leg.quantity,
    notionalE4: legNotionalE4(leg),
  }))
  const { shorting, status, deficit } = account
  const rules = { shorting, status, deficit, feesE4, marksE4: marksOf(answers) }
  const { refusal, ...judgement } = judgeFills({ cashE4: account.cashE4, positions: held }, fills, rules)
  if (refusal) return refuse(refusal.code, detailsOf(refusal))
  return refuseByLimits(input, judgement.reduces) ?? judgement
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

function refuseByLimits(input: OrderInput, reduces: boolean): AppError | null {
  const { account, held, legs, initiatedLastMinute, pendingTrades } = input
  const worth = reduces
    ? { equityE4: 0, underlyingAfterE4: 0, dayLossE4: 0 }
    : worthOf({ ...input, after: heldAfter(held, legs) })
  if (Array.isArray(worth)) return refuse('equity_unknown', { unmarked: worth })
  const notionalE4 = legs.reduce((sum, leg) => sum + legNotionalE4(leg), 0)
  const broken = brokenLimit(account.limits, { notionalE4, reduces, initiatedLastMinute, pendingTrades, ...worth })
  return broken && refuseLimit(broken)
}

function refuseLimit({ name, bound, actual }: BrokenLimit): AppError {
  const isMoney = name.endsWith('_e4')
  const details = {
    limit: wireNames([name])[0]!,
    value: isMoney ? dollarsOf(bound) : bound,
    actual: isMoney && actual !== null ? dollarsOf(actual) : roundedUp(actual),
  }
  return refuse(name === 'orders_per_minute' ? 'too_many_orders' : 'limit_exceeded', details)
}

/** Rounds up, so that the figure never equals the bound that it exceeds. */
const roundedUp = (figure: number | null): number | null => figure && Math.ceil(figure * 100) / 100
