import type { Fact } from '../filings/reported-facts.ts'
import { FLOW_LINES, type FlowLine } from '../filings/statement-lines.ts'
import { type FactsByTag, factsBeside, isWithin } from './lines.ts'

type Part = Pick<Fact, 'tag' | 'accession' | 'start' | 'end' | 'value'>

/** Parts under two tags that differ by less still give a quarter that is right to a few per cent. */
const APART_SHARE = 0.01

/**
 * Whether the parts of a difference are stated under tags with different meanings: the filing of one part also states
 * the other tag, with another value.
 */
export function areTagsApart(facts: FactsByTag, line: FlowLine, parts: readonly Part[]): boolean {
  if (new Set(parts.map(({ tag }) => tag)).size === 1 || FLOW_LINES[line].unit !== 'USD') return false
  return parts.some((part) =>
    parts.some(({ tag }) => {
      if (tag === part.tag) return false
      const [other] = factsBeside(facts, tag, part)
      return other !== undefined && !isWithin(other.value, part.value, APART_SHARE)
    }),
  )
}
