import { cheapestCovers, sharesOf } from './cheapest-covers.ts'
import { type CoveredDay, coverByTurns } from './covers.ts'
import { type HeldPosition, type OptionBook, optionBooks } from './option-book.ts'
import { type WorstLoss, worstLoss } from './payoff.ts'

/** Of a short stock's mark: what it was sold for, which stays, and the maintenance on top. */
export const SHORT_STOCK_PCT = 130

export interface CollateralPart {
  /** `short_stock`: by its mark. `expiry`: the most that what expires on a day can lose there. */
  rule: 'short_stock' | 'expiry'
  expiration: string | null
  /** Null while it cannot be said. */
  requiredE4: number | null
  /** The price of the underlying at which that is lost. */
  worstAtE4: number | null
}

export interface UnderlyingCollateral {
  underlying: string
  requiredE4: number | null
  parts: CollateralPart[]
}

export interface Collateral {
  /** Cash that must stay; null while a short stock has no mark, or a loss no end. */
  requiredE4: number | null
  /** Of the underlyings of which something is short. */
  byUnderlying: UnderlyingCollateral[]
  /** Short calls with nothing against them, whose loss has no end. */
  uncovered: { instrument: string; quantity: number }[]
  /** Short stocks without a mark. */
  unmarked: string[]
}

const sumOrNull = (amounts: readonly (number | null)[]): number | null =>
  amounts.reduce<number | null>((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0)

/**
 * What positions ask of an account's cash. A short stock asks 130 % of its mark. What is short in options asks the most
 * it can lose at its expiration, together with what is set aside for it: shares and longs that live at least as long,
 * taken at their intrinsic value, each for one day. Days are added, as prices may be worst on each. Of all ways to set
 * aside, the cheapest counts, so another long never asks more, nor less of a short. Long positions alone ask nothing.
 */
export function collateral(positions: readonly HeldPosition[], marksE4: ReadonlyMap<string, number>): Collateral {
  const books = optionBooks(positions).filter(({ shares, shorts }) => shares < 0 || shorts.length > 0)
  const judged = books.map((book) => ({ book, options: optionParts(book) }))
  const byUnderlying = judged.map(({ book, options }): UnderlyingCollateral => {
    const parts = [...shortStock(book, marksE4.get(book.underlying)), ...options.parts]
    return { underlying: book.underlying, requiredE4: sumOrNull(parts.map(({ requiredE4 }) => requiredE4)), parts }
  })
  return {
    requiredE4: sumOrNull(byUnderlying.map(({ requiredE4 }) => requiredE4)),
    byUnderlying,
    uncovered: judged.flatMap(({ options }) => options.uncovered),
    unmarked: books.flatMap(({ underlying, shares }) => (shares < 0 && !marksE4.has(underlying) ? [underlying] : [])),
  }
}

/** Part of a worth, rounded up; by bigint, because the product leaves what a double holds exactly. */
export const shareRoundedUp = (worthE4: number, pct: number): number =>
  Number((BigInt(worthE4) * BigInt(pct) + 99n) / 100n)

function shortStock({ shares }: OptionBook, markE4: number | undefined): CollateralPart[] {
  if (shares >= 0) return []
  const requiredE4 = markE4 === undefined ? null : shareRoundedUp(-shares * Math.ceil(markE4), SHORT_STOCK_PCT)
  return [{ rule: 'short_stock', expiration: null, requiredE4, worstAtE4: null }]
}

function optionParts(book: OptionBook): { parts: CollateralPart[]; uncovered: Collateral['uncovered'] } {
  const { days, uncovered } = coverByTurns(book)
  const [first] = days
  // One day needs no choice: everything that outlives it serves it, to the last share.
  if (days.length === 1) return { parts: [partOf(first!, lossOf(first!, Math.max(0, book.shares)))], uncovered }
  const proposals = uncovered.length > 0 || days.length === 0 ? [days] : [days, cheapestCovers(book) ?? days]
  const ways = proposals.map((way) => way.map((day) => ({ day, worst: lossOf(day, sharesOf(day)) })))
  const asked = (way: (typeof ways)[number]) => way.reduce((sum, { worst }) => sum + worst.lossE4, 0)
  const cheapest = ways.reduce((best, way) => (asked(way) < asked(best) ? way : best))
  return { parts: cheapest.map(({ day, worst }) => partOf(day, worst)), uncovered }
}

const lossOf = ({ shorts, longs }: CoveredDay, shares: number): WorstLoss =>
  worstLoss(shares, [...longs, ...shorts.map((short) => ({ ...short, quantity: -short.quantity }))])

const partOf = ({ expiration }: CoveredDay, { lossE4, atE4 }: WorstLoss): CollateralPart => ({
  rule: 'expiry',
  expiration,
  requiredE4: Number.isFinite(lossE4) ? lossE4 : null,
  worstAtE4: atE4,
})
