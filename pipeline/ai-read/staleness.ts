import type { ComposedVerdict, VerdictFacts } from './compose-verdict.ts'
import { type ReadInputs, readWires } from './read-inputs.ts'
import type { Verdict } from './verdict.ts'
import { isCrossed } from './watch-lines.ts'

/** The parts of the standing verdict that can become stale. */
export interface Standing {
  verdict: {
    risk: Pick<Verdict['risk'], 'band'>
    magnitude: Pick<Verdict['magnitude'], 'class'>
    what_flips_it: Verdict['what_flips_it']
  }
  facts: VerdictFacts | null
  /**
   * SPY at the instant of the verdict; null while it is not known. A delayed feed shows that price only a quarter of an
   * hour later, so the verdict itself knew an earlier one. At 09:40 that was the last close, from which the price moved
   * overnight.
   */
  spy: number | null
}

/** Returns why the standing judgement is stale, or null. Code decides this from figures; texts play no part. */
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
  return facts ? movedBeyond(standing, facts, now.facts.spy) : null
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

/** A move beyond the upper edge of the class that was named; `big` has no upper edge. */
function movedBeyond(
  { verdict: { magnitude }, spy: then }: Standing,
  { edges }: VerdictFacts,
  spy: number | null,
): string | null {
  if (spy === null || then === null || edges === null) return null
  const edge = magnitude.class === 'small' ? edges.normal : magnitude.class === 'normal' ? edges.big : null
  const move = Math.abs(spy / then - 1)
  if (edge === null || move <= edge) return null
  const percent = (share: number) => (100 * share).toFixed(2)
  return (
    `SPY has moved by ${percent(move)} % since the standing verdict, beyond the ${percent(edge)} % up to which a ` +
    `session’s move is ${magnitude.class}, the size that it named`
  )
}
