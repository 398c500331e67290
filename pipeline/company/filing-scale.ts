import { daysBetween } from '../../shared/time/trading-day.ts'
import type { Fact } from '../filings/reported-facts.ts'
import { BALANCE_LINES, FLOW_LINES, SHARE_TAGS } from '../filings/statement-lines.ts'
import { isScaled } from './lines.ts'

/** Tags by whose values filings are compared; figures per share are never stated in thousands. */
const COMPARED: ReadonlySet<string> = new Set([
  ...Object.values(FLOW_LINES).flatMap(({ tags }) => tags),
  ...Object.values(BALANCE_LINES).flatMap(({ tags }) => tags),
  ...SHARE_TAGS,
])

/**
 * For one fact: the filings that state it a thousand or a million times larger or smaller (`scaled`), and all others
 * (`agreeing`).
 */
interface Tally {
  fact: Fact
  scaled: Set<string>
  agreeing: Set<string>
}

/**
 * Leaves out the facts of filings that are stated in thousands or millions as a whole, that is, where more filings
 * state the same periods in another unit. Kimberly-Clark filed 4,835 dollars of revenue for a quarter and amended it a
 * week later.
 */
export function inOneScale(facts: readonly Fact[]): readonly Fact[] {
  const groups = [...Map.groupBy(facts.filter(isCompared), ({ tag, start, end }) => `${tag} ${start} ${end}`).values()]
  if (!groups.some((own) => own.some(({ value }) => isScaled(value, own[0]!.value)))) return facts
  const refused = new Set<string>()
  for (;;) {
    const worst = worstOf(groups.map((own) => own.filter(({ accession }) => !refused.has(accession))))
    if (worst === null) return facts.filter(({ accession }) => !refused.has(accession))
    refused.add(worst)
  }
}

const isCompared = ({ tag, unit }: Fact): boolean => unit !== 'USD/shares' && COMPARED.has(tag)

/** The filing that most others contradict; if only two contradict each other, the newer. */
function worstOf(groups: readonly (readonly Fact[])[]): string | null {
  const tallies = new Map<string, Tally>()
  for (const own of groups) {
    for (const fact of own) {
      const tally = tallies.get(fact.accession) ?? { fact, scaled: new Set(), agreeing: new Set() }
      tallies.set(fact.accession, tally)
      for (const { accession, value } of own) {
        if (accession !== fact.accession) (isScaled(fact.value, value) ? tally.scaled : tally.agreeing).add(accession)
      }
    }
  }
  const excess = ({ scaled, agreeing }: Tally) => scaled.size - agreeing.size
  const [worst] = [...tallies.values()]
    .filter((tally) => excess(tally) > 0)
    .toSorted((a, b) => excess(b) - excess(a) || daysBetween(a.fact.filed, b.fact.filed))
  return worst?.fact.accession ?? null
}
