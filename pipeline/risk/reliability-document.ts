import type { Reliability as ReliabilityDocument } from '../../shared/domain/contract/base-rates.ts'
import { largestRemainder } from '../maths/largest-remainder.ts'
import { shown, shownOrNull } from '../maths/shown.ts'
import { EFFECTIVE_MIN, type Reliability } from './reliability.ts'
import type { StateHistory } from './state-history.ts'

interface Range {
  first: number | null
  last: number | null
}

export function reliabilityDocument(
  reliability: Reliability,
  { days }: Pick<StateHistory, 'days'>,
  { first, last }: Range,
): ReliabilityDocument {
  return {
    verdict: reliability.verdict,
    reason: verdictInWords(reliability),
    from: first === null ? null : days[first]!,
    to: last === null ? null : days[last]!,
    n: reliability.n,
    effective_n: reliability.effectiveN,
    n_needed: reliability.nNeeded,
    brier: shownOrNull(reliability.brier),
    base_brier: shownOrNull(reliability.baseBrier),
    skill: shownOrNull(reliability.skill),
    skill_error: shownOrNull(reliability.skillError),
    table: thirdsDocument(reliability),
  }
}

export function thirdsDocument({ table, effectiveN }: Reliability): ReliabilityDocument['table'] {
  const windows = largestRemainder(
    table.map(({ n }) => n),
    table.length === 0 ? 0 : effectiveN,
  )
  return table.map((third, at) => ({
    from: shown(third.from),
    to: shown(third.to),
    n: third.n,
    effective_n: windows[at]!,
    stated: shown(third.stated),
    realised: shown(third.realised),
    low: shown(third.low),
    high: shown(third.high),
    error: shownOrNull(third.error),
    holds: third.holds,
  }))
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

const WORDS = {
  better: 'better than',
  same: 'the same as',
  worse: 'worse than',
} as const

/** The verdict in words; `rival` is what the statements were compared with. */
export function verdictInWords(
  { verdict, n, effectiveN, nNeeded, brier, baseBrier, skill, skillError }: Reliability,
  rival = 'the base rate',
): string {
  if (verdict === 'insufficient_data' || brier === null || baseBrier === null || skill === null || skillError === null)
    return `not judged yet: ${effectiveN} of ${EFFECTIVE_MIN} outcomes without overlap are known`
  const gain = `${skill >= 0 ? 'a gain' : 'a loss'} of ${percent(Math.abs(skill))} with a standard error of ${percent(skillError)}`
  const needed =
    verdict === 'same' && nNeeded !== null
      ? `; a difference of this size needs ${nNeeded} statements to be significant, and there are ${n}`
      : ''
  return (
    `${WORDS[verdict]} ${rival}${verdict === 'same' ? ' within two standard errors' : ''}: ` +
    `Brier score ${brier.toFixed(3)} against ${baseBrier.toFixed(3)}, ${gain}${needed}`
  )
}
