import { cheapestCovers, sharesOf } from './cheapest-covers.ts'
import { type CoveredDay, coverGreedily, shortDays } from './covers.ts'
import { type HeldPosition, type OptionBook, optionBooks } from './option-book.ts'
import { type WorstLoss, worstLoss } from './payoff.ts'
import { coverShortStock } from './short-stock.ts'

export interface CollateralPart {
  /** `short_stock`: by its mark, or the strikes of calls. `expiry`: the most that what expires on a day can lose there. */
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
  /** The same without the short calls that nothing covers: what can be said beside a loss without end. */
  boundedE4: number
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

const NOTHING_ASKED: Collateral = { requiredE4: 0, byUnderlying: [], uncovered: [], unmarked: [] }

const sumOrNull = (amounts: readonly (number | null)[]): number | null =>
  amounts.reduce<number | null>((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0)

/**
 * What positions ask of an account's cash. A short stock asks 130 % of its mark, or the strike of a long call that is set
 * aside for it. What is short in options asks the most it can lose at its expiration, together with what is set aside for
 * it: shares and longs that live at least as long, taken at their intrinsic value, each for one day. Days are added, as
 * prices may be worst on each. Of all ways to set aside, the cheapest counts, so another long never asks more, nor less
 * of a short. Long positions alone ask nothing.
 */
export function collateral(positions: readonly HeldPosition[], marksE4: ReadonlyMap<string, number>): Collateral {
  if (positions.every(({ quantity }) => quantity >= 0)) return NOTHING_ASKED
  const books = optionBooks(positions).filter(({ shares, shorts }) => shares < 0 || shorts.length > 0)
  const programmes = books.reduce((sum, book) => sum + mostProgrammes(book), 0)
  const share = 1 / Math.max(1, programmes)
  const judged = books.map((book) => ({ book, way: cheapestWay(book, marksE4.get(book.underlying), share) }))
  const byUnderlying = judged.map(({ book, way: { requiredE4, parts, uncovered } }) => ({
    underlying: book.underlying,
    requiredE4,
    parts,
    boundedE4: knownE4(uncovered.length === 0 ? parts : boundedParts(book, uncovered, marksE4, share)),
  }))
  return {
    requiredE4: sumOrNull(byUnderlying.map(({ requiredE4 }) => requiredE4)),
    byUnderlying,
    uncovered: judged.flatMap(({ way }) => way.uncovered),
    unmarked: books.flatMap(({ underlying, shares }) => (shares < 0 && !marksE4.has(underlying) ? [underlying] : [])),
  }
}

/** A short stock without a mark counts for nothing. */
const knownE4 = (parts: readonly CollateralPart[]): number =>
  parts.reduce((sum, { requiredE4 }) => sum + (requiredE4 ?? 0), 0)

function boundedParts(
  book: OptionBook,
  uncovered: Way['uncovered'],
  marksE4: ReadonlyMap<string, number>,
  share: number,
): CollateralPart[] {
  const bare = new Map(uncovered.map(({ instrument, quantity }) => [instrument, quantity]))
  const shorts = book.shorts
    .map((short) => ({ ...short, quantity: short.quantity - (bare.get(short.instrument) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
  return cheapestWay({ ...book, shorts }, marksE4.get(book.underlying), share).parts
}

/** Ways that are looked into; one expiration is no choice, and beside short stock calls may serve either. */
const mostProgrammes = (book: OptionBook): number => (shortDays(book).length < 2 ? 0 : book.shares < 0 ? 2 : 1)

interface Way {
  requiredE4: number | null
  parts: CollateralPart[]
  uncovered: Collateral['uncovered']
}

/** Long calls serve what is short in options, or the short stock first: whichever asks less of the whole. */
function cheapestWay(book: OptionBook, markE4: number | undefined, share: number): Way {
  const options = optionParts(book, share)
  if (book.shares >= 0) return wayOf([], options)
  if (markE4 === undefined) return wayOf([shortStock(null)], options)
  const alone = wayOf([shortStock(coverShortStock(book.shares, [], markE4).requiredE4)], options)
  const covered = coverShortStock(book.shares, book.longs, markE4)
  if (covered.used === 0) return alone
  const rest = book.shorts.length === 0 ? options : optionParts({ ...book, longs: covered.left }, share)
  const other = wayOf([shortStock(covered.requiredE4)], rest)
  const isLess = other.requiredE4 !== null && (alone.requiredE4 === null || other.requiredE4 < alone.requiredE4)
  return isLess ? other : alone
}

const wayOf = (stock: CollateralPart[], options: Pick<Way, 'parts' | 'uncovered'>): Way => {
  const parts = [...stock, ...options.parts]
  return { requiredE4: sumOrNull(parts.map(({ requiredE4 }) => requiredE4)), parts, uncovered: options.uncovered }
}

const shortStock = (requiredE4: number | null): CollateralPart => ({
  rule: 'short_stock',
  expiration: null,
  requiredE4,
  worstAtE4: null,
})

function optionParts(book: OptionBook, share: number): Pick<Way, 'parts' | 'uncovered'> {
  const { days, uncovered } = coverGreedily(book)
  const [first] = days
  // One day needs no choice: everything that outlives it serves it, to the last share.
  if (days.length === 1) return { parts: [partOf(first!, lossOf(first!, Math.max(0, book.shares)))], uncovered }
  const proposals = uncovered.length > 0 || days.length === 0 ? [days] : [days, cheapestCovers(book, share) ?? days]
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
