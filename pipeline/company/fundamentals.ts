import type { KnownSplit } from '../../shared/domain/market/known-split.ts'
import { counted } from '../../shared/domain/number-words.ts'
import { addDays, daysBetween, type TradingDay } from '../../shared/time/trading-day.ts'
import { type CompanyFacts, type Fact, foreignReason, isSameDay, quartersOf } from '../filings/reported-facts.ts'
import { FINANCIAL_TAGS, FLOW_LINES } from '../filings/statement-lines.ts'
import { type Balance, balanceOf } from './balance.ts'
import { capexOf } from './capex.ts'
import { inOneScale } from './filing-scale.ts'
import { difference, flowReader, sum } from './flows.ts'
import type { FactsByTag } from './lines.ts'
import { type Figure, isKnown, unknown } from './periods.ts'
import { hasAny, revenueOf } from './revenue.ts'
import { type Split, splitsInFilings, splitsOf } from './splits.ts'

const QUARTERS_SHOWN = 12
const FLOWS = ['revenue', 'operating_income', 'net_income', 'eps_diluted', 'operating_cash_flow', 'capex'] as const
type Flow = (typeof FLOWS)[number]
type Column = Record<Flow | 'gross_profit' | 'free_cash_flow', Figure> & { end: TradingDay }

export interface Fundamentals {
  name: string | null
  as_of: TradingDay
  quarters: (Column & { months: 3 })[]
  ttm: Column | (Record<keyof Omit<Column, 'end'>, Figure> & { end: null })
  balance: Balance
  margins: Record<'gross' | 'operating' | 'net' | 'free_cash_flow', Figure>
  growth: Record<'revenue' | 'net_income' | 'eps_diluted', Figure>
  splits: Split[]
}

interface FundamentalsInput {
  on: TradingDay
  /** Splits given by an operator; null: splits come from filings and corporate actions. */
  splits: readonly Split[] | null
  actions?: readonly KnownSplit[]
}

/** The figures of a company as they were known at the end of a day: for each, what the newest filing by then stated. */
export function fundamentals(
  { name, facts: all, unreadable, foreign }: CompanyFacts,
  { on, splits, actions = [] }: FundamentalsInput,
): Fundamentals {
  const foreignFiler = foreignReason({ facts: all, foreign }, on)
  const known = foreignFiler === null ? inOneScale(all.filter(({ filed }) => filed <= on)) : []
  const byTag: FactsByTag = Map.groupBy(known, ({ tag }) => tag)
  const applied = (splits ?? splitsOf(splitsInFilings(byTag), actions)).filter(({ date }) => date <= on)
  const reader = flowReader(byTag, applied)
  const why = unreadable ?? foreignFiler ?? (known.length === 0 ? 'no filing was known then' : null)
  const ends = quarterEnds(known)
  const column = (end: TradingDay, of: (line: keyof typeof FLOW_LINES, end: TradingDay) => Figure): Column => {
    const stated = Object.fromEntries(FLOWS.map((line) => [line, of(line, end)])) as Record<Flow, Figure>
    const own = (line: keyof typeof FLOW_LINES) => of(line, end)
    const revenue = revenueOf({ stated: stated.revenue, end }, own, byTag)
    const flows = { ...stated, revenue, capex: capexOf(stated.capex, own) }
    const gross = grossProfit(own('gross_profit'), flows.revenue, costOf(own), byTag)
    const free = difference(flows.operating_cash_flow, flows.capex, 'operating cash flow less capital expenditure')
    return { end, ...flows, gross_profit: gross, free_cash_flow: free }
  }
  const quarters = ends.slice(0, QUARTERS_SHOWN).map((end) => ({ ...column(end, reader.quarter), months: 3 as const }))
  const [last] = ends
  const ttm = last === undefined ? null : column(last, reader.twelveMonths)
  const reason = why ?? 'no period is known'
  return {
    name,
    as_of: on,
    quarters,
    ttm: ttm ?? { end: null, ...emptyColumn(reason) },
    balance: balanceOf(known, byTag, reason),
    margins: {
      gross: share(ttm?.gross_profit, ttm?.revenue, reason),
      operating: share(ttm?.operating_income, ttm?.revenue, reason),
      net: share(ttm?.net_income, ttm?.revenue, reason),
      free_cash_flow: share(ttm?.free_cash_flow, ttm?.revenue, reason),
    },
    growth: growthOf(quarters, reason),
    splits: [...applied],
  }
}

const emptyColumn = (reason: string) =>
  Object.fromEntries([...FLOWS, 'gross_profit', 'free_cash_flow'].map((line) => [line, unknown(reason)])) as Record<
    Flow | 'gross_profit' | 'free_cash_flow',
    Figure
  >

/** The last days of all quarters that a filing states or that follow from longer periods, newest first. */
function quarterEnds(facts: readonly Fact[]): TradingDay[] {
  const tags = new Set<string>(
    [FLOW_LINES.revenue, FLOW_LINES.net_income, FLOW_LINES.operating_cash_flow].flatMap(({ tags }) => [...tags]),
  )
  const ends = facts.filter((fact) => tags.has(fact.tag) && quartersOf(fact) !== null).map(({ end }) => end)
  const sorted = [...new Set(ends)].toSorted().toReversed()
  return sorted.filter((end, at) => at === 0 || !isSameDay(sorted[at - 1]!, end))
}

/** Other filers state their net interest too, next to a cost of what they sell. */
const isFinancial = (facts: FactsByTag): boolean =>
  FINANCIAL_TAGS.some((tag) => facts.has(tag)) ||
  (hasAny(facts, FLOW_LINES.net_interest_income) && !hasAny(facts, FLOW_LINES.cost_of_revenue))

/** Filers before 2018 that sell goods and services state a cost for each. */
function costOf(of: (line: keyof typeof FLOW_LINES) => Figure): Figure {
  const [cost, services] = [of('cost_of_revenue'), of('cost_of_services')]
  if (!isKnown(cost) || cost.tag !== 'CostOfGoodsSold' || !isKnown(services)) return cost
  return sum([cost, services], [], 'cost of goods and of services')
}

function grossProfit(stated: Figure, revenue: Figure, cost: Figure, facts: FactsByTag): Figure {
  if (isKnown(stated)) return stated
  if (isFinancial(facts)) return unknown('a bank or an insurer has no gross profit')
  if (isKnown(revenue) && isKnown(cost)) return difference(revenue, cost, 'revenue less cost of revenue')
  if (facts.has('GrossProfit')) return stated
  if (!isKnown(revenue) && isKnown(cost)) return revenue
  return unknown('the filings state neither gross profit nor cost of revenue')
}

function share(part: Figure | undefined, whole: Figure | undefined, reason: string): Figure {
  if (!part || !whole) return unknown(reason)
  if (!isKnown(part)) return part
  if (!isKnown(whole)) return whole
  if (whole.value <= 0) return unknown('revenue was not above zero')
  return {
    ...sum([part, whole], [], 'share of trailing twelve-month revenue'),
    value: ratio(part.value, whole.value),
    unit: 'fraction',
    tag: part.tag,
  }
}

const ratio = (part: number, whole: number): number => Number((part / whole).toPrecision(10))

const YEAR_DAYS = 364
const YEAR_TOLERANCE = 10

/** Retailers have an extra week every fifth or sixth year, which alone looks like growth of some 6 to 8 %. */
function otherLength(quarters: readonly Column[], before: number): string {
  const [now, then] = [0, before].map((at) => {
    const [quarter, last] = [quarters[at], quarters[at + 1]]
    if (!quarter || !last || quartersOf({ start: addDays(last.end, 1), end: quarter.end }) !== 1) return null
    return daysBetween(last.end, quarter.end)
  })
  if (now == null || then == null) return ''
  const weeks = Math.round((now - then) / WEEK_DAYS)
  return weeks === 0 ? '' : `, which had ${counted(Math.abs(weeks), 'week')} ${weeks > 0 ? 'less' : 'more'}`
}
const WEEK_DAYS = 7

/** The newest quarter against the one a year before. */
function growthOf(quarters: readonly Column[], reason: string): Fundamentals['growth'] {
  const [newest] = quarters
  const of = (line: 'revenue' | 'net_income' | 'eps_diluted'): Figure => {
    if (!newest) return unknown(reason)
    const at = quarters.findIndex(({ end }) => Math.abs(daysBetween(end, newest.end) - YEAR_DAYS) <= YEAR_TOLERANCE)
    const [now, then] = [newest[line], quarters[at]?.[line]]
    if (!isKnown(now)) return now
    if (!then || !isKnown(then)) return unknown('the same quarter a year earlier is not known')
    if (then.value <= 0) return unknown('the same quarter a year earlier was not above zero')
    return {
      ...sum([now, then], [], `against the same quarter a year earlier${otherLength(quarters, at)}`),
      value: ratio(now.value - then.value, then.value),
      unit: 'fraction',
      tag: now.tag,
    }
  }
  return { revenue: of('revenue'), net_income: of('net_income'), eps_diluted: of('eps_diluted') }
}
