import { collateral } from './collateral.ts'
import { type Maintenance, maintenanceOf } from './maintenance.ts'
import type { HeldPosition } from './option-book.ts'

export interface AccountValue {
  /** Cash and every position at its mark; null while one of them has none. */
  equityE4: number | null
  /** Cash that positions require; null while a short stock has no mark, or if a possible loss has no limit. */
  requiredE4: number | null
  /** Cash beyond the requirement, which could buy something; null while a short stock has no mark. */
  buyingPowerE4: number | null
  /** The requirement of short stock; null if there is none, or if equity is unknown. */
  maintenance: Maintenance | null
  /** Instruments without a mark. */
  unmarked: string[]
}

/**
 * The worth of an account by marks per unit of quantity (that of an option includes its multiplier). One missing mark
 * makes the whole unknown, because nothing is estimated. With a loss that has no limit, buying power is 0.
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
  const required = collateral(held, marksE4)
  return {
    equityE4,
    requiredE4: required.requiredE4,
    buyingPowerE4:
      required.unmarked.length > 0
        ? null
        : required.requiredE4 === null
          ? 0
          : Math.max(0, cashE4 - required.requiredE4),
    maintenance: equityE4 === null ? null : maintenanceOf(equityE4, held, marksE4),
    unmarked,
  }
}
