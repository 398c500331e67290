import type { HeldPosition } from './option-book.ts'

/** Prices of an instrument for one share; null if missing. */
export interface Sides {
  bidE4: number | null
  askE4: number | null
  midE4: number | null
}

export interface PositionValue {
  /** Worth at the middle of bid and ask. */
  valueE4: number | null
  /** Cash from closing the position now at the touch; negative if it would cost. */
  liquidationE4: number | null
  /** Gain against the basis, at the middle. */
  unrealizedE4: number | null
  /** Gain in percent of the absolute basis; null also if the basis is 0. */
  unrealizedPercent: number | null
}

/** Long positions are sold at the bid (0 if there is none); short ones are bought back at the ask. */
export function valuePosition(
  { quantity, costE4 }: HeldPosition & { costE4: number },
  multiplier: number,
  { bidE4, askE4, midE4 }: Sides,
): PositionValue {
  const worth = (priceE4: number | null): number | null => (priceE4 === null ? null : priceE4 * multiplier * quantity)
  const valueE4 = worth(midE4)
  const unrealizedE4 = valueE4 === null ? null : valueE4 - costE4
  return {
    valueE4,
    liquidationE4: worth(quantity > 0 ? bidE4 : askE4 || null),
    unrealizedE4,
    unrealizedPercent: unrealizedE4 === null || costE4 === 0 ? null : (100 * unrealizedE4) / Math.abs(costE4),
  }
}

/**
 * Realised gain since the account began: the change of cash plus the basis still in positions. Dividends, fees and
 * borrowing are included; together with the unrealised gain it is the total gain.
 */
export const realizedE4 = (
  { cashE4, initialE4 }: { cashE4: number; initialE4: number },
  positions: readonly { costE4: number }[],
): number => positions.reduce((sum, { costE4 }) => sum + costE4, cashE4 - initialE4)
