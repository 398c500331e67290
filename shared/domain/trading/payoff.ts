import { MULTIPLIER } from './instrument.ts'

/** Contracts of one strike, long or short (negative), valued at expiry. */
export interface OptionLine {
  right: 'call' | 'put'
  strikeE4: number
  quantity: number
}

export interface WorstLoss {
  /** The largest loss is never negative; it is infinite if the loss has no limit. */
  lossE4: number
  /** The price of the underlying at which the loss is largest; null if nothing can be lost, or without limit. */
  atE4: number | null
}

export const intrinsicE4 = ({ right, strikeE4 }: Pick<OptionLine, 'right' | 'strikeE4'>, priceE4: number): number =>
  Math.max(0, right === 'call' ? priceE4 - strikeE4 : strikeE4 - priceE4)

/** Worth of shares and contracts together at a price of the underlying, if everything is exercised at once. */
const worthAtExpiryE4 = (shares: number, lines: readonly OptionLine[], priceE4: number): number =>
  lines.reduce((sum, line) => sum + line.quantity * MULTIPLIER * intrinsicE4(line, priceE4), shares * priceE4)

/**
 * The exact minimum worth over all prices, and the price of the minimum. Worth is a line between strikes, so its
 * minimum is at price 0 or at a strike, unless it falls without limit because shares and long calls do not cover all
 * short calls.
 */
export function leastWorth(shares: number, lines: readonly OptionLine[]): { worthE4: number; atE4: number | null } {
  const slope = lines.reduce((sum, { right, quantity }) => sum + (right === 'call' ? quantity * MULTIPLIER : 0), shares)
  if (slope < 0) return { worthE4: Number.NEGATIVE_INFINITY, atE4: null }
  const prices = new Set([0, ...lines.map(({ strikeE4 }) => strikeE4).sort((one, other) => one - other)])
  return [...prices]
    .map((atE4) => ({ worthE4: worthAtExpiryE4(shares, lines, atE4), atE4 }))
    .reduce((least, each) => (each.worthE4 < least.worthE4 ? each : least))
}

/** The exact maximum loss over all prices. */
export function worstLoss(shares: number, lines: readonly OptionLine[]): WorstLoss {
  const { worthE4, atE4 } = leastWorth(shares, lines)
  return worthE4 < 0 ? { lossE4: -worthE4, atE4 } : { lossE4: 0, atE4: null }
}
