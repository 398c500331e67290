import { type Coefficients, type Constraint, solve } from 'yalps'
import { type CoveredDay, shortDays } from './covers.ts'
import { MULTIPLIER } from './instrument.ts'
import { E4_PER_DOLLAR } from './money.ts'
import { type Contracts, lotsOf, type OptionBook } from './option-book.ts'
import { intrinsicE4, type OptionLine } from './payoff.ts'

/**
 * A programme with more cells (rows times columns) is not tried, and a larger one gets fewer iterations, each of which
 * costs about cells times rows. So it ends within a twentieth of a second for any book. Ten positions over four
 * expirations take less than a millisecond; among random books of fourteen, one in a thousand stops before the result
 * is proven cheapest.
 */
export const MOST_CELLS = 10_000
export const MOST_WORK = 10_000_000
const MOST_PIVOTS = 500

/**
 * Something that can cover a short: a long contract, or lots of shares, which act like calls at strike 0 that never
 * expire.
 */
interface Cover extends OptionLine {
  contract: Contracts | null
  expiration: string
}

/** One choice: how many of cover number `at` serve day number `on`. */
interface Use {
  cover: Cover
  at: number
  on: number
  name: string
}

interface Programme {
  constraints: Map<string, Constraint>
  variables: Map<string, Map<string, number>>
}

const FOREVER = '9999-12-31'

/**
 * Finds the cheapest way to set covers aside for shorts that expire on several days, as an integer linear programme.
 *
 * A cover may serve any one day up to its own expiration. What a day requires is the largest loss its shorts can cause,
 * over all prices of the underlying, after the covers that serve it paid their intrinsic value. The programme has a
 * whole number for each cover and day (how many serve it) and an amount for each day (its largest loss), and minimises
 * the sum of the amounts. Its constraints are in `buildProgramme`.
 *
 * The solver calculates in doubles, so the result is only a proposal: the caller computes exactly what it requires, and
 * no requirement can become too small. Null if the programme is too large or the solver found nothing. `share` is the
 * part of MOST_WORK that this book may use; all books of an account together may use it once.
 */
export function cheapestCovers(book: OptionBook, share: number): CoveredDay[] | null {
  const days = shortDays(book).map(
    (expiration): CoveredDay => ({
      expiration,
      shorts: book.shorts.filter((short) => short.expiration === expiration),
      longs: [],
      lots: 0,
    }),
  )
  const covers: Cover[] = book.longs.map((contract) => ({ ...contract, contract }))
  const lots = lotsOf(book.shares)
  if (lots > 0) covers.push({ right: 'call', strikeE4: 0, quantity: lots, contract: null, expiration: FOREVER })

  const columns = covers.reduce((sum, cover) => sum + days.filter((day) => canServe(cover, day)).length, days.length)
  const rowsMax = Math.floor(MOST_CELLS / columns)
  if (covers.length > rowsMax) return null
  const uses = usesOf(covers, days)
  const programme = buildProgramme(covers, days, uses, rowsMax)
  if (!programme) return null

  const rows = programme.constraints.size
  const model = {
    direction: 'minimize' as const,
    objective: 'required',
    constraints: programme.constraints,
    variables: programme.variables as ReadonlyMap<string, Coefficients>,
    integers: uses.map(({ name }) => name),
  }
  const found = solve(model, {
    maxIterations: Math.ceil((MOST_WORK * share) / (rows * columns * rows)),
    maxPivots: MOST_PIVOTS,
  })
  if (Number.isNaN(found.result)) return null
  assignCovers(days, covers, uses, new Map(found.variables.map(([name, quantity]) => [name, Math.round(quantity)])))
  return days
}

const canServe = (cover: Cover, day: CoveredDay): boolean => day.expiration <= cover.expiration

const usesOf = (covers: readonly Cover[], days: readonly CoveredDay[]): Use[] =>
  covers.flatMap((cover, at) =>
    days.flatMap((day, on) => (canServe(cover, day) ? [{ cover, at, on, name: `use ${at} ${on}` }] : [])),
  )

/**
 * Three kinds of constraints:
 * - `most`: a cover is not used more often than it is held.
 * - `owed`: at each price that matters, the loss of a day is at least what its shorts owe minus what its covers pay.
 * - `calls`: each short call of a day is matched by a call or a lot, because otherwise its loss has no limit.
 *
 * Loss is a line between strikes, so only prices 0 and strikes matter. At the strike of a short the line only bends
 * upwards, so the loss is never largest there alone, and the strikes of the covers suffice.
 *
 * Null once the programme has more than `rowsMax` rows; the check comes before the cells of each row are computed,
 * because for the largest books that would take longer than all the rest.
 */
function buildProgramme(
  covers: readonly Cover[],
  days: readonly CoveredDay[],
  uses: readonly Use[],
  rowsMax: number,
): Programme | null {
  const constraints: Programme['constraints'] = new Map()
  const variables: Programme['variables'] = new Map()
  for (const { at, name } of uses) variables.set(name, new Map([[`most ${at}`, 1]]))
  for (const [at, { quantity }] of covers.entries()) constraints.set(`most ${at}`, { max: quantity })
  for (const [on, { shorts }] of days.entries()) {
    const here = uses.filter((each) => each.on === on)
    const loss = new Map([['required', 1]])
    variables.set(`loss ${on}`, loss)
    for (const priceE4 of new Set([0, ...here.map(({ cover }) => cover.strikeE4)])) {
      const owed = shorts.reduce((sum, short) => sum + short.quantity * intrinsicE4(short, priceE4), 0)
      if (owed === 0) continue
      if (constraints.size >= rowsMax) return null
      const row = `owed ${on} ${priceE4}`
      constraints.set(row, { min: owed / E4_PER_DOLLAR })
      loss.set(row, 1)
      for (const { cover, name } of here) variables.get(name)!.set(row, intrinsicE4(cover, priceE4) / E4_PER_DOLLAR)
    }
    const calls = shorts.reduce((sum, { right, quantity }) => sum + (right === 'call' ? quantity : 0), 0)
    if (calls > 0) {
      constraints.set(`calls ${on}`, { min: calls })
      for (const { cover, name } of here) if (cover.right === 'call') variables.get(name)!.set(`calls ${on}`, 1)
    }
  }
  return constraints.size > rowsMax ? null : { constraints, variables }
}

/** Writes the solution into the days. What it leaves unused serves the last day it can, which does no harm. */
function assignCovers(
  days: readonly CoveredDay[],
  covers: readonly Cover[],
  uses: readonly Use[],
  solution: ReadonlyMap<string, number>,
): void {
  for (const [at, { quantity, contract }] of covers.entries()) {
    let left = quantity
    const own = uses.filter((each) => each.at === at)
    for (const use of own) {
      const taken = Math.min(left, Math.max(0, solution.get(use.name) ?? 0))
      left -= taken
      const served = taken + (use === own.at(-1) ? left : 0)
      if (served === 0) continue
      if (contract) days[use.on]!.longs.push({ ...contract, quantity: served })
      else days[use.on]!.lots += served
    }
  }
}

export const sharesOf = ({ lots }: CoveredDay): number => lots * MULTIPLIER
