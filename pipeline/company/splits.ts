import { z } from 'zod'
import type { KnownSplit } from '../../shared/domain/market/known-split.ts'
import { AppError } from '../../shared/errors.ts'
import { daysBetween, TradingDay } from '../../shared/time/trading-day.ts'
import type { Fact } from '../filings/reported-facts.ts'
import { FLOW_LINES, SHARE_TAGS } from '../filings/statement-lines.ts'
import type { FactsByTag } from './lines.ts'

/** New shares for one old; figures filed before `date` are in old shares. */
export interface Split {
  date: TradingDay
  ratio: number
  /** The evidence of the split; absent where an operator gave it. */
  source?: 'filings' | 'corporate_action'
}

const Splits = z.array(z.object({ date: TradingDay, ratio: z.number().positive() }))

export function parseSplits(text: string, file: string): Split[] {
  try {
    return Splits.parse(JSON.parse(text))
  } catch (cause) {
    throw new AppError('invalid', `${file}: must be a list of {date, ratio}, ratio being new shares for one old`, {
      cause,
    })
  }
}

/** Ratios that companies choose for splits; any other ratio is a restatement. */
const RATIOS = [1.5, 2, 3, 4, 5, 6, 7, 8, 10, 15, 20, 25, 30, 40, 50]
/** Rounded figures may fit a ratio next to the true one. */
const SAME_RATIO = 1.25
/** Figures are rounded to a cent. */
const ROUNDING = 0.0051

function ratioOf(before: number, after: number): number | null {
  if (Math.sign(before) !== Math.sign(after) || after === 0) return null
  const fits = (ratio: number) => Math.abs(before / ratio - after) <= ROUNDING + ROUNDING / ratio
  // The nearest of two that fit: small figures fit several.
  const near = (list: readonly number[]) =>
    list.filter(fits).toSorted((a, b) => Math.abs(before / a - after) - Math.abs(before / b - after))[0] ?? null
  return near(RATIOS) ?? near(RATIOS.map((ratio) => 1 / ratio))
}

/** Counts this far apart are in different units and say nothing about a split. */
const UNITS_APART = 500

/**
 * Whether the shares of a period in two filings rule out a split: a restatement does not change the number of shares.
 */
function areSharesOther(facts: FactsByTag, [before, after]: readonly [Fact, Fact], ratio: number): boolean {
  return SHARE_TAGS.some((tag) => {
    const of = ({ start, end, accession }: Fact) =>
      facts.get(tag)?.find((each) => each.accession === accession && each.start === start && each.end === end)?.value
    const [then, now] = [of(before), of(after)]
    if (!then || !now || Math.abs(Math.log(now / then)) > Math.log(UNITS_APART)) return false
    const apart = now / then / ratio
    return Math.max(apart, 1 / apart) >= SAME_RATIO
  })
}

/**
 * Splits as they show in filings: per-share figures of one period in two filings, in a ratio that companies choose and
 * that the shares of the period do not deny. More periods of the newer filing must agree than not, since some could be
 * restatements.
 */
export function splitsInFilings(facts: FactsByTag): Split[] {
  const earnings = FLOW_LINES.eps_diluted.tags
    .flatMap((tag) => facts.get(tag) ?? [])
    .filter(({ start }) => start !== null)
  const votes = new Map<string, { ratio: number; filed: TradingDay; periods: number; against: number }>()
  for (const own of Map.groupBy(earnings, ({ start, end }) => `${start} ${end}`).values()) {
    const byFiling = own.toSorted((a, b) => daysBetween(b.filed, a.filed))
    for (const [at, fact] of byFiling.entries()) {
      const before = byFiling[at - 1]
      if (before === undefined || before.filed === fact.filed) continue
      const near = before.value === fact.value ? null : ratioOf(before.value, fact.value)
      const ratio = near !== null && areSharesOther(facts, [before, fact], near) ? null : near
      const vote = votes.get(fact.filed) ?? { ratio: ratio ?? 1, filed: fact.filed, periods: 0, against: 0 }
      if (ratio !== null && (vote.periods === 0 || vote.ratio === ratio))
        votes.set(fact.filed, { ...vote, ratio, periods: vote.periods + 1 })
      else votes.set(fact.filed, { ...vote, against: vote.against + 1 })
    }
  }
  const found = [...votes.values()].filter(({ periods, against }) => periods > against)
  return found
    .toSorted((a, b) => daysBetween(b.filed, a.filed))
    .filter(
      ({ ratio, filed }, at, list) => !list.slice(0, at).some((earlier) => isSameSplit(earlier, { ratio, filed })),
    )
    .map(({ ratio, filed }) => ({ date: filed, ratio }))
}

/** Filings of a year after a split show older periods in new shares for the first time; that is the same split. */
const SAME_SPLIT_DAYS = 800
const isSameSplit = (earlier: { ratio: number; filed: TradingDay }, later: { ratio: number; filed: TradingDay }) =>
  earlier.ratio === later.ratio && daysBetween(earlier.filed, later.filed) <= SAME_SPLIT_DAYS

/** A company that files within so many days before an ex-date may file in new shares already. */
const FILED_BEFORE_DAYS = 10

/**
 * Splits from corporate actions, and those that only filings show. A split shows in filings once one restates the
 * figures of an earlier one, often a quarter or more after its ex-date; that is the same split and counts once.
 */
export function splitsOf(filed: readonly Split[], actions: readonly KnownSplit[]): Split[] {
  const left = filed.map((each): Split => ({ ...each, source: 'filings' }))
  const known = actions.map(({ exDate, ratio }): Split => {
    const at = left.findIndex((each) => isFiled(each, { exDate, ratio }))
    const [own] = at < 0 ? [] : left.splice(at, 1)
    return { date: own && own.date < exDate ? own.date : exDate, ratio, source: 'corporate_action' }
  })
  return [...left, ...known].toSorted((a, b) => daysBetween(b.date, a.date))
}

function isFiled({ date, ratio }: Split, action: Pick<KnownSplit, 'exDate' | 'ratio'>): boolean {
  const days = daysBetween(action.exDate, date)
  const apart = Math.max(ratio / action.ratio, action.ratio / ratio)
  return days >= -FILED_BEFORE_DAYS && days <= SAME_SPLIT_DAYS && apart < SAME_RATIO
}

/** How many of today's shares one share of figures filed on a day has become. */
export const sharesSinceFiled = (filed: TradingDay, splits: readonly Split[]): number =>
  splits.filter(({ date }) => filed < date).reduce((shares, { ratio }) => shares * ratio, 1)

/** A per-share figure in today's shares: what was filed before a split is divided by it. */
export function inNewShares(fact: Fact, splits: readonly Split[]): Fact & { adjusted?: true } {
  const factor = sharesSinceFiled(fact.filed, splits)
  return factor === 1 ? fact : { ...fact, value: fact.value / factor, adjusted: true }
}
