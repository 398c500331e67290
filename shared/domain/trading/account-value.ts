import { collateral } from './collateral.ts'
import { parseInstrument } from './instrument.ts'
import type { HeldPosition } from './option-book.ts'
import { shareRoundedUp } from './short-stock.ts'

export type { HeldPosition } from './option-book.ts'

/** Of a short stock's mark, what equity must be worth besides. */
export const MAINTENANCE_PCT = 30

export interface Maintenance {
  requiredE4: number
  /** Equity beyond it; below zero is a call. */
  excessE4: number
  isCalled: boolean
}

export interface AccountValue {
  /** Cash and every position at its mark; null while one of them has none. */
  equityE4: number | null
  /** Cash that positions ask for; null while a short stock has no mark, or a loss no end. */
  requiredE4: number | null
  /** What could be spent on something long: cash beyond what is asked; null while a short stock has no mark. */
  buyingPowerE4: number | null
  /** Of short stock; null while there is none, or its equity cannot be said. */
  maintenance: Maintenance | null
  /** Instruments without a mark. */
  unmarked: string[]
}

/**
 * Worth of an account by marks per unit of quantity (an option's includes its multiplier). Nothing is invented: one
 * missing mark leaves the whole unknown. Beside a loss without end there is nothing to spend.
 */
export function accountValue(
  cashE4: number,
  positions: readonly HeldPosition[],
  marksE4: ReadonlyMap<string, number>,
): AccountValue {
  const held = positions.filter(({ quantity }) => quantity !== 0)
  const unmarked = held.flatMap(({ instrument }) => (marksE4.has(instrument) ? [] : [instrument]))
  const worthE4 = held.reduce((sum, { instrument, quantity }) => sum + quantity * (marksE4.get(instrument) ?? 0), 0)
  const equityE4 = unmarked.length === 0 ? cashE4 + worthE4 : null
  const asked = collateral(held, marksE4)
  return {
    equityE4,
    requiredE4: asked.requiredE4,
    buyingPowerE4:
      asked.unmarked.length > 0 ? null : asked.requiredE4 === null ? 0 : Math.max(0, cashE4 - asked.requiredE4),
    maintenance: equityE4 === null ? null : maintenanceOf(equityE4, shortStockE4(held, marksE4)),
    unmarked,
  }
}

function maintenanceOf(equityE4: number, shortE4: number): Maintenance | null {
  if (shortE4 === 0) return null
  const requiredE4 = shareRoundedUp(shortE4, MAINTENANCE_PCT)
  return { requiredE4, excessE4: equityE4 - requiredE4, isCalled: equityE4 < requiredE4 }
}

const shortStockE4 = (held: readonly HeldPosition[], marksE4: ReadonlyMap<string, number>): number =>
  held.reduce((sum, { instrument, quantity }) => {
    const isShortStock = quantity < 0 && parseInstrument(instrument)?.kind === 'stock'
    return isShortStock ? sum - quantity * Math.ceil(marksE4.get(instrument) ?? 0) : sum
  }, 0)
