import { parseInstrument } from './instrument.ts'
import { type ForcedFill, type Liquidation, type PricedHolding, planLiquidation } from './liquidation.ts'
import { maintenanceOf } from './maintenance.ts'

/** A called account with the marks of the call. Fills happen at bid or ask, so they cost the difference to the mark. */
export interface CalledAccount {
  cashE4: number
  held: readonly PricedHolding[]
  marksE4: ReadonlyMap<string, number>
}

const isShortStock = ({ instrument, quantity }: Pick<PricedHolding, 'instrument' | 'quantity'>): boolean =>
  quantity < 0 && parseInstrument(instrument)?.kind === 'stock'

function isCured({ cashE4, held, marksE4 }: CalledAccount): boolean {
  const worthE4 = held.reduce((sum, { instrument, quantity }) => sum + quantity * (marksE4.get(instrument) ?? 0), 0)
  return maintenanceOf(cashE4 + worthE4, held, marksE4)?.isCalled !== true
}

/**
 * Plans what to close so that a maintenance call is met, and nothing more. Short stock is bought back at the ask, the
 * position worth most first and only as many shares as needed, because nothing else lowers the requirement. What cash
 * cannot pay is raised by a liquidation, as for any debt, and remains a debt if nothing is left to sell. Bisection
 * finds the number of shares.
 */
export function planCall(called: CalledAccount): Liquidation {
  const shorts = called.held.filter(isShortStock)
  const untradable = shorts.filter(({ askE4 }) => !askE4).map(({ instrument }) => instrument)
  const buyable = shorts
    .filter(({ askE4 }) => askE4)
    .sort((a, b) => a.quantity * a.askE4! - b.quantity * b.askE4! || (a.instrument < b.instrument ? -1 : 1))
  const units = buyable.reduce((sum, { quantity }) => sum - quantity, 0)
  const isEnough = (count: number): boolean => {
    const { fills, cashE4 } = planOf(called, buyable, count)
    return isCured({ ...called, cashE4: called.cashE4 + cashE4, held: remaining(called.held, fills) })
  }
  if (units === 0 || isEnough(0)) return { fills: [], cashE4: 0, untradable }
  let missing = 0
  let enough = units
  while (enough - missing > 1) {
    const middle = Math.floor((missing + enough) / 2)
    if (isEnough(middle)) enough = middle
    else missing = middle
  }
  const plan = planOf(called, buyable, enough)
  return { ...plan, untradable: [...new Set([...untradable, ...plan.untradable])] }
}

/** Buys back `count` shares and adds the sales that pay for them. */
function planOf({ cashE4, held }: CalledAccount, shorts: readonly PricedHolding[], count: number): Liquidation {
  if (count === 0) return { fills: [], cashE4: 0, untradable: [] }
  const bought: ForcedFill[] = []
  let open = count
  for (const { instrument, quantity, askE4 } of shorts) {
    const taken = Math.min(open, -quantity)
    if (taken > 0) bought.push({ instrument, quantity: taken, unitE4: askE4! })
    open -= taken
  }
  const paidE4 = bought.reduce((sum, { quantity, unitE4 }) => sum + quantity * unitE4, 0)
  const owedE4 = paidE4 - cashE4
  if (owedE4 <= 0) return { fills: bought, cashE4: -paidE4, untradable: [] }
  const sales = planLiquidation(owedE4, remaining(held, bought))
  const fills = [...bought]
  for (const sale of sales.fills) {
    const at = fills.findIndex(({ instrument }) => instrument === sale.instrument)
    if (at < 0) fills.push(sale)
    else fills[at] = { ...sale, quantity: sale.quantity + fills[at]!.quantity }
  }
  return { fills, cashE4: sales.cashE4 - paidE4, untradable: sales.untradable }
}

/** The positions that remain after fills. */
function remaining(held: readonly PricedHolding[], fills: readonly ForcedFill[]): PricedHolding[] {
  const gained = new Map(fills.map(({ instrument, quantity }) => [instrument, quantity]))
  return held
    .map((each) => ({ ...each, quantity: each.quantity + (gained.get(each.instrument) ?? 0) }))
    .filter(({ quantity }) => quantity !== 0)
}
