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

/** Whether two statements of a period say different things, and not the same rounded. */
export const differs = (line: FlowLine, was: number, is: number): boolean =>
  Math.abs(was - is) > Math.max(RESTATED_SHARE * Math.abs(is), line === 'eps_diluted' ? CENTS : 0)

/** Whether a value differs from another by no more than a share of the other. */
export const isWithin = (value: number, other: number, share: number): boolean =>
  Math.abs(value - other) <= share * Math.abs(other)

/** The newest statement of a period under one tag, unless it is another one in thousands or millions and alone with it. */
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

/** Returns the facts under a tag of the filing and the period of another fact. */
export const factsBeside = (
  facts: Facts,
  tag: string,
  { accession, start, end }: Pick<Fact, 'accession' | 'start' | 'end'>,
): Fact[] =>
  (facts.get(tag) ?? []).filter((each) => each.accession === accession && each.start === start && each.end === end)

/** A tag whose value is by so much the smaller one of a filing is a part there: a country, or the fees of a bank. */
const PART_BELOW = 1 / 1.5
/** Utilities state slices under other tags, so the larger of both is the total. */
const UTILITY_TOTAL = 'RegulatedAndUnregulatedOperatingRevenue'
const [WITHOUT_TAXES, WITH_TAXES] = [
  'RevenueFromContractWithCustomerExcludingAssessedTax',
  'RevenueFromContractWithCustomerIncludingAssessedTax',
]

/** The first of the facts, unless another of its filing is so much larger that the first is a part of it. */
function totalOf([first, ...others]: readonly Fact[], facts: Facts): Fact | null {
  // Revenue of a bank is net of the interest that it pays, so a figure with it is larger and no total of the bank.
  if (first === undefined || first.tag === 'RevenuesNetOfInterestExpense') return first ?? null
  // Losses on hedges make the revenue of a gas producer smaller than what its contracts bring.
  if (isProven(first, facts)) return first
  const own = others.filter(({ accession }) => accession === first.accession)
  const larger = own.filter(({ value }) => value > first.value)
  const proven = larger.find((each) => isProven(each, facts))
  if (proven) return proven
  // The excise that a filer collects is no revenue where it states both.
  const isTaxApart = [first, ...own].some(({ tag }) => tag === WITHOUT_TAXES)
  const whole = larger.find(
    ({ tag, value }) =>
      tag === UTILITY_TOTAL || (first.value < PART_BELOW * value && !(isTaxApart && tag === WITH_TAXES)),
  )
  return whole ?? first
}

/** A sum of rounded parts. */
const NEAR_SHARE = 0.001

/** Whether income and costs of the same filing and period add up to a revenue, so that it is all of it. */
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
