import { cheapestCovers, sharesOf } from './cheapest-covers.ts'
import { type CoveredDay, coverGreedily, shortDays } from './covers.ts'
import { type HeldPosition, type OptionBook, optionBooks } from './option-book.ts'
import { type WorstLoss, worstLoss } from './payoff.ts'
import { coverShortStock } from './short-stock.ts'

export interface CollateralPart {
  /** `short_stock`: by its mark or the strikes of calls. `expiry`: the largest loss of what expires on one day. */
  rule: 'short_stock' | 'expiry'
  expiration: string | null
  /** Null while unknown, or if the loss has no limit. */
  requiredE4: number | null
  /** The price of the underlying at which the loss is largest. */
  worstAtE4: number | null
}

export interface UnderlyingCollateral {
  underlying: string
  requiredE4: number | null
  /** The requirement without the uncovered short calls: what can be stated when the loss is unlimited. */
  boundedE4: number
  parts: CollateralPart[]
}

export interface Collateral {
  /** Cash that must stay; null while a short stock has no mark, or if a possible loss has no limit. */
  requiredE4: number | null
  /** Underlyings with a short position. */
  byUnderlying: UnderlyingCollateral[]
  /** Short calls without a cover, whose loss has no limit. */
  uncovered: { instrument: string; quantity: number }[]
  /** Short stocks without a mark. */
  unmarked: string[]
}

const NO_COLLATERAL: Collateral = { requiredE4: 0, byUnderlying: [], uncovered: [], unmarked: [] }

const sumOrNull = (amounts: readonly (number | null)[]): number | null =>
  amounts.reduce<number | null>((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0)

/**
 * The cash that positions require. Long positions alone require nothing. A short stock requires 130 % of its mark, or
 * the strike of a long call set aside for it. Short options require the largest loss at their expiration, together with
 * the covers set aside for them: shares, and longs that expire no earlier, valued at their intrinsic value, each cover
 * for one expiration only. The requirements of all expirations are added, because the price may be worst on each of
 * them. Of all ways to set covers aside the cheapest counts, so buying another long or closing part of a short never
 * requires more cash.
 */
export function collateral(positions: readonly HeldPosition[], marksE4: ReadonlyMap<string, number>): Collateral {
  if (positions.every(({ quantity }) => quantity >= 0)) return NO_COLLATERAL
  const books = optionBooks(positions).filter(({ shares, shorts }) => shares < 0 || shorts.length > 0)
  const programmes = books.reduce((sum, book) => sum + mostProgrammes(book), 0)
  const workShare = 1 / Math.max(1, programmes)
  const judged = books.map((book) => ({
    book,
    allocation: cheapestAllocation(book, marksE4.get(book.underlying), workShare),
  }))
  const byUnderlying = judged.map(({ book, allocation: { requiredE4, parts, uncovered } }) => ({
    underlying: book.underlying,
    requiredE4,
    parts,
    boundedE4: knownE4(uncovered.length === 0 ? parts : boundedParts(book, uncovered, marksE4, workShare)),
  }))
  return {
    requiredE4: sumOrNull(byUnderlying.map(({ requiredE4 }) => requiredE4)),
    byUnderlying,
    uncovered: judged.flatMap(({ allocation }) => allocation.uncovered),
    unmarked: books.flatMap(({ underlying, shares }) => (shares < 0 && !marksE4.has(underlying) ? [underlying] : [])),
  }
}

/** The sum of the known requirements; a short stock without a mark counts as 0. */
const knownE4 = (parts: readonly CollateralPart[]): number =>
  parts.reduce((sum, { requiredE4 }) => sum + (requiredE4 ?? 0), 0)

function boundedParts(
  book: OptionBook,
  uncovered: Allocation['uncovered'],
  marksE4: ReadonlyMap<string, number>,
  workShare: number,
): CollateralPart[] {
  const uncoveredBy = new Map(uncovered.map(({ instrument, quantity }) => [instrument, quantity]))
  const shorts = book.shorts
    .map((short) => ({ ...short, quantity: short.quantity - (uncoveredBy.get(short.instrument) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
  return cheapestAllocation({ ...book, shorts }, marksE4.get(book.underlying), workShare).parts
}

/** Programmes solved for a book: none with one expiration, two if calls could serve short stock or short options. */
const mostProgrammes = (book: OptionBook): number => (shortDays(book).length < 2 ? 0 : book.shares < 0 ? 2 : 1)

interface OptionParts {
  parts: CollateralPart[]
  uncovered: Collateral['uncovered']
}

/** One way to set the covers of an underlying aside, and what it requires. */
interface Allocation extends OptionParts {
  requiredE4: number | null
}

/** Long calls serve either the short options first or the short stock first, whichever requires less in total. */
function cheapestAllocation(book: OptionBook, markE4: number | undefined, workShare: number): Allocation {
  const options = optionParts(book, workShare)
  if (book.shares >= 0) return allocationOf([], options)
  if (markE4 === undefined) return allocationOf([shortStock(null)], options)
  const alone = allocationOf([shortStock(coverShortStock(book.shares, [], markE4).requiredE4)], options)
  const covered = coverShortStock(book.shares, book.longs, markE4)
  if (covered.used === 0) return alone
  const rest = book.shorts.length === 0 ? options : optionParts({ ...book, longs: covered.left }, workShare)
  const other = allocationOf([shortStock(covered.requiredE4)], rest)
  const isLess = other.requiredE4 !== null && (alone.requiredE4 === null || other.requiredE4 < alone.requiredE4)
  return isLess ? other : alone
}

const allocationOf = (stock: CollateralPart[], options: OptionParts): Allocation => {
  const parts = [...stock, ...options.parts]
  return { requiredE4: sumOrNull(parts.map(({ requiredE4 }) => requiredE4)), parts, uncovered: options.uncovered }
}

const shortStock = (requiredE4: number | null): CollateralPart => ({
  rule: 'short_stock',
  expiration: null,
  requiredE4,
  worstAtE4: null,
})

function optionParts(book: OptionBook, workShare: number): OptionParts {
  const { days, uncovered } = coverGreedily(book)
  const [first] = days
  // A single expiration leaves no choice: all covers serve it, also single shares.
  if (days.length === 1) return { parts: [partOf(first!, lossOf(first!, Math.max(0, book.shares)))], uncovered }
  const proposals = uncovered.length > 0 || days.length === 0 ? [days] : [days, cheapestCovers(book, workShare) ?? days]
  const candidates = proposals.map((proposal) => proposal.map((day) => ({ day, worst: lossOf(day, sharesOf(day)) })))
  const requiredOf = (candidate: (typeof candidates)[number]) =>
    candidate.reduce((sum, { worst }) => sum + worst.lossE4, 0)
  const cheapest = candidates.reduce((best, each) => (requiredOf(each) < requiredOf(best) ? each : best))
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
