import { quartersOf } from '../filings/reported-facts.ts'
import type { Period, Periods } from './periods.ts'

/** If shares moved by less, earnings a share of parts add up to within cents. */
const MOVED_SHARE = 0.15
const APART_SHARE = 0.1
const CENTS = 0.05
/** Share counts derived from fewer cents a share are mostly rounding. */
const EARNINGS_MIN = 0.5

/**
 * Whether so many shares were issued or bought back that earnings a share of the parts do not add up. After Snowflake's
 * offering the year less nine months gave a loss of 18 cents for a quarter that lost 70 cents a share.
 */
export function haveSharesMoved(
  { withStart }: Pick<Periods, 'withStart'>,
  plus: readonly Period[],
  minus: readonly Period[],
): boolean {
  const parts = [...plus.map((part) => ({ part, sign: 1 })), ...minus.map((part) => ({ part, sign: -1 }))]
  const read = parts.flatMap(({ part, sign }) => {
    const quarters = quartersOf(part)
    const income = quarters && withStart('net_income', quarters, part.start)
    if (!income || Math.abs(part.value) < EARNINGS_MIN || income.value * part.value <= 0) return []
    const [earnings, shares] = [part.value, income.value / part.value]
    return [{ earnings: sign * earnings, income: sign * income.value, quarters: sign * quarters, shares }]
  })
  if (read.length < parts.length) return false
  const sum = (of: (each: (typeof read)[number]) => number) => read.reduce((total, each) => total + of(each), 0)
  const shares = sum((each) => each.quarters * each.shares) / sum(({ quarters }) => quarters)
  const moved = read.some((each) => Math.abs(shares / each.shares - 1) > MOVED_SHARE)
  if (!moved || shares <= 0) return moved
  const [earnings, expected] = [sum((each) => each.earnings), sum(({ income }) => income) / shares]
  return Math.abs(earnings - expected) > Math.max(APART_SHARE * Math.abs(expected), CENTS)
}
