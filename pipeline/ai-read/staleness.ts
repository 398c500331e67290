import type { ComposedVerdict, VerdictFacts } from './compose-verdict.ts'
import { type ReadInputs, readWires } from './read-inputs.ts'
import type { Verdict } from './verdict.ts'
import { isCrossed } from './watch-lines.ts'

/** A verdict that stands, as far as it can go stale. */
export interface Standing {
  verdict: Pick<Verdict, 'risk' | 'magnitude' | 'what_flips_it'>
  facts: VerdictFacts | null
}

/** Returns why the standing judgement is stale, or null. Code decides it; no text has a part in it. */
export function staleBecause(standing: Standing, now: ComposedVerdict, inputs: ReadInputs): string | null {
  const { verdict, facts } = standing
  if (now.verdict.risk.band !== verdict.risk.band) {
    return `the risk band is ${now.verdict.risk.band ?? 'unknown'}, the standing verdict says ${verdict.risk.band ?? 'unknown'}`
  }
  if (
    facts &&
    now.facts.regime_now !== null &&
    facts.regime_now !== null &&
    now.facts.regime_now !== facts.regime_now
  ) {
    return `the intraday regime is ${now.facts.regime_now}, the standing verdict was written in ${facts.regime_now}`
  }
  const crossed = crossedLine(verdict, inputs)
  if (crossed) return `a watch-line was crossed: ${crossed}`
  return facts ? movedBeyond(verdict, facts, now.facts.spy) : null
}

function crossedLine({ what_flips_it: lines }: Standing['verdict'], inputs: ReadInputs): string | null {
  const read = readWires(inputs)
  const line = lines.find(({ text, level, level_kind: kind, risk }) =>
    read.some(
      ({ wire, value }) =>
        wire.levelKind === kind &&
        wire.risk === risk &&
        text.startsWith(wire.label) &&
        isCrossed(wire, { value, level }),
    ),
  )
  return line?.text ?? null
}

/** A move beyond the upper edge of the class that was named; `big` has none. */
function movedBeyond({ magnitude }: Standing['verdict'], facts: VerdictFacts, spy: number | null): string | null {
  if (spy === null || facts.spy === null || facts.edges === null) return null
  const edge = magnitude.class === 'small' ? facts.edges.normal : magnitude.class === 'normal' ? facts.edges.big : null
  const move = Math.abs(spy / facts.spy - 1)
  if (edge === null || move <= edge) return null
  const percent = (share: number) => (100 * share).toFixed(2)
  return `SPY has moved by ${percent(move)} % since the standing verdict, which said ${magnitude.class} (up to ${percent(edge)} %)`
}
