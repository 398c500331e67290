import type { HeldPosition } from './option-book.ts'

/** Both sides of an instrument for one share; null where there is none. */
export interface Sides {
  bidE4: number | null
  askE4: number | null
  midE4: number | null
}

export interface PositionValue {
  /** At the middle. */
  valueE4: number | null
  /** What closing all of it would bring now, at the touch: negative where it would have to be paid. */
  liquidationE4: number | null
  /** Against the basis, at the middle. */
  unrealizedE4: number | null
  /** Of the size of the basis; null also when nothing was paid. */
  unrealizedPercent: number | null
}

/** Long positions are sold at the bid, for nothing where nobody bids; short ones are bought back at the ask. */
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
 * What closed since the account began: whatever cash did beyond what is still in positions. Dividends, fees and borrowing
 * are in it; with the unrealized part it is all that was ever gained.
 */
export const realizedE4 = (
  { cashE4, initialE4 }: { cashE4: number; initialE4: number },
  positions: readonly { costE4: number }[],
): number => positions.reduce((sum, { costE4 }) => sum + costE4, cashE4 - initialE4)
