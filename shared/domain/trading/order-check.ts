import type { AccountStatus } from './account.ts'
import { type Collateral, collateral } from './collateral.ts'
import { MULTIPLIER, parseInstrument, underlyingOf } from './instrument.ts'
import { type HeldPosition, optionBooks } from './option-book.ts'

/** The effect of one leg on a position and on cash. */
export interface OrderFill {
  instrument: string
  /** Positive when the account buys, negative when it sells. */
  quantity: number
  /** Price times multiplier times the absolute quantity, never negative. */
  notionalE4: number
}

export interface AccountHoldings {
  cashE4: number
  positions: readonly HeldPosition[]
}

export interface OrderRules {
  /** True if the account may be short of stock. */
  shorting: boolean
  status: AccountStatus
  deficit: boolean
  /** Marks of stocks, per share. */
  marksE4: ReadonlyMap<string, number>
  /** Fees of the whole order. */
  feesE4?: number
}

export type OrderRefusal =
  | { code: 'closing_only' | 'too_many_contracts' }
  | { code: 'order_crosses_zero' | 'insufficient_position'; instrument: string; held: number }
  | { code: 'insufficient_funds'; cashAfterE4: number }
  | { code: 'uncovered_short'; uncovered: Collateral['uncovered'] }
  | { code: 'insufficient_buying_power'; cashAfterE4: number; requiredAfterE4: number }
  | { code: 'equity_unknown'; unmarked: string[] }

type Held = ReadonlyMap<string, number>

/** The collateral of more contracts would take too long to compute while the account is locked. */
export const MOST_CONTRACTS = 500

export interface OrderVerdict {
  /** Null if the order is allowed. */
  refusal: OrderRefusal | null
  /** True if the order only reduces positions. */
  reduces: boolean
  /** Increase of the required cash by the order; null while unknown. */
  requirementE4: number | null
}

/**
 * Judges an order as a whole by the positions it would leave. No leg crosses zero, and cash does not fall below zero
 * (nor further, if it is negative). Cash after the order must meet the requirement after it, unless the order neither
 * raises the requirement nor lowers the surplus beyond it. An order that only buys back, or only closes without raising
 * the requirement, is always allowed.
 */
export function judgeFills(
  { cashE4, positions }: AccountHoldings,
  fills: readonly OrderFill[],
  rules: OrderRules,
): OrderVerdict {
  const before: Held = new Map(positions.map(({ instrument, quantity }) => [instrument, quantity]))
  const reduces = fills.every(({ instrument, quantity }) => reducesPosition(before.get(instrument) ?? 0, quantity))
  const refused = (refusal: OrderRefusal): OrderVerdict => ({ refusal, reduces, requirementE4: null })
  if ((rules.status === 'closing_only' || rules.deficit) && !reduces) return refused({ code: 'closing_only' })

  const after = new Map(before)
  for (const fill of fills) {
    const held = after.get(fill.instrument) ?? 0
    const wrong = wrongSide(fill, held, rules.shorting)
    if (wrong) return refused({ code: wrong, instrument: fill.instrument, held })
    after.set(fill.instrument, held + fill.quantity)
  }
  const cashAfterE4 = fills.reduce(
    (sum, { quantity, notionalE4 }) => sum - Math.sign(quantity) * notionalE4,
    cashE4 - (rules.feesE4 ?? 0),
  )
  if (cashAfterE4 < Math.min(0, cashE4)) return refused({ code: 'insufficient_funds', cashAfterE4 })
  if (contractsIn(after) > Math.max(MOST_CONTRACTS, contractsIn(before))) return refused({ code: 'too_many_contracts' })
  const was = collateral(positionsOf(before), rules.marksE4)
  const is = collateral(positionsOf(after), rules.marksE4)
  const refusal = refusedByCollateral(
    { cashE4, held: before, collateral: was },
    { cashE4: cashAfterE4, held: after, collateral: is },
    { reduces, fills },
  )
  const requirementE4 = was.requiredE4 === null || is.requiredE4 === null ? null : is.requiredE4 - was.requiredE4
  return { refusal, reduces, requirementE4 }
}

const isStock = (instrument: string): boolean => parseInstrument(instrument)?.kind === 'stock'

const contractsIn = (held: Held): number =>
  [...held].filter(([instrument, quantity]) => quantity !== 0 && !isStock(instrument)).length

/** True if an order of this quantity reduces the position without crossing zero. */
export const reducesPosition = (held: number, quantity: number): boolean =>
  held * quantity < 0 && Math.abs(quantity) <= Math.abs(held)

function wrongSide(
  { instrument, quantity }: OrderFill,
  held: number,
  shorting: boolean,
): 'order_crosses_zero' | 'insufficient_position' | null {
  const after = held + quantity
  if (quantity < 0 && after < 0 && isStock(instrument) && !shorting) return 'insufficient_position'
  return held * after < 0 ? 'order_crosses_zero' : null
}

interface Order {
  fills: readonly OrderFill[]
  reduces: boolean
}

interface State {
  cashE4: number
  held: Held
  collateral: Collateral
}

const positionsOf = (held: Held): HeldPosition[] =>
  [...held].map(([instrument, quantity]) => ({ instrument, quantity }))

function refusedByCollateral(before: State, after: State, { reduces, fills }: Order): OrderRefusal | null {
  const { collateral: was } = before
  const { collateral: is } = after
  const uncovered = changeOfUncovered(was, is)
  if (uncovered === 'more') return { code: 'uncovered_short', uncovered: is.uncovered }
  if (reduces && fills.every(({ quantity }) => quantity > 0)) return null
  const raises = raisesRequirement(before, after)
  if (reduces && !raises) return null
  if (is.unmarked.length > 0) return { code: 'equity_unknown', unmarked: is.unmarked }
  // If the loss has no limit, which neither orders nor expiries create, only an order that makes it smaller may open
  // something, and no short: the unlimited loss would hide the limited loss of that short.
  const isLessening = uncovered === 'fewer' && !opensShort(before.held, fills)
  if (is.uncovered.length > 0 && !isLessening) return { code: 'uncovered_short', uncovered: is.uncovered }
  const requiredAfterE4 = boundedE4(is)
  if (after.cashE4 >= requiredAfterE4) return null
  const lowersSurplus = was.unmarked.length > 0 || after.cashE4 - requiredAfterE4 < before.cashE4 - boundedE4(was)
  return raises || lowersSurplus
    ? { code: 'insufficient_buying_power', cashAfterE4: after.cashE4, requiredAfterE4 }
    : null
}

const opensShort = (held: Held, fills: readonly OrderFill[]): boolean =>
  fills.some(({ instrument, quantity }) => quantity < 0 && !reducesPosition(held.get(instrument) ?? 0, quantity))

const boundedE4 = ({ byUnderlying }: Collateral): number => byUnderlying.reduce((sum, each) => sum + each.boundedE4, 0)

const sumsBy = (amounts: readonly (readonly [string, number])[]): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const [key, amount] of amounts) sums.set(key, (sums.get(key) ?? 0) + amount)
  return sums
}

const risesAnywhere = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): boolean =>
  [...after].some(([key, amount]) => amount > (before.get(key) ?? 0))

const uncoveredBy = ({ uncovered }: Collateral) =>
  sumsBy(uncovered.map(({ instrument, quantity }) => [underlyingOf(parseInstrument(instrument)!), quantity]))

function changeOfUncovered(was: Collateral, is: Collateral): 'more' | 'fewer' | 'same' {
  const [before, after] = [uncoveredBy(was), uncoveredBy(is)]
  if (risesAnywhere(before, after)) return 'more'
  return risesAnywhere(after, before) ? 'fewer' : 'same'
}

/** Requirement by underlying; short stock without a mark is compared by its shares, see `uncoveredShares`. */
const requirements = ({ byUnderlying }: Collateral) =>
  new Map(byUnderlying.map(({ underlying, boundedE4: amountE4 }) => [underlying, amountE4]))

/** Short shares by underlying that no long call could deliver, at any mark. */
const uncoveredShares = (held: Held) =>
  new Map(
    optionBooks(positionsOf(held)).map(({ underlying, shares, longs }) => {
      const calls = longs.reduce((sum, { right, quantity }) => sum + (right === 'call' ? quantity : 0), 0)
      return [underlying, Math.max(0, -shares - calls * MULTIPLIER)]
    }),
  )

const raisesRequirement = (before: State, after: State): boolean =>
  risesAnywhere(requirements(before.collateral), requirements(after.collateral)) ||
  (after.collateral.unmarked.length > 0 && risesAnywhere(uncoveredShares(before.held), uncoveredShares(after.held)))
