import type { Held } from './ledger.ts'

/** Something held, with what one unit of it can be sold and bought for now; null: nobody trades it at the moment. */
export interface PricedHolding extends Held {
  instrument: string
  underlying: string
  bidE4: number | null
  askE4: number | null
}

export interface ForcedFill {
  instrument: string
  /** What the account gains; negative when it sells. */
  quantity: number
  unitE4: number
}

export interface Liquidation {
  fills: ForcedFill[]
  /** Into the account. */
  cashE4: number
  /** What could raise cash and has no market now. */
  untradable: string[]
}

const unitOf = ({ quantity, bidE4, askE4 }: PricedHolding): number | null => (quantity > 0 ? bidE4 : askE4)
const worthOf = (held: PricedHolding): number => held.quantity * (unitOf(held) ?? 0)

/**
 * What is closed to pay what an account owes, and nothing more. First what covers nothing: holdings of underlyings in
 * which nothing is short, the largest worth at the bid first, only as many units as are needed. Then underlyings in
 * which something is short, each as a whole, shorts bought back with it, so that no cover is sold from under them: the
 * largest worth first, and none that would cost more than it brings.
 */
export function planLiquidation(owedE4: number, held: readonly PricedHolding[]): Liquidation {
  const plan: Liquidation = { fills: [], cashE4: 0, untradable: [] }
  const withShorts = new Set(held.flatMap(({ underlying, quantity }) => (quantity < 0 ? [underlying] : [])))
  const free = held.filter(({ underlying }) => !withShorts.has(underlying))
  for (const each of inTurn(free, worthOf, ({ instrument }) => instrument)) {
    const missingE4 = owedE4 - plan.cashE4
    if (missingE4 <= 0) return plan
    const unitE4 = unitOf(each)
    if (!unitE4) plan.untradable.push(each.instrument)
    else close(plan, each, Math.min(each.quantity, Math.ceil(missingE4 / unitE4)), unitE4)
  }
  const groups = [...withShorts].map((underlying) => {
    const members = held.filter((each) => each.underlying === underlying)
    return { underlying, members, worthE4: members.reduce((sum, each) => sum + worthOf(each), 0) }
  })
  for (const { members, worthE4 } of inTurn(
    groups,
    (group) => group.worthE4,
    (group) => group.underlying,
  )) {
    if (plan.cashE4 >= owedE4) return plan
    const stuck = members.filter((each) => !unitOf(each))
    plan.untradable.push(...stuck.map(({ instrument }) => instrument))
    // What nobody bids for may stay; a short that nobody offers keeps its cover.
    if (worthE4 <= 0 || stuck.some(({ quantity }) => quantity < 0)) continue
    for (const each of members) if (!stuck.includes(each)) close(plan, each, Math.abs(each.quantity), unitOf(each)!)
  }
  return plan
}

function inTurn<T>(all: readonly T[], worth: (each: T) => number, name: (each: T) => string): T[] {
  return [...all].sort((a, b) => worth(b) - worth(a) || (name(a) < name(b) ? -1 : 1))
}

function close(plan: Liquidation, { instrument, quantity }: PricedHolding, units: number, unitE4: number): void {
  const gained = -Math.sign(quantity) * units
  plan.fills.push({ instrument, quantity: gained, unitE4 })
  plan.cashE4 -= gained * unitE4
}
