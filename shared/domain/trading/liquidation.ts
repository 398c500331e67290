import type { Held } from './ledger.ts'

/** A position with the prices one unit can be sold and bought at now; null or 0 if there is no such price. */
export interface PricedHolding extends Held {
  instrument: string
  underlying: string
  bidE4: number | null
  askE4: number | null
}

export interface ForcedFill {
  instrument: string
  /** Positive when the account buys, negative when it sells. */
  quantity: number
  unitE4: number
}

export interface Liquidation {
  fills: ForcedFill[]
  /** Cash into the account. */
  cashE4: number
  /** Positions that could not be closed because they have no market now. */
  untradable: string[]
}

const unitOf = ({ quantity, bidE4, askE4 }: PricedHolding): number | null => (quantity > 0 ? bidE4 : askE4)
const worthOf = (held: PricedHolding): number => held.quantity * (unitOf(held) ?? 0)

/**
 * Plans what to close so that an account can pay what it owes, and nothing more. First come underlyings without shorts,
 * which cover nothing: the position worth most at the bid first, and only as many units as needed. Then come
 * underlyings with shorts, each closed as a whole with its shorts bought back, so that no short loses its cover: the
 * one worth most first, and none that would cost more than it brings.
 */
export function planLiquidation(owedE4: number, held: readonly PricedHolding[]): Liquidation {
  const plan: Liquidation = { fills: [], cashE4: 0, untradable: [] }
  const withShorts = new Set(held.flatMap(({ underlying, quantity }) => (quantity < 0 ? [underlying] : [])))
  const free = held.filter(({ underlying }) => !withShorts.has(underlying))
  for (const each of largestFirst(free, worthOf, ({ instrument }) => instrument)) {
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
  for (const { members, worthE4 } of largestFirst(
    groups,
    (group) => group.worthE4,
    (group) => group.underlying,
  )) {
    if (plan.cashE4 >= owedE4) return plan
    const unpriced = members.filter((each) => !unitOf(each))
    plan.untradable.push(...unpriced.map(({ instrument }) => instrument))
    // A long without a bid may stay; a short without an ask keeps its cover, so the whole underlying stays.
    if (worthE4 <= 0 || unpriced.some(({ quantity }) => quantity < 0)) continue
    for (const each of members) if (!unpriced.includes(each)) close(plan, each, Math.abs(each.quantity), unitOf(each)!)
  }
  return plan
}

function largestFirst<T>(all: readonly T[], worth: (each: T) => number, name: (each: T) => string): T[] {
  return [...all].sort((a, b) => worth(b) - worth(a) || (name(a) < name(b) ? -1 : 1))
}

function close(plan: Liquidation, { instrument, quantity }: PricedHolding, units: number, unitE4: number): void {
  const gained = -Math.sign(quantity) * units
  plan.fills.push({ instrument, quantity: gained, unitE4 })
  plan.cashE4 -= gained * unitE4
}
