import { daysBetween } from '../../shared/time/trading-day.ts'
import type { Fact } from '../filings/reported-facts.ts'
import { FLOW_LINES, type FlowLine } from '../filings/statement-lines.ts'
import { type FactsByTag, factsBeside, isWithin } from './lines.ts'

type Part = Pick<Fact, 'tag' | 'accession' | 'start' | 'end' | 'value'>

/** Parts under two tags that differ by less still give a quarter that is right to a few per cent. */
const APART_SHARE = 0.01

/**
 * Whether the parts of a difference are stated under tags with different meanings: the filing of one part also states
 * the other tag, with another value. Of profit, a filing of any other period may show it too: a 10-K that states only
 * the profit of all owners, after 10-Qs that state only that of the parent, would make the fourth quarter too large.
 */
export function areTagsApart(facts: FactsByTag, line: FlowLine, parts: readonly Part[]): boolean {
  if (new Set(parts.map(({ tag }) => tag)).size === 1 || FLOW_LINES[line].unit !== 'USD') return false
  return parts.some((part) =>
    parts.some(({ tag }) => {
      if (tag === part.tag) return false
      const [other] = factsBeside(facts, tag, part)
      if (other !== undefined) return !isWithin(other.value, part.value, APART_SHARE)
      return line === 'net_income' && isProfitApart(facts, part.tag, tag)
    }),
  )
}

/** Returns whether the newest filing that states both tags of one period states different values. */
function isProfitApart(facts: FactsByTag, tag: string, other: string): boolean {
  const both = (facts.get(tag) ?? []).flatMap((fact) => {
    const [beside] = factsBeside(facts, other, fact)
    return beside ? [{ fact, beside }] : []
  })
  const newest = both.toSorted((a, b) => daysBetween(b.fact.filed, a.fact.filed)).at(-1)
  return newest !== undefined && !isWithin(newest.beside.value, newest.fact.value, APART_SHARE)
}
