import { daysBetween } from '../../shared/time/trading-day.ts'
import type { Fact } from '../filings/reported-facts.ts'
import { FLOW_LINES, type FlowLine, type LineRule } from '../filings/statement-lines.ts'

const SCALES = [1e3, 1e6]
export const isScaled = (a: number, b: number): boolean =>
  b !== 0 &&
  SCALES.some((scale) => Math.abs(Math.abs(a / b) / scale - 1) < 0.005 || Math.abs(Math.abs(b / a) / scale - 1) < 0.005)

/** Differences below this share are rounding, not restatement. */
const RESTATED_SHARE = 0.001
/** Earnings a share are rounded to a cent. */
const CENTS = 0.011

/** Whether two statements of a period really differ, and not only by rounding. */
export const differs = (line: FlowLine, was: number, is: number): boolean =>
  Math.abs(was - is) > Math.max(RESTATED_SHARE * Math.abs(is), line === 'eps_diluted' ? CENTS : 0)

/** Whether a value differs from another by no more than a share of the other. */
export const isWithin = (value: number, other: number, share: number): boolean =>
  Math.abs(value - other) <= share * Math.abs(other)

/**
 * The newest statement of a period under one tag, unless it alone repeats another statement in thousands or millions.
 */
function newest(facts: readonly Fact[]): Fact {
  const [only] = facts
  if (only !== undefined && facts.length === 1) return only
  const byFiling = facts.toSorted((a, b) => daysBetween(b.filed, a.filed) || (a.accession < b.accession ? -1 : 1))
  const last = byFiling.at(-1)!
  const others = byFiling.filter(({ value }) => isScaled(last.value, value))
  const agree = byFiling.filter(({ value }) => value === last.value).length
  return others.length > 0 && others.length >= agree ? others.at(-1)! : last
}

export type FactsByTag = ReadonlyMap<string, readonly Fact[]>

/** The value of a line for a period (or a day, if it has no start), as far as these facts know. */
export function factOf(
  facts: { get(tag: string): readonly Fact[] | undefined },
  { tags, unit, choice }: LineRule,
  fits: (fact: Fact) => boolean = () => true,
): Fact | null {
  const stated = tags.flatMap((tag, rank) => {
    const own = (facts.get(tag) ?? []).filter((fact) => fact.unit === unit && fits(fact))
    return own.length === 0 ? [] : [{ rank, fact: newest(own) }]
  })
  const ordered =
    choice === 'ranked' ? stated : stated.toSorted((a, b) => daysBetween(a.fact.filed, b.fact.filed) || a.rank - b.rank)
  if (choice === 'totals')
    return totalOf(
      ordered.map(({ fact }) => fact),
      facts,
    )
  return ordered[0]?.fact ?? null
}

type Facts = Parameters<typeof factOf>[0]

/** Returns the facts under a tag that come from the same filing and period as another fact. */
export const factsBeside = (
  facts: Facts,
  tag: string,
  { accession, start, end }: Pick<Fact, 'accession' | 'start' | 'end'>,
): Fact[] =>
  (facts.get(tag) ?? []).filter((each) => each.accession === accession && each.start === start && each.end === end)

/**
 * If a tag's value is smaller than another of the same filing by this share, it is only a part: a country, or the fees
 * of a bank.
 */
const PART_BELOW = 1 / 1.5
/** Utilities state parts under other tags, so the larger of the two is the total. */
const UTILITY_TOTAL = 'RegulatedAndUnregulatedOperatingRevenue'
const [WITHOUT_TAXES, WITH_TAXES] = [
  'RevenueFromContractWithCustomerExcludingAssessedTax',
  'RevenueFromContractWithCustomerIncludingAssessedTax',
]

/** Takes the first of the facts, unless another of its filing is so much larger that the first must be a part of it. */
function totalOf([first, ...others]: readonly Fact[], facts: Facts): Fact | null {
  // Revenue of a bank is net of the interest that it pays, so a figure that includes it is larger and is not the bank's
  // total.
  if (first === undefined || first.tag === 'RevenuesNetOfInterestExpense') return first ?? null
  // Losses on hedges can make the revenue of a gas producer smaller than its revenue from contracts.
  if (isProven(first, facts)) return first
  const own = others.filter(({ accession }) => accession === first.accession)
  const larger = own.filter(({ value }) => value > first.value)
  const proven = larger.find((each) => isProven(each, facts))
  if (proven) return proven
  // Excise that a filer collects is not revenue where it states both.
  const isTaxApart = [first, ...own].some(({ tag }) => tag === WITHOUT_TAXES)
  const whole = larger.find(
    ({ tag, value }) =>
      tag === UTILITY_TOTAL || (first.value < PART_BELOW * value && !(isTaxApart && tag === WITH_TAXES)),
  )
  return whole ?? first
}

/** A sum of rounded parts. */
const NEAR_SHARE = 0.001

/** Whether income and costs of the same filing and period add up to a revenue, which proves that it is the total. */
function isProven(fact: Fact, facts: Facts): boolean {
  const { value } = fact
  const of = (line: 'gross_profit' | 'cost_of_revenue' | 'operating_income' | 'costs') =>
    FLOW_LINES[line].tags.flatMap((tag) => factsBeside(facts, tag, fact).filter(({ unit }) => unit === 'USD'))
  const sums = [
    [of('operating_income'), of('costs')],
    [of('gross_profit'), of('cost_of_revenue')],
  ] as const
  return sums.some(([incomes, costs]) =>
    incomes.some((income) => costs.some((cost) => isWithin(income.value + cost.value, value, NEAR_SHARE))),
  )
}
