export interface HeldPosition {
  instrument: string
  quantity: number
}

export interface AccountValue {
  /** Cash and every position at its mark; null while one of them has none. */
  equityE4: number | null
  /** What could be spent on something long; null while it cannot be said. */
  buyingPowerE4: number | null
  /** Instruments without a mark. */
  unmarked: string[]
}

/**
 * Worth of an account by marks per unit of quantity (an option's includes its multiplier). Nothing is invented: one
 * missing mark leaves the whole unknown. What is short asks for cash this rule does not know, so it says nothing then.
 */
export function accountValue(
  cashE4: number,
  positions: readonly HeldPosition[],
  marksE4: ReadonlyMap<string, number>,
): AccountValue {
  const held = positions.filter(({ quantity }) => quantity !== 0)
  const unmarked = held.flatMap(({ instrument }) => (marksE4.has(instrument) ? [] : [instrument]))
  const worthE4 = held.reduce((sum, { instrument, quantity }) => sum + quantity * (marksE4.get(instrument) ?? 0), 0)
  const isShort = held.some(({ quantity }) => quantity < 0)
  return {
    equityE4: unmarked.length === 0 ? cashE4 + worthE4 : null,
    buyingPowerE4: isShort ? null : Math.max(0, cashE4),
    unmarked,
  }
}
