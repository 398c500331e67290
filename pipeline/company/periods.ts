import { addDays, epochDay, type TradingDay } from '../../shared/time/trading-day.ts'
import { DAY_TOLERANCE, type Fact, quartersOf } from '../filings/reported-facts.ts'
import { FLOW_LINES, type FlowLine } from '../filings/statement-lines.ts'
import { differs, type FactsByTag, factOf } from './lines.ts'
import { type Recast, recastsOf } from './recasts.ts'
import { inNewShares, type Split } from './splits.ts'
import { areTagsApart } from './tags-apart.ts'

export interface Known {
  value: number
  unit: string
  accession: string
  tag: string
  filed: TradingDay
  derived?: true
  /** How it was worked out; absent where a filing states it. */
  method?: string
}
export interface Unknown {
  value: null
  reason: string
}
export type Figure = Known | Unknown

export const unknown = (reason: string): Unknown => ({ value: null, reason })
export const isKnown = (figure: Figure): figure is Known => figure.value !== null

export type Span = 1 | 2 | 3 | 4
export interface Period extends Known {
  start: TradingDay
  end: TradingDay
  /** An earlier filing stated another value. */
  isRestated: boolean
}

interface Edge {
  edge: 'start' | 'end'
  day: TradingDay
  /** The last filing day that counts; absent: all known filings. */
  asOf?: TradingDay
}

/** The shortest and longest quarter in days, and the last filing day that counts. */
interface Run {
  start: TradingDay
  end: TradingDay
  asOf?: TradingDay
}

/** Stated periods of so many quarters, by their first or their last day. */
export function periodReader(facts: FactsByTag, splits: readonly Split[]) {
  const ofSpan = factsBySpan(facts)
  const found = new Map<string, Period | null>()
  /** A figure is made of many others, so each period is searched only once. */
  const find = (line: FlowLine, quarters: Span, near: Edge): Period | null => {
    const name = `${line} ${quarters} ${near.edge} ${near.day} ${near.asOf}`
    const before = found.get(name)
    if (before !== undefined) return before
    const period = search(line, quarters, near)
    found.set(name, period)
    return period
  }
  const search = (line: FlowLine, quarters: Span, near: Edge): Period | null => {
    const { asOf } = near
    const isFiled = ({ filed }: Fact) => asOf === undefined || filed <= asOf
    const own = { get: (tag: string) => ofSpan.get(quarters)?.get(tag)?.[near.edge](near.day).filter(isFiled) }
    const fact = factOf(own, FLOW_LINES[line])
    if (fact?.start == null) return null
    const inShares = (fact: Fact) => (line === 'eps_diluted' ? inNewShares(fact, splits) : fact)
    const known = inShares(fact)
    const isRestated = (own.get(fact.tag) ?? []).some(
      (each) => each.unit === fact.unit && each.filed < fact.filed && differs(line, inShares(each).value, known.value),
    )
    return { ...knownOf(known), start: fact.start, end: fact.end, isRestated }
  }
  const stated = (line: FlowLine, quarters: Span, end: TradingDay) => find(line, quarters, { edge: 'end', day: end })
  const withStart = (line: FlowLine, quarters: Span, start: TradingDay, asOf?: TradingDay) =>
    find(line, quarters, { edge: 'start', day: start, ...(asOf === undefined ? {} : { asOf }) })

  const recasts = new Map<FlowLine, Recast[]>()
  const recastsOfLine = (line: FlowLine): readonly Recast[] => {
    const before = recasts.get(line) ?? recastsOf(facts, line, splits)
    recasts.set(line, before)
    return before
  }

  /** So many stated quarters one after the other from `start`, without a gap; null if one is missing. */
  function quartersBetween(line: FlowLine, { start, end, asOf }: Run, count: number): Period[] | null {
    const found: Period[] = []
    let from = start
    for (let at = 0; at < count; at++) {
      const next = withStart(line, 1, from, asOf)
      if (!next || next.end >= end) return null
      found.push(next)
      from = addDays(next.end, 1)
    }
    return found
  }

  const areApart = (line: FlowLine, parts: readonly Period[]) => areTagsApart(facts, line, parts)

  return { stated, withStart, quartersBetween, recastsOf: recastsOfLine, areApart }
}
export type Periods = ReturnType<typeof periodReader>

/** The facts of one tag whose period starts or ends on a day, or close enough that filers mean the same day. */
type DatedFacts = Record<'start' | 'end', (day: TradingDay) => readonly Fact[]>

const FLOW_TAGS: readonly string[] = [...new Set(Object.values(FLOW_LINES).flatMap(({ tags }) => tags))]

/** The facts of periods, indexed by the number of quarters and by day, because callers look them up very often. */
function factsBySpan(facts: FactsByTag): ReadonlyMap<Span, ReadonlyMap<string, DatedFacts>> {
  const spans = new Map<Span, Map<string, DatedFacts>>()
  for (const tag of FLOW_TAGS) {
    for (const [span, list] of Map.groupBy(facts.get(tag) ?? [], quartersOf)) {
      if (span === null) continue
      const byTag = spans.get(span) ?? new Map<string, DatedFacts>()
      const dated: DatedFacts = {
        start: nearDays(list, ({ start }) => start),
        end: nearDays(list, ({ end }) => end),
      }
      spans.set(span, byTag.set(tag, dated))
    }
  }
  return spans
}

/** Finds facts by a day of theirs; each answer keeps their order. */
function nearDays(facts: readonly Fact[], dayOf: (fact: Fact) => TradingDay | null): (day: TradingDay) => Fact[] {
  const places = Map.groupBy(facts.keys(), (at) => {
    const day = dayOf(facts[at]!)
    return day === null ? null : epochDay(day)
  })
  return (day) => {
    const found: number[] = []
    for (let near = epochDay(day) - DAY_TOLERANCE; near <= epochDay(day) + DAY_TOLERANCE; near++)
      found.push(...(places.get(near) ?? []))
    return found.sort((a, b) => a - b).map((at) => facts[at]!)
  }
}

const knownOf = ({ value, unit, accession, tag, filed, ...rest }: Fact & { adjusted?: true }): Known => ({
  value: rounded(value),
  unit,
  accession,
  tag,
  filed,
  ...(rest.adjusted ? { derived: true as const, method: 'adjusted for a split after the filing' } : {}),
})

/** Differences of cents and dollars have no more digits than their parts. */
export const rounded = (value: number): number => Number(value.toPrecision(12))
