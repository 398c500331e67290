import { type HeldPosition, type OptionBook, optionBooks } from './option-book.ts'
import { coverShortStock, shareRoundedUp } from './short-stock.ts'

/** Equity required for short stock, in percent of its mark. */
const MAINTENANCE_PCT = 30

export interface Maintenance {
  requiredE4: number
  /** Equity beyond the requirement; negative means a call. */
  excessE4: number
  isCalled: boolean
}

/**
 * The equity that short stock requires; null without short stock. All marks must be known. Where long calls cover short
 * shares, the requirement is at most the equity that remains when the strikes are kept as cash, so an account that
 * keeps the collateral of a covered short is not called. Beside written calls, long calls may cover those, and count
 * for nothing here.
 */
export function maintenanceOf(
  equityE4: number,
  held: readonly HeldPosition[],
  marksE4: ReadonlyMap<string, number>,
): Maintenance | null {
  const books = optionBooks(held).filter(({ shares }) => shares < 0)
  if (books.length === 0) return null
  const requiredE4 = books.reduce((sum, book) => sum + bookRequirementE4(book, marksE4), 0)
  return { requiredE4, excessE4: equityE4 - requiredE4, isCalled: equityE4 < requiredE4 }
}

function bookRequirementE4(
  { underlying, shares, longs, shorts }: OptionBook,
  marksE4: ReadonlyMap<string, number>,
): number {
  const markE4 = Math.ceil(marksE4.get(underlying) ?? 0)
  const worthE4 = -shares * markE4
  const bareE4 = shareRoundedUp(worthE4, MAINTENANCE_PCT)
  if (shorts.some(({ right }) => right === 'call')) return bareE4
  const covered = coverShortStock(shares, longs, markE4)
  const left = new Map(covered.left.map(({ instrument, quantity }) => [instrument, quantity]))
  const callsE4 = longs.reduce(
    (sum, { instrument, quantity }) => sum + (quantity - (left.get(instrument) ?? 0)) * (marksE4.get(instrument) ?? 0),
    0,
  )
  return Math.min(bareE4, Math.max(0, covered.requiredE4 - worthE4 + callsE4))
}
