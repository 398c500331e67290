import { type Coefficients, type Constraint, solve } from 'yalps'
import { type CoveredDay, shortDays } from './covers.ts'
import { MULTIPLIER } from './instrument.ts'
import { E4_PER_DOLLAR } from './money.ts'
import { type Contracts, lotsOf, type OptionBook } from './option-book.ts'
import { intrinsicE4, type OptionLine } from './payoff.ts'

/**
 * A programme beyond this many cells is not tried, and a larger one may take fewer turns, each of which costs about its
 * cells times its rows: it ends within a twentieth of a second whatever is held. Ten positions over four expirations take
 * less than a millisecond; of random books of fourteen, one in a thousand ends before it is proven cheapest.
 */
export const MOST_CELLS = 10_000
export const MOST_WORK = 10_000_000
const MOST_PIVOTS = 500

/** Shares stand among the covers as calls for nothing that never expire. */
interface Cover extends OptionLine {
  contract: Contracts | null
  expiration: string
}

const FOREVER = '9999-12-31'

/**
 * The covering that asks least, in whole contracts: an integer programme over which long serves which day. It only
 * proposes: what a proposal asks is computed exactly by whoever takes it, so the solver's doubles can never make a
 * requirement too small. Null when it would take too long or found nothing. `share` is its part of what all programmes of
 * an account may take together.
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

  const daysOf = (cover: Cover) => days.filter((day) => day.expiration <= cover.expiration).length
  const columns = days.length + covers.reduce((sum, cover) => sum + daysOf(cover), 0)
  const isTooLarge = (rows: number): boolean => rows * columns > MOST_CELLS
  if (isTooLarge(covers.length)) return null

  const constraints = new Map<string, Constraint>()
  const variables = new Map<string, Map<string, number>>()
  const usable = covers.flatMap((cover, at) =>
    days.flatMap((day, on) => (day.expiration <= cover.expiration ? [{ cover, at, on, name: `use ${at} ${on}` }] : [])),
  )
  for (const { at, name } of usable) variables.set(name, new Map([[`most ${at}`, 1]]))
  for (const [at, { quantity }] of covers.entries()) constraints.set(`most ${at}`, { max: quantity })
  for (const [on, { shorts }] of days.entries()) {
    const here = usable.filter((each) => each.on === on)
    const loss = new Map([['asked', 1]])
    variables.set(`loss ${on}`, loss)
    // At a short's strike the loss only bends upwards, so it is never largest there alone.
    for (const priceE4 of new Set([0, ...here.map(({ cover }) => cover.strikeE4)])) {
      const owed = shorts.reduce((sum, short) => sum + short.quantity * intrinsicE4(short, priceE4), 0)
      if (owed === 0) continue
      // Before its cells are computed, which for the largest books would take longer than all the rest.
      if (isTooLarge(constraints.size + 1)) return null
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
  if (isTooLarge(constraints.size)) return null
  const cells = constraints.size * columns

  const model = {
    direction: 'minimize' as const,
    objective: 'asked',
    constraints,
    variables: variables as ReadonlyMap<string, Coefficients>,
    integers: usable.map(({ name }) => name),
  }
  const found = solve(model, {
    maxIterations: Math.ceil((MOST_WORK * share) / (cells * constraints.size)),
    maxPivots: MOST_PIVOTS,
  })
  const used = new Map(found.variables.map(([name, quantity]) => [name, Math.round(quantity)]))
  if (Number.isNaN(found.result)) return null
  for (const [at, { quantity, contract }] of covers.entries()) {
    let left = quantity
    const on = usable.filter((each) => each.at === at)
    for (const each of on) {
      const taken = Math.min(left, Math.max(0, used.get(each.name) ?? 0))
      left -= taken
      // What has no use serves its last day, to no harm.
      const served = taken + (each === on.at(-1) ? left : 0)
      if (served === 0) continue
      if (contract) days[each.on]!.longs.push({ ...contract, quantity: served })
      else days[each.on]!.lots += served
    }
  }
  return days
}

export const sharesOf = ({ lots }: CoveredDay): number => lots * MULTIPLIER
