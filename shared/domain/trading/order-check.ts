import type { AccountStatus } from './account.ts'
import { type Collateral, collateral } from './collateral.ts'
import { parseInstrument, underlyingOf } from './instrument.ts'
import type { HeldPosition } from './option-book.ts'

/** What one leg does: to a position, and to the cash. */
export interface OrderFill {
  instrument: string
  /** What the account gains; negative when it sells. */
  quantity: number
  /** Price times multiplier times the size of the quantity, never negative. */
  notionalE4: number
}

export interface OrderedOf {
  cashE4: number
  positions: readonly HeldPosition[]
}

export interface OrderRules {
  /** May be short of stock. */
  shorting: boolean
  status: AccountStatus
  deficit: boolean
  /** Of stocks, per share. */
  marksE4: ReadonlyMap<string, number>
  /** What the whole order costs beside its price. */
  feesE4?: number
}

export type OrderRefusal =
  | { code: 'account_suspended' | 'closing_only' }
  | { code: 'order_crosses_zero' | 'insufficient_position'; instrument: string; held: number }
  | { code: 'insufficient_funds'; cashAfterE4: number }
  | { code: 'uncovered_short'; uncovered: Collateral['uncovered'] }
  | { code: 'insufficient_buying_power'; cashAfterE4: number; requiredAfterE4: number }
  | { code: 'equity_unknown'; unmarked: string[] }

type Held = ReadonlyMap<string, number>

/**
 * Why an account may not make an order, which is judged as a whole on what would be held behind it; null when it may.
 * Each leg stays on its side of zero. Cash never falls below zero. Cash behind must be what positions behind ask for,
 * unless the order asks for nothing more and leaves no less beyond it; and whoever only closes, and raises no
 * requirement by it, is never kept from it.
 */
export function whatForbids(
  { cashE4, positions }: OrderedOf,
  fills: readonly OrderFill[],
  rules: OrderRules,
): OrderRefusal | null {
  if (rules.status !== 'active' && rules.status !== 'closing_only') return { code: 'account_suspended' }
  const before: Held = new Map(positions.map(({ instrument, quantity }) => [instrument, quantity]))
  const reduces = fills.every(({ instrument, quantity }) => isCloser(before.get(instrument) ?? 0, quantity))
  if ((rules.status === 'closing_only' || rules.deficit) && !reduces) return { code: 'closing_only' }

  const after = new Map(before)
  for (const fill of fills) {
    const held = after.get(fill.instrument) ?? 0
    const wrong = wrongSide(fill, held, rules.shorting)
    if (wrong) return { code: wrong, instrument: fill.instrument, held }
    after.set(fill.instrument, held + fill.quantity)
  }
  const cashAfterE4 = fills.reduce(
    (sum, { quantity, notionalE4 }) => sum - Math.sign(quantity) * notionalE4,
    cashE4 - (rules.feesE4 ?? 0),
  )
  if (cashAfterE4 < Math.min(0, cashE4)) return { code: 'insufficient_funds', cashAfterE4 }
  return refusedByCollateral({ cashE4, held: before }, { cashE4: cashAfterE4, held: after }, reduces, rules)
}

const isStock = (instrument: string): boolean => parseInstrument(instrument)?.kind === 'stock'

const isCloser = (held: number, quantity: number): boolean =>
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

interface State {
  cashE4: number
  held: Held
}

const positionsOf = (held: Held): HeldPosition[] =>
  [...held].map(([instrument, quantity]) => ({ instrument, quantity }))

function refusedByCollateral(before: State, after: State, reduces: boolean, rules: OrderRules): OrderRefusal | null {
  const was = collateral(positionsOf(before.held), rules.marksE4)
  const is = collateral(positionsOf(after.held), rules.marksE4)
  const uncovered = changeOfUncovered(was, is)
  if (uncovered === 'more') return { code: 'uncovered_short', uncovered: is.uncovered }
  const raises = raisesRequirement(was, is)
  if (reduces && !raises) return null
  if (is.unmarked.length > 0) return { code: 'equity_unknown', unmarked: is.unmarked }
  // Beside a loss without end, which only a settlement can have left, nothing is opened but what makes it smaller.
  if (is.requiredE4 === null) return uncovered === 'fewer' ? null : { code: 'uncovered_short', uncovered: is.uncovered }
  if (after.cashE4 >= is.requiredE4) return null
  const lowersSurplus =
    was.requiredE4 === null ? was.unmarked.length > 0 : after.cashE4 - is.requiredE4 < before.cashE4 - was.requiredE4
  return raises || lowersSurplus
    ? { code: 'insufficient_buying_power', cashAfterE4: after.cashE4, requiredAfterE4: is.requiredE4 }
    : null
}

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

/** Of options, by underlying: hangs on no mark, and what is sold short of a stock shows in the surplus. */
const optionsAsk = ({ byUnderlying }: Collateral) =>
  sumsBy(
    byUnderlying.flatMap(({ underlying, parts }) =>
      parts.flatMap(({ rule, requiredE4 }) =>
        rule === 'expiry' ? [[underlying, requiredE4 ?? Number.POSITIVE_INFINITY] as const] : [],
      ),
    ),
  )

const raisesRequirement = (was: Collateral, is: Collateral): boolean => risesAnywhere(optionsAsk(was), optionsAsk(is))
