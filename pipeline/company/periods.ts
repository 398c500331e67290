import { addDays, type TradingDay } from '../../shared/time/trading-day.ts'
import { type Fact, isSameDay, quartersOf } from '../filings/reported-facts.ts'
import { type FactsByTag, FLOW_LINES, type FlowLine, factOf } from './lines.ts'
import { inNewShares, type Split } from './splits.ts'

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

/** Differences below this share are rounding, not restatement. */
const RESTATED_SHARE = 0.001

/** Stated periods of so many quarters, by their first or their last day. */
export function periodReader(facts: FactsByTag, splits: readonly Split[]) {
  const ofSpan = factsBySpan(facts)
  const find = (line: FlowLine, quarters: Span, fits: (fact: Fact) => boolean): Period | null => {
    const own = ofSpan.get(quarters)
    const fact = own ? factOf(own, FLOW_LINES[line], fits) : null
    if (own === undefined || fact?.start == null) return null
    const inShares = (fact: Fact) => (line === 'eps_diluted' ? inNewShares(fact, splits) : fact)
    const known = inShares(fact)
    const differs = ({ value }: Fact) =>
      Math.abs(value - known.value) >
      Math.max(RESTATED_SHARE * Math.abs(known.value), line === 'eps_diluted' ? 0.011 : 0)
    const isRestated = (own.get(fact.tag) ?? []).some(
      (each) => each.unit === fact.unit && each.filed < fact.filed && fits(each) && differs(inShares(each)),
    )
    return { ...knownOf(known), start: fact.start, end: fact.end, isRestated }
  }
  const stated = (line: FlowLine, quarters: Span, end: TradingDay) =>
    find(line, quarters, (fact) => isSameDay(fact.end, end))
  const withStart = (line: FlowLine, quarters: Span, start: TradingDay) =>
    find(line, quarters, (fact) => fact.start !== null && isSameDay(fact.start, start))

  /** So many stated quarters one after the other from `start`, without a gap; null if one is missing. */
  function quartersBetween(line: FlowLine, start: TradingDay, end: TradingDay, count: number): Period[] | null {
    const found: Period[] = []
    let from = start
    for (let at = 0; at < count; at++) {
      const next = withStart(line, 1, from)
      if (!next || next.end >= end) return null
      found.push(next)
      from = addDays(next.end, 1)
    }
    return found
  }

  return { stated, withStart, quartersBetween }
}
export type Periods = ReturnType<typeof periodReader>

/** The facts of periods, by the number of their quarters: readers ask for one number at a time, very often. */
function factsBySpan(facts: FactsByTag): ReadonlyMap<Span, FactsByTag> {
  const spans = new Map<Span, Map<string, readonly Fact[]>>()
  for (const [tag, own] of facts) {
    for (const [span, list] of Map.groupBy(own, quartersOf)) {
      if (span === null) continue
      const byTag = spans.get(span) ?? new Map<string, readonly Fact[]>()
      spans.set(span, byTag.set(tag, list))
    }
  }
  return spans
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
