import { collateral } from './collateral.ts'
import { type Maintenance, maintenanceOf } from './maintenance.ts'
import type { HeldPosition } from './option-book.ts'

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
    maintenance: equityE4 === null ? null : maintenanceOf(equityE4, held, marksE4),
    unmarked,
  }
}
